"""What people do in a house, and what each of them sees then, as the text files in `stories/` say.

`make playthroughs` takes them anew: read the difference before you commit it. Of stories `in two processes` each step
leads to the same when the guests come in by two processes of one house.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.golden import WRITES, compare
from tests.rooms.stage import AT_TABLE, Stage

pytestmark = [pytest.mark.usefixtures("zone"), pytest.mark.parametrize("zone", ["EAST-13"], indirect=True)]

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))
ENTERED = "> "
IN_TWO = "# in two processes"


@pytest.mark.parametrize("file", STORIES, ids=lambda file: file.stem)
async def test_in_one_process(file: Path) -> None:
    lines, stage = list[str](), Stage()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            await stage.begin()
        if line.startswith(ENTERED):
            told = await stage.enter(line.removeprefix(ENTERED))
            lines += [line, *(f"    {each}" for each in (*told, *await stage.rests()))]
        elif not line.startswith("    "):
            lines.append(line)
    await stage.close()
    compare(file, lines)


ALIKE = {
    *(path.rpartition(".")[2] for path in AT_TABLE),
    *("moves", "library", "rating", "said", "challenges", "tournaments", "gone"),
} - {"unsaved", "thinking"}
"""What does not depend on the process in which somebody is."""


def alike(lines: Iterable[str]) -> list[str]:
    """So much of what is seen."""
    found = []
    for line in map(str.strip, lines):
        name, _, rest = line.partition(": ")
        if name == "kept":
            continue
        parts = [part for part in rest.split("; ") if part.split(" ")[0] in ALIKE]
        found += [line] if not rest or name == "refused" else [f"{name}: {part}" for part in parts]
    return found


@pytest.mark.parametrize("file", STORIES, ids=lambda file: file.stem)
async def test_in_two_processes(file: Path) -> None:
    if WRITES:
        pytest.skip("the stories are being written")
    stage = Stage(2)
    for story in file.read_text(encoding="utf-8").split("\n== "):
        if IN_TWO not in story:
            continue
        await stage.begin()
        for step in story.split(f"\n{ENTERED}")[1:]:
            entry, *lines = step.splitlines()
            before, told, wanted = stage.seen, await stage.enter(entry), alike(lines)

            def same() -> bool:
                stage.seen = stage.look()
                return alike([*told, *stage.since(before)]) == wanted  # noqa: B023

            try:
                await stage.settled(same)
            except AssertionError:
                assert alike([*told, *stage.since(before)]) == wanted, f"{story.splitlines()[0]}: {entry}"
    await stage.close()

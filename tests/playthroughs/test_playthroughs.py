"""Whoever plays, watches, solves or learns sees what the playthroughs say.

A playthrough is a text file: what is entered, and after each entry what is seen then. `on_screen/` has keys and the
mouse, and of what is seen only what has changed; `on_pages/` what stands around the tables, and several people in one
house; `in_text/` has command lines, and all that is read;
`commands/` the same of commands that ask nothing, with the files that they read.
`make playthroughs` takes them anew: read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from _pytest.mark import ParameterSet

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.native.library import installed_library
from marbles_tui.tui.app import Arcade
from tests.golden import compare
from tests.playthroughs.lines import at_ease, opened, told
from tests.playthroughs.screen import Seen, at_rest, nothing_left, sitting
from tests.playthroughs.stage import Stage
from tests.tui.stage import nothing_sent

HERE = Path(__file__).parent
ENTERED = "> "
TODAY = datetime(2026, 11, 23, 12, tzinfo=UTC)
AHEAD = timedelta(hours=13)
"""So far east of Greenwich all of it goes on. The next day has begun here, but puzzles are of the day that it is
everywhere."""


LONG = {"together", "lobby", "come-back", "editor", "menu-much-in-a-house"}
"""Several arcades at once take seconds; the stories of rooms say what becomes of what is asked and answered there. So
does an editor that draws each letter; the tests of boards and `commands/boards.txt` say what may be written."""


def files(folder: str) -> list[ParameterSet]:
    return [
        pytest.param(file, id=file.stem, marks=pytest.mark.long if file.stem in LONG else ())
        for file in sorted((HERE / folder).glob("*.txt"))
    ]


pytestmark = [pytest.mark.usefixtures("zone"), pytest.mark.parametrize("zone", ["EAST-13"], indirect=True)]
unsent = pytest.fixture(autouse=True)(nothing_sent)


@pytest.fixture(autouse=True)
def _unhurried_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.table.solving.PATIENCE", Limit(seconds=600.0))
    for module in ("tasks.day", "utc"):
        monkeypatch.setattr(f"marbles_tui.table.{module}.time", SimpleNamespace(time=TODAY.timestamp))
    monkeypatch.setattr(Arcade, "today", staticmethod((TODAY + AHEAD).date))
    monkeypatch.setattr("marbles_tui.tui.pages.settings.why_not_native", lambda: "")


@pytest.mark.parametrize("file", files("on_screen"))
async def test_on_screen(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    with at_rest(monkeypatch):
        async with sitting() as here:
            before = Seen()
            for line in file.read_text(encoding="utf-8").splitlines():
                if line.startswith(ENTERED):
                    await here.enter(line.removeprefix(ENTERED))
                    seen = here.look().over(before)
                    lines += [line, *(f"    {told}" for told in seen.after(before) or ["nothing else"])]
                    before = seen
                elif not line.startswith("    "):
                    lines.append(line)
                    before = Seen() if line.startswith("=") else before
            await here.in_other_windows()
        nothing_left()
    compare(file, lines)


@pytest.mark.parametrize("file", files("on_pages"))
async def test_on_pages(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    async with Stage(monkeypatch, menu=file.stem.startswith("menu")) as stage:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("== "):
                await stage.begin()
            if line.startswith(ENTERED):
                told = await stage.enter(line.removeprefix(ENTERED))
                lines += [line, *(f"    {each}" for each in told)]
            elif not line.startswith("    "):
                lines.append(line)
    compare(file, lines)


@pytest.mark.parametrize("file", files("in_text"))
def test_in_text(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_ease(monkeypatch)
    monkeypatch.chdir(HERE.parents[1])  # the records that are named are found
    compare(file, list(_read(file)))


@pytest.mark.parametrize("file", files("commands"))
def test_commands(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    at_ease(monkeypatch, thinking=file.stem == "search")
    for module in ("run", "play", "puzzles", "replay", "getaway_boards"):
        monkeypatch.setattr(import_module(f"marbles_tui.cli.{module}"), "launch", opened)
    if file.stem == "search" and installed_library() is None:
        pytest.skip("the plain search is another one")
    compare(file, list(_read(file, tmp_path, monkeypatch)))


def _read(file: Path, place: Path | None = None, here: pytest.MonkeyPatch | None = None) -> Iterator[str]:
    """The lines of a playthrough as they come to be: a command ("$ ") with what is given to it ("> ") and all that it
    says. At a place of their own each part ("== ") has an empty folder, and the homes that it names ("& "); its files
    ("@ ") have the lines behind "| "."""
    script = file.read_text(encoding="utf-8").splitlines()
    before = ""
    for at, line in enumerate(script):
        if line.startswith(("$ ", "#", "== ", "& ", "@ ", "|")):
            if before and not before.startswith(("== ", "& ", "@ ", "|")):
                yield ""
            yield line
            before = line
        if place and here and line.startswith("== "):
            folder = place / str(at)
            folder.mkdir()
            here.chdir(folder)
            here.setenv("MARBLES_TUI_HOME", "home")
        elif place and here and line.startswith("& "):
            here.setenv("MARBLES_TUI_HOME", line.removeprefix("& "))
        elif line.startswith("@ "):
            made = Path(line.removeprefix("@ "))
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text("".join(_behind("|", script[at + 1 :])), encoding="utf-8")
        elif line.startswith("$ "):
            answer = told(line.removeprefix("$ "), (one[:-1] for one in _behind(">", script[at + 1 :])))
            yield from answer
            before = answer[-1] if answer else line


def _behind(sign: str, script: list[str]) -> Iterator[str]:
    """The lines with a sign before them, up to the next command, file or part."""
    for line in script:
        if line.startswith(("$ ", "== ", "@ ", "& ")):
            return
        if line.startswith(sign):
            yield line.removeprefix(sign).removeprefix(" ") + "\n"

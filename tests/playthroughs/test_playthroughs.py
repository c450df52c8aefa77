"""Whoever plays, watches, solves or learns sees what the playthroughs say.

A playthrough is a text file: what is entered, and after each entry what is seen then. `on_screen/` has keys and the
mouse, and of what is seen only what has changed; `on_pages/` what stands around the tables, and several people in one
house; `in_text/` has command lines, and all that is read.
`make playthroughs` takes them anew: read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.tui.app import Arcade
from tests.playthroughs.lines import at_ease, told
from tests.playthroughs.screen import Seen, at_rest, sitting
from tests.playthroughs.stage import Stage

HERE = Path(__file__).parent
ENTERED = "> "
TODAY = datetime(2026, 11, 23, 12, tzinfo=UTC)


def files(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob("*.txt"))


def compare(file: Path, lines: list[str]) -> None:
    """Compare a playthrough with its file, or write it anew."""
    if os.environ.get("PLAYTHROUGHS") == "write":
        file.write_text("\n".join((*lines, "")), encoding="utf-8", newline="\n")
    assert lines == file.read_text(encoding="utf-8").splitlines()


@pytest.fixture(autouse=True)
def _unhurried_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.table.solving.PATIENCE", Limit(seconds=600.0))
    for module in ("puzzle_day", "utc"):
        monkeypatch.setattr(f"marbles_tui.table.{module}.time", SimpleNamespace(time=TODAY.timestamp))
    monkeypatch.setattr(Arcade, "today", staticmethod(TODAY.date))
    monkeypatch.setattr("marbles_tui.tui.pages.settings.why_not_native", lambda: "")


@pytest.mark.parametrize("file", files("on_screen"), ids=lambda file: file.stem)
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
    compare(file, lines)


@pytest.mark.parametrize("file", files("on_pages"), ids=lambda file: file.stem)
async def test_on_pages(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    async with Stage(monkeypatch, menu=file.stem == "menu") as stage:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("== "):
                await stage.begin()
            if line.startswith(ENTERED):
                told = await stage.enter(line.removeprefix(ENTERED))
                lines += [line, *(f"    {each}" for each in told)]
            elif not line.startswith("    "):
                lines.append(line)
    compare(file, lines)


@pytest.mark.parametrize("file", files("in_text"), ids=lambda file: file.stem)
def test_in_text(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_ease(monkeypatch)
    lines: list[str] = []
    script = file.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(script):
        if line.startswith(("$ ", "#", "== ")):
            lines += [""] * bool(lines and not lines[-1].startswith("== ")) + [line]
        if line.startswith("$ "):
            lines += told(line.removeprefix("$ "), _typed(script[at + 1 :])).splitlines()
    compare(file, lines)


def _typed(script: list[str]) -> Iterator[str]:
    """What is typed at a command."""
    for line in script:
        if line.startswith(("$ ", "== ")):
            return
        if line.startswith(">"):
            yield line.removeprefix(">").strip()

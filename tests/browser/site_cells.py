"""The same matches in tmux and in a page, compared cell by cell: character, colours and style."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from rich.cells import cell_len

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.browser.site_games import leave
from tests.browser.site_tab import Cell, SiteTab
from tests.terminal.terminal import Tmux

SIZES: Final = ((80, 24), (60, 18), (120, 40))
"""Columns and rows."""

PLIES: Final = (0, 7, 23)
"""How far the matches have come, in turns."""

SETTINGS: Final = "greeted = true\nhints = true\n"
"""What differs in tmux from the settings of somebody new: no name is asked for, as in a page."""

PATIENCE: Final = 60.0
"""Seconds in which both must come to show the same."""

IN_CELLS: Final = "type(arcade).marbles = property(lambda arcade: 'quadrants')"
"""tmux shows no images."""

SIGNS: Final = {1: "b", 2: "d", 3: "i", 4: "u", 7: "r", 9: "s"}


class Shown(NamedTuple):
    """A match and the size of the terminals that show it."""

    match: Match
    size: tuple[int, int]

    def __str__(self) -> str:
        columns, rows = self.size
        return f"{self.match.game.title} after {self.match.plies} plies at {columns} × {rows}"


def positions() -> Iterator[Shown]:
    """Each game at each size, at its beginning, soon after and later, as far as it comes at random."""
    for row, size in enumerate(SIZES):
        for column, game in enumerate(GAMES):
            plies = PLIES[(row + column) % len(PLIES)]
            random = Random(f"{game.key} {plies} {size}")
            match = Match.new(game, random=random)
            while not match.result and (match.plies < max(plies, 1) or match.turn == CHANCE):
                match, _ = match.play(random.choice(match.position.moves()))
            yield Shown(match, size)


def read_cells(text: str, columns: int, rows: int) -> list[list[Cell]]:
    """The cells of a screen that tmux has written down with its colours."""
    ink = ground = ""
    on: set[str] = set()
    lines: list[list[Cell]] = []
    for line in text.split("\n")[:rows]:
        cells: list[Cell] = []
        for number, words in re.findall("\x1b\\[([\\d;:]*)m|([^\x1b\x0e\x0f]+)", line):
            for char in words:
                cells.append(Cell(char, ink, ground, "".join(sign for sign in "bdiurs" if sign in on)))
                cells += [cells[-1]._replace(char="")] * (cell_len(char) - 1)
            codes = [int(code or 0) for code in re.split("[;:]", number)] if not words else []
            while codes:
                code = codes.pop(0)
                if code in (38, 48):
                    colour = _colour(codes)
                    ink, ground = (colour, ground) if code == 38 else (ink, colour)
                elif code == 0:
                    ink = ground = ""
                    on.clear()
                elif code in SIGNS:
                    on.add(SIGNS[code])
                elif code in (39, 49):
                    ink, ground = ("", ground) if code == 39 else (ink, "")
                else:
                    ink, ground = _few(code, ink, ground)
        lines.append(cells + [Cell(" ")] * (columns - len(cells)))
    return lines


def _colour(codes: list[int]) -> str:
    """The colour that a sequence goes on with, taken off its codes."""
    if codes.pop(0) == 5:
        return str(codes.pop(0))
    red, green, blue = (codes.pop(0) for _ in range(3))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _few(code: int, ink: str, ground: str) -> tuple[str, str]:
    """One of the sixteen old colours."""
    for first, bright in ((30, 0), (90, 8)):
        if code - first in range(8):
            return str(code - first + bright), ground
        if code - first - 10 in range(8):
            return ink, str(code - first - 10 + bright)
    return ink, ground


def differences(page: Sequence[Sequence[Cell]], tmux: Sequence[Sequence[Cell]]) -> list[str]:
    """Where two screens differ, a line a cell."""
    if (len(page), len(page[0])) != (len(tmux), len(tmux[0])):
        return [f"{len(page[0])} × {len(page)} cells in the page, {len(tmux[0])} × {len(tmux)} in tmux"]
    return [
        f"column {x}, row {y}: {tuple(ours)} in the page, {tuple(theirs)} in tmux"
        for y, rows in enumerate(zip(page, tmux, strict=True))
        for x, (ours, theirs) in enumerate(zip(*rows, strict=True))
        if not _alike(_seen(ours), _seen(theirs))
    ]


def _alike(ours: Cell, theirs: Cell) -> bool:
    """Whether two cells look the same. Colours may be a step of 256 apart: another C library rounds otherwise."""
    pairs = ((ours.ink, theirs.ink), (ours.ground, theirs.ground))
    return ours[::3] == theirs[::3] and all(one == other or _near(one, other) for one, other in pairs)


def _near(one: str, other: str) -> bool:
    if not (one.startswith("#") and other.startswith("#")):
        return False
    steps = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return all(abs(ours - theirs) <= 1 for ours, theirs in steps)


def _seen(cell: Cell) -> Cell:
    """A cell as far as it can be seen: a space has no ink."""
    return cell._replace(ink="") if cell.char == " " and not set(cell.style) & set("urs") else cell


async def compare(tab: SiteTab, shown: Sequence[Shown]) -> dict[str, list[str]]:
    """Paste each match at the menu of both, one after the other; the differences by what was shown."""
    found: dict[str, list[str]] = {}
    with TemporaryDirectory() as folder:
        (Path(folder) / "settings.toml").write_text(SETTINGS, encoding="utf-8")
        tmux = Tmux(Path(folder), ())
        try:
            await tab.ask(IN_CELLS)
            for each in shown:
                found[str(each)] = await _compare(tab, tmux, each)
        finally:
            tmux.end()
    return found


async def _compare(tab: SiteTab, tmux: Tmux, shown: Shown) -> list[str]:
    await tab.resize(*shown.size)
    tmux.resize(*shown.size)
    tmux.expect("GOBBLET")
    await tab.sees("GOBBLET")
    tmux.paste(str(shown.match))
    await tab.paste(str(shown.match))
    tmux.expect("Play on from")
    await tab.sees("Play on from")
    tmux.keys("Enter")
    await tab.press("Enter")
    await tab.sees_no("Play on from")
    found = await _in_time(tab, tmux, shown.size)
    await _leave(tab, tmux)
    return found


async def _leave(tab: SiteTab, tmux: Tmux) -> None:
    """Both back to the menu; the first key may only finish what is being shown."""
    await leave(tab)
    while "5 GOBBLET" not in tmux.screen():
        tmux.keys("q")
        with suppress(AssertionError):
            tmux.expect("5 GOBBLET")


async def _in_time(tab: SiteTab, tmux: Tmux, size: tuple[int, int]) -> list[str]:
    """The differences, once there are none, or the screens have had the time for that."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while True:
        page = await tab.rest()
        found = differences(page, read_cells(tmux.coloured(), *size))
        if not found or loop.time() > end:
            return found

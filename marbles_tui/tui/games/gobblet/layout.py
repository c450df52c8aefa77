"""Where the squares of Gobblet and the stacks beside them lie, and how large the cups are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.games.gobblet.board import CELLS, STACKS
from marbles_tui.tui.drawing.easing import Point

TALLEST: Final = 14
"""Rows of the largest square."""

LEAST_FULL: Final = 3
"""From this height of a square on there are names, and words below the stacks."""

LEAST_FRAMED: Final = 7
"""From this height of a square on the board has a frame."""

MARGINS: Final = 4
"""Columns beside the stacks: with fewer the stacks are narrower than squares."""

AROUND: Final = 4
"""Columns that stacks narrower than squares leave free: at both edges, before the letters, behind the board."""

ACROSS: Final = (0.0, 0.34, 0.46, 0.67, 0.88)
"""How much of a square's width a cup of each size takes."""

NARROW: Final = 5
"""The width of a square at which shares of it would make two sizes alike."""

UPRIGHT: Final = (0.0, 0.46, 0.6, 0.82, 1.0)
"""How much of the height above the base line."""


@dataclass(frozen=True, slots=True, eq=False)
class GobbletLayout:
    """Places in cells: sixteen squares of `wide` × `tall`, and three stacks on either side where there is room;
    the column of the rows' letters, None where nothing has a name; the frame around the squares, if there is one."""

    places: Mapping[Cell, Region]
    wide: int
    tall: int
    letters: int | None
    frame: Region | None

    @property
    def high(self) -> int:
        """How high above its place a cup is carried, in pixels."""
        return max(2, self.tall)

    @property
    def base(self) -> int:
        """How many pixels lie below the base line of a square."""
        return 2 if self.tall > LEAST_FULL else 0

    def cup(self, size: int) -> tuple[int, int]:
        """Width and height of a cup in pixels."""
        room = 2 * self.tall - self.base
        return _across(self.wide, size), max(1, round(room * UPRIGHT[size]))

    def foot(self, place: Cell) -> Point:
        """Where a cup stands on a place, in pixels: the middle of its foot, and the line below it."""
        x, y, wide, tall = self.places[place]
        return x + wide / 2, 2 * (y + tall) - (self.base if place in CELLS else 0)


def _across(wide: int, size: int) -> int:
    """Columns of a cup on a square; where squares are narrow, so many that no two sizes have as many."""
    return max(1, round(wide * ACROSS[size]), size + 1 if wide == NARROW else 0)


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> GobbletLayout:
    """The largest board that fits, in the middle; what is too small for words has none, and what is smaller
    still has no stacks. There are no places where not even the squares fit."""
    for tall in range(TALLEST, 0, -1):
        widest = 2 * tall - (tall > LEAST_FULL)
        for stacks in (True,) if tall >= LEAST_FULL else (True, False):
            for wide in range(widest, max(1, widest - 3), -1):
                found = _fit(width, height, wide, tall, stacks)
                if found:
                    return found
    return GobbletLayout({}, 0, 0, None, None)


def _fit(width: int, height: int, wide: int, tall: int, stacks: bool) -> GobbletLayout | None:
    named, framed = tall >= LEAST_FULL, tall >= LEAST_FRAMED
    fixed = 4 * wide + (2 if named else 0) + (2 if framed else 0)
    roomy = fixed + 2 * wide + (MARGINS if named else 0) <= width
    beside = (wide if roomy else _across(wide, 4)) if stacks else 0
    down = 4 * tall + (1 if named else 0) + (2 if framed else 0)
    across = fixed + 2 * beside
    around = AROUND if named and not roomy else 0
    if across + around > width or down > height:
        return None
    spare = width - across if named else 0
    gap, other = min(2, spare // 3), min(2, spare // 2)  # left of the letters, and right of the board
    left = (width - across - gap - other + 1) // 2
    first = left + beside + gap + (2 if named else 0) + (1 if framed else 0)
    top = (height - down) // 2 + (1 if framed else 0)
    places = {cell: Region(first + cell % 4 * wide, top + cell // 4 * tall, wide, tall) for cell in CELLS}
    pitch = tall + (tall - 1) // 2
    lower = top + (3 * tall - 2 * pitch + 1) // 2
    right = first + 4 * wide + other + (1 if framed else 0)
    for seat, x in ((0, left), (1, right)) if stacks else ():
        for at, place in enumerate(STACKS[seat]):
            places[place] = Region(x, lower + at * pitch, beside, tall)
    frame = Region(first - 1, top - 1, 4 * wide + 2, 4 * tall + 2) if framed else None
    letters = (first - (3 if framed else 2)) if named else None
    return GobbletLayout(places, wide, tall, letters, frame)

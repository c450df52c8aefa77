"""Where the holes of BeadMaster and the ends of its bars lie, and how the cursor goes among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import BARS, HOLES, SIZE, End, end_at
from marbles_tui.tui.drawing.squares import step_on_squares

LABEL, NARROW_LABEL = 4, 3
"""Columns for the names of the horizontal bars, with a margin where there is room."""

NARROW: Final = 44

CENTRE: Final = HOLES // 2
"""The hole in the middle."""

WIDEST: Final = 26
"""Columns from one hole to the next on the largest grid."""

NAMED_WIDE, NAMED_TALL = 30, 15
"""On less room than that nothing has a name."""


@dataclass(frozen=True, slots=True, eq=False)
class GridLayout:
    """Places in cells. Holes are `across` columns and `down` pixels apart, an even number, so that a line of text
    goes through the middle of each; a slot that sticks out takes `slot` columns beside the grid, and as many
    pixels above and below it."""

    places: Mapping[Cell, Region]
    grid: Region
    across: int
    down: int
    slot: int
    named: bool

    @property
    def wide(self) -> int:
        """Columns of a hole."""
        return self.across - 1

    @property
    def high(self) -> int:
        """Pixels of a hole, without the frame between two of them."""
        return self.down - self.edge

    @property
    def edge(self) -> int:
        """Pixels of the frame between two rows of holes."""
        return 1 if self.down > 2 else 0

    @property
    def tall(self) -> int:
        """Lines from one row of holes to the next."""
        return max(1, self.down // 2)

    def hole(self, hole: Cell) -> Region:
        """Where a hole lies."""
        return self.places[hole]

    def pixels(self, hole: Cell) -> tuple[int, int]:
        """The upper left pixel of a hole."""
        row, column = divmod(hole, SIZE)
        return self.grid.x + 1 + column * self.across, 2 * self.grid.y + self.edge + row * self.down

    def line(self, hole: Cell) -> int:
        """The line of text through the middle of a hole."""
        return self.grid.y + hole // SIZE * self.tall + self.down // 4

    def label(self, bar: int) -> tuple[int, int]:
        """Where the name of a bar begins: before the row, or above the column."""
        if bar < SIZE:
            return self.grid.x - 2 * self.slot - NARROW_LABEL, self.line(SIZE * bar)
        region = self.places[bar - SIZE]
        return region.x + (self.wide - 2) // 2, self.grid.y - self.slot - 1

    def letter(self, column: int) -> tuple[int, int]:
        """Where the letter of a column of holes stands: below the bars' ends."""
        region = self.places[column]
        return region.x + (self.wide - 1) // 2, self.grid.bottom + self.slot

    def named_at(self, x: int, y: int) -> int | None:
        """The bar whose name is at a cell, or next to it."""
        for bar in range(BARS if self.named else 0):
            left, line = self.label(bar)
            if y == line and left - 1 <= x < left + NARROW_LABEL:
                return bar
        return None


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> GridLayout:
    """The largest grid that fits with its bars pulled out on every side, in the middle; no places where none does."""
    named = width >= NAMED_WIDE and height >= NAMED_TALL
    label, lines = (LABEL if width >= NARROW else NARROW_LABEL, 2) if named else (0, 0)
    best = (0.0, 0, 0, 0)
    for down in range(2, WIDEST, 2 if named else 1):
        room = (2 * height - 2 * lines - SIZE * down - 1) // 4
        for across in range(3 if named else 2, min(WIDEST, max(4, down * 7 // 4)) + 1):
            slot = min(room, (width - label - SIZE * across - 1) // 4, across - 1)
            if slot >= max(1, min(across, down) // 3) and (across % 2 == 0 or across < 6):
                best = max(best, (min(across / (1.6 if down < 6 else 1.25), down), slot, across, down))
    if best[0]:
        return _place(width, height, *best[2:], best[1], label)
    return GridLayout({}, Region(), 0, 0, 0, False)


def _place(width: int, height: int, across: int, down: int, slot: int, label: int) -> GridLayout:
    named = label > 0
    names = 2 if named else 0
    wide, tall = SIZE * across + 1, -(-(SIZE * down + 1) // 2)
    left = (width - wide - 4 * slot - label) // 2 + label + 2 * slot
    top = max(0, (height - tall - 2 * slot - names) // 2) + names // 2 + slot
    grid = Region(left, top, wide, tall)
    bare = GridLayout({}, grid, across, down, slot, named)
    places: dict[Cell, Region] = {}
    for hole in range(HOLES):
        x, y = bare.pixels(hole)
        places[hole] = Region(x, (y - bare.edge) // 2, across - 1, bare.tall)
    for bar in range(BARS):
        beside = places[SIZE * bar] if bar < SIZE else places[bar - SIZE]
        if bar < SIZE:
            first = Region(left - 2 * slot, beside.y, 2 * slot, bare.tall)
            second = Region(grid.right, beside.y, 2 * slot, bare.tall)
        else:
            below = top + SIZE * down // 2
            first = Region(beside.x, top - slot, across - 1, slot)
            second = Region(beside.x, below, across - 1, min(slot + 1, height - below))
        places[End(bar, -1).cell], places[End(bar, 1).cell] = first, second
    return GridLayout(places, grid, across, down, slot, named)


def step(cell: Cell, dx: int, dy: int, placing: bool) -> Cell:
    """From hole to hole while beads are placed; else round the frame, or across it to the bar's other end."""
    end = end_at(cell)
    if placing:
        return step_on_squares(CENTRE if end else cell, dx, dy, SIZE, SIZE)
    if not end:
        row, column = divmod(cell, SIZE)
        return End(SIZE + column, dy).cell if dy else End(row, dx).cell
    flat = end.bar < SIZE
    at = end.bar % SIZE
    along, out = (dy, dx) if flat else (dx, dy)
    if out:
        return End(end.bar, out).cell
    if 0 <= at + along < SIZE:
        return End(end.bar + along, end.step).cell
    # Round the corner: from the last bar of this side to the nearest end of the next side.
    near = 0 if end.step < 0 else SIZE - 1
    return End(near + (SIZE if flat else 0), along).cell

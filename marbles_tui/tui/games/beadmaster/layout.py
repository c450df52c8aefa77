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

LABEL: Final = 3
"""Columns for the names of the horizontal bars."""

CENTRE: Final = HOLES // 2
"""The hole in the middle."""

TALLEST: Final = 9
"""Rows of the largest hole."""


@dataclass(frozen=True, slots=True, eq=False)
class GridLayout:
    """Places in cells. A hole is `wide` × `tall` cells; a slot that sticks out takes `across` columns beside
    the grid or `down` rows above and below it."""

    places: Mapping[Cell, Region]
    grid: Region
    wide: int
    tall: int
    across: int
    down: int

    @property
    def diameter(self) -> int:
        """Of a bead, in pixels."""
        return 2 * self.tall - (0 if self.tall < 3 else 1 if self.tall < 5 else 2)

    def hole(self, hole: int) -> Region:
        """The region of a hole."""
        return self.places[hole]

    def label(self, bar: int) -> tuple[int, int]:
        """Where the name of a bar begins: before the row, or above the column."""
        if bar < SIZE:
            region = self.places[SIZE * bar]
            return self.grid.x - 2 * self.across - LABEL, region.y + (self.tall - 1) // 2
        region = self.places[bar - SIZE]
        return region.x + (self.wide - 2) // 2, self.grid.y - 2 * self.down - 1


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> GridLayout:
    """The largest grid that fits with its bars pulled out on every side, in the middle."""
    for tall in range(TALLEST, 0, -1):
        wide = 2 * tall
        across = min(wide, (width - LABEL - SIZE * (wide + 1) - 1) // 4)
        down = min(max(1, tall - 1), (height - 1 - SIZE * tall) // 4)
        if across >= min(2 * tall, tall + 1) and down >= max(1, tall // 2):
            break
    else:
        across, down = max(1, across), max(1, down)
    grid_wide, grid_tall = SIZE * (wide + 1) + 1, SIZE * tall
    left = max(0, (width - grid_wide - 4 * across - LABEL) // 2) + LABEL + 2 * across
    top = max(0, (height - grid_tall - 4 * down - 1) // 2) + 1 + 2 * down
    grid = Region(left, top, grid_wide, grid_tall)
    places: dict[Cell, Region] = {}
    for hole in range(HOLES):
        row, column = divmod(hole, SIZE)
        places[hole] = Region(left + 1 + column * (wide + 1), top + row * tall, wide, tall)
    for bar in range(BARS):
        beside = places[SIZE * bar] if bar < SIZE else places[bar - SIZE]
        if bar < SIZE:
            first = Region(left - 2 * across, beside.y, 2 * across, tall)
            second = Region(grid.right, beside.y, 2 * across, tall)
        else:
            first = Region(beside.x, top - 2 * down, wide, 2 * down)
            second = Region(beside.x, grid.bottom, wide, 2 * down)
        places[End(bar, -1).cell], places[End(bar, 1).cell] = first, second
    return GridLayout(places, grid, wide, tall, across, down)


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

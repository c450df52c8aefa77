"""Where the squares of a trail lie: in rows that wind from Start to Castle, above a die and an overview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.pieces import middle

LEAST_WIDE, LEAST_TALL, LEAST_GAP = 12, 4, 2
"""A square in which a name can be read, and the path between two of them, in cells."""

NARROW: Final = 40
"""Below this width squares and gaps are a column narrower: three in a row are better than two."""

MOST_WIDE, MOST_TALL = 24, 12
LARGE_WIDE, LARGE_TALL = 18, 8
"""From this size of a square on its sign and its price are large."""

TINY_WIDE, TINY_TALL = 36, 16
"""On less room than that there are tiles without words, so that the whole way can be seen."""

ROOMY: Final = 20
"""From this height on the die is five rows tall."""


@dataclass(frozen=True, slots=True, eq=False)
class TrailLayout:
    """Places in cells. `across` squares stand in a row; `shown` rows are seen from row `first` on."""

    count: int
    across: int
    wide: int
    tall: int
    gap: int
    fall: int
    """The empty lines between two rows."""
    left: int
    top: int
    first: int
    shown: int
    height: int
    """The lines that the trail may take."""
    die: Region
    overview: Region
    """From the pawns' line of the overview down to what is said of a square."""
    places: Mapping[Cell, Region]
    """The squares that can be seen, and the die under the number after the last square."""

    @property
    def large(self) -> bool:
        """Whether signs, prices and pawns are large."""
        return self.wide >= LARGE_WIDE and self.tall >= LARGE_TALL

    @property
    def tiny(self) -> bool:
        """Whether squares are tiles without words."""
        return not self.die.height

    @property
    def whole(self) -> bool:
        """Whether all squares can be seen at once."""
        return self.shown >= -(-self.count // self.across)

    def tile(self, square: int) -> Region:
        """Where a square lies, also one that is out of sight above or below."""
        row, column = grid(square, self.across)
        x = self.left + column * (self.wide + self.gap)
        y = self.top + (row - self.first) * (self.tall + self.fall)
        return Region(x, y, self.wide, self.tall)

    def middle(self, square: int) -> Point:
        """The middle of a square, in pixels."""
        return middle(self.tile(square))


def grid(square: int, across: int) -> tuple[int, int]:
    """Row and column of a square on a trail that turns at the end of each row."""
    row, column = divmod(square, across)
    return row, column if row % 2 == 0 else across - 1 - column


def at(row: int, column: int, across: int) -> int:
    """The square of a row and column."""
    return row * across + (column if row % 2 == 0 else across - 1 - column)


@lru_cache(maxsize=64)
def lay_out(width: int, height: int, count: int, focus: int) -> TrailLayout:
    """The largest squares with which `count` of them can be seen at once; else squares just large enough to be
    read, in the rows around the square `focus`. On little room, tiles without words, and nothing else."""
    if width < TINY_WIDE or height < TINY_TALL:
        return _lay_out_tiles(width, height, count)
    strip = 5 if height >= ROOMY else 3
    room = max(LEAST_TALL, height - strip - 1)
    wide, tall = _fitting(width, room, count)
    across = _across(width, wide)
    rows = -(-count // across)
    shown = max(1, min(rows, (room + 1) // (tall + 1)))
    gap = min(6, (width - across * wide) // across) if across > 1 else 0
    fall = max(1, min(4, (room - shown * tall) // (shown + 1)))
    first = max(0, min(rows - shown, grid(focus, across)[0] - shown // 2))
    left = max(0, (width - across * wide - (across - 1) * gap) // 2)
    top = max(0, (room - shown * tall - (shown - 1) * fall) // 2)
    bottom = height - strip
    die = Region(left, bottom, 2 * strip - 1, strip)
    overview = Region(die.right + 2, bottom, max(0, width - die.right - 3), strip)
    bare = TrailLayout(count, across, wide, tall, gap, fall, left, top, first, shown, room, die, overview, {})
    seen = range(first * across, min(count, (first + shown) * across))
    places = {**{square: bare.tile(square) for square in seen}, count: die}
    return replace(bare, places=places)


def _lay_out_tiles(width: int, height: int, count: int) -> TrailLayout:
    """The largest tiles, about twice as many columns wide as they are rows high, with which all can be seen; there
    are no places where they cannot."""
    best = (0, 0, 1)
    for across in range(1, count + 1):
        rows = -(-count // across)
        wide, tall = (width + 1) // across - 1, (height + 1) // rows - 1
        tall = min(tall, (wide + 1) // 2)
        best = max(best, (tall, min(wide, 2 * tall + 1), across))
    tall, wide, across = best
    rows = -(-count // across)
    left, top = (width - across * (wide + 1) + 1) // 2, (height - rows * (tall + 1) + 1) // 2
    none = Region(0, height, 0, 0)
    bare = TrailLayout(count, across, wide, tall, 1, 1, left, top, 0, rows, height, none, none, {})
    if not tall:
        return bare
    return replace(bare, places={square: bare.tile(square) for square in range(count)})


def _across(width: int, wide: int) -> int:
    gap = LEAST_GAP - (width < NARROW)
    return max(1, (width + gap - 1) // (wide + gap))


def _fitting(width: int, room: int, count: int) -> tuple[int, int]:
    least = LEAST_WIDE - (width < NARROW)
    for tall in range(MOST_TALL, LEAST_TALL - 1, -1):
        rows = (room + 1) // (tall + 1)
        for wide in range(min(MOST_WIDE, 3 * tall), least - 1, -1):
            if rows * _across(width, wide) >= count:
                return wide, tall
    return least, LEAST_TALL

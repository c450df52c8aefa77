"""A hexagon of round places in rows, each shifted by half a place from the next, in a wooden rim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.look import Look

HexagonRows = tuple[tuple[Cell, ...], ...]
"""The places of each row from left to right, the rows from the top."""


class Step(NamedTuple):
    """A size of hexagon: from place to place in cells, from row to row in pixels, a marble's width in cells and its
    height in pixels."""

    pitch: int
    drop: int
    wide: int
    tall: int


SHADED: Final = (
    Step(2, 2, 2, 2), Step(4, 3, 3, 3), Step(4, 4, 4, 4), Step(6, 4, 5, 4), Step(6, 5, 5, 4), Step(6, 6, 5, 4),
    Step(8, 6, 7, 7), Step(8, 7, 7, 7), Step(10, 8, 9, 9), Step(10, 9, 9, 9), Step(12, 10, 11, 11),
    Step(14, 12, 13, 13), Step(16, 14, 15, 15), Step(18, 16, 17, 17),
)  # fmt: skip
SIGNS: Final = (
    Step(2, 2, 1, 2), Step(4, 2, 1, 2), Step(6, 4, 3, 4), Step(8, 6, 5, 6), Step(10, 8, 7, 8), Step(12, 10, 9, 8),
    Step(14, 12, 9, 10), Step(16, 14, 11, 12),
)  # fmt: skip
"""From the smallest; where marbles are drawn with signs, in whole cells."""

LEAST_NAMED: Final = 4
"""The smallest pitch at which there is room for names."""


class Rim(NamedTuple):
    """What lies around the places: cells at the sides, pixels above and below."""

    side: int
    above: int
    below: int


BARE: Final = Rim(1, 1, 1)
"""Around a hexagon without names."""


@dataclass(frozen=True, slots=True, eq=False)
class HexagonLayout:
    """Where the places are; marbles lie at whole cells and pixels."""

    rows: HexagonRows
    places: Mapping[Cell, Region]
    corners: Mapping[Cell, tuple[int, int]]
    """The cell column and the pixel at which a marble in a place has its upper left corner."""

    step: Step
    rim: Rim
    named: bool
    """Whether there is room for names in the rim."""

    hub: Point
    """The middle of the hexagon in pixels."""

    def centre(self, cell: Cell) -> Point:
        """The middle of a place, in pixels."""
        x, y = self.corners[cell]
        return x + self.step.wide / 2, y + self.step.tall / 2

    def letter(self, cell: Cell) -> tuple[int, int]:
        """The cell of the screen in the middle of a place."""
        x, y = self.corners[cell]
        return x + self.step.wide // 2, (y + (self.step.tall - 1) // 2) // 2

    @property
    def top(self) -> int:
        """The first pixel of the places."""
        return int(self.hub[1] - self.height / 2)

    @property
    def height(self) -> int:
        """Of the places from the first row to the last, in pixels."""
        return (len(self.rows) - 1) * self.step.drop + self.step.tall

    def line(self, row: int) -> float:
        """The middle of a row, in pixels; rows count from the top."""
        return self.top + row * self.step.drop + (self.step.tall - 1) / 2

    def reach(self, y: float, rim: bool = False) -> float:
        """How far the hexagon goes to either side of its middle in a line of pixels, with its rim or without."""
        step = self.step
        slope = step.pitch / 2 / step.drop
        widest = len(self.rows) * step.pitch / 2 + 0.9 + (self.rim.side if rim else 0)
        return widest - slope * abs(y + 0.5 - self.hub[1])


@lru_cache(maxsize=64)
def lay_out_hexagon(
    width: int, height: int, rows: HexagonRows, names: bool = True, signs: bool = False
) -> HexagonLayout:
    """The largest hexagon that fits, in the middle; as many rows as its longest row is long. `names`: with room for
    the names of rows where that makes it not much smaller."""
    steps = SIGNS if signs else SHADED
    bare = _largest(steps, width, height, len(rows), False)
    named = _largest(steps, width, height, len(rows), True) if names else None
    if named and named[0].pitch >= max(LEAST_NAMED, bare[0].pitch - 2 if bare else 0):
        return _laid(width, height, rows, *named, True)
    step, rim = bare or (steps[0], BARE)
    return _laid(width, height, rows, step, rim, False)


def _largest(
    steps: tuple[Step, ...], width: int, height: int, across: int, names: bool
) -> tuple[Step, Rim] | None:
    for step in reversed(steps):
        rim = _rim(step, steps is SIGNS) if names else BARE
        if names and step.tall == 4 and step.drop % 2:
            continue  # in every other row a letter would stand off the middle
        wide = (across - 1) * step.pitch + step.wide + 2 * rim.side
        tall = (across - 1) * step.drop + step.tall + rim.above + rim.below
        if wide <= width + (step is steps[0]) and tall <= 2 * height:
            return step, rim
    return None


def _uneven(step: Step) -> bool:
    """Whether the last pixel of a hexagon lies in the upper half of a cell: no rim should begin in its lower one."""
    return step.wide == 3 and step.tall == 3


def _rim(step: Step, signs: bool) -> Rim:
    if signs:
        return Rim(3, 2, 4)
    if step.pitch >= 12:
        return Rim(4, 2, 4)
    return Rim(3, 2, 4) if step.pitch >= 6 else Rim(3, 1, 3)


def _laid(width: int, height: int, rows: HexagonRows, step: Step, rim: Rim, named: bool) -> HexagonLayout:
    across = len(rows)
    left = (width - (across - 1) * step.pitch - step.wide) // 2
    high = (across - 1) * step.drop + step.tall
    top = rim.above + max(0, (2 * height - high - rim.above - rim.below) // 2)
    odd = step.wide == 5 and step.tall == 4  # so that its middle rows share a cell, in which a letter stands
    if step.tall <= 4 or step in SIGNS:
        low = top + high + 2 > 2 * height  # no room for a rim below: rather leave out the one above
        top += (top + odd) % 2 * (-1 if low or top > rim.above else 1)
    corners: dict[Cell, tuple[int, int]] = {}
    places: dict[Cell, Region] = {}
    for line, row in enumerate(rows):
        y = top + line * step.drop
        middle = y + step.tall / 2
        first, last = int((middle - step.drop / 2) / 2 + 0.5), int((middle + step.drop / 2) / 2 + 0.5)
        for at, cell in enumerate(row):
            x = left + (across - len(row)) * step.pitch // 2 + at * step.pitch
            corners[cell] = (x, y)
            places[cell] = Region(x - (step.pitch - step.wide) // 2, first, step.pitch, max(1, last - first))
    hub = (left + ((across - 1) * step.pitch + step.wide) / 2, top + high / 2)
    ordered = dict(sorted(places.items()))
    return HexagonLayout(rows, ordered, corners, step, rim, named, hub)


class Wood(NamedTuple):
    """What a hexagon is made of: the colours of its board and of its rim."""

    board: int
    rim: int


@backdrop
def paint_hexagon(canvas: Canvas, layout: HexagonLayout, wood: Wood, look: Look) -> None:
    """The empty hexagon, lit from the upper left."""
    if not look.skin.shaded:
        _draw_outline(canvas, layout, wood, look)
        return
    middle, top, rim = layout.hub[0], layout.top, layout.rim
    bottom = top + layout.height
    shared = _uneven(layout.step) and bottom + 1 < 2 * canvas.height
    for y in range(top - rim.above, bottom + rim.below + (shared and not layout.named)):
        above, below = y < top, y >= bottom + shared
        left, right = _rim_shades(wood.rim, y < layout.hub[1], above, below)
        reach, half = layout.reach(y, rim=True), int(middle)
        _span(canvas, y, middle - reach, half, left)
        _span(canvas, y, half, middle + reach, right)
        if not (above or below):
            share = (y - top) / layout.height
            board = mix(mix(wood.board, 0xFFFFFF, 0.06), mix(wood.board, 0, 0.12), share)
            _span(canvas, y, middle - layout.reach(y), middle + layout.reach(y), board)


def _rim_shades(rim: int, upper: bool, above: bool, below: bool) -> tuple[int, int]:
    """Of the left and of the right half of the rim in a line."""
    if above:
        return (mix(rim, 0xFFFFFF, 0.24),) * 2
    if below:
        return (mix(rim, 0, 0.20),) * 2
    return (mix(rim, 0xFFFFFF, 0.14), mix(rim, 0, 0.04)) if upper else (mix(rim, 0, 0.06), mix(rim, 0, 0.24))


def _span(canvas: Canvas, y: int, start: float, end: float, colour: int) -> None:
    """A stretch of a line of pixels that covers those at its ends in part."""
    first, last = int(start), int(end)
    canvas.dot(first, y, colour, 1 - start % 1)
    canvas.fill(first + 1, y, last - first - 1, 1, colour)
    canvas.dot(last, y, colour, end % 1)


def _draw_outline(canvas: Canvas, layout: HexagonLayout, wood: Wood, look: Look) -> None:
    """The same as lines, and a ground for the marbles where colours can be seen."""
    middle, top, bottom = layout.hub[0], layout.top // 2, (layout.top + layout.height) // 2
    down, up, flat = ("\\", "/", "-") if look.skin.plain else ("╲", "╱", "─")
    upper: list[int] = []
    for y in range(top, bottom):
        reach = min(layout.reach(2 * y), layout.reach(2 * y + 1))
        left, right = int(middle - reach) - 1, int(middle + reach + 0.5)
        upper.append(left)
        if look.coloured:
            canvas.fill(left + 1, 2 * y, right - left - 1, 2, mix(look.ground, wood.board, 0.5))
        above = 2 * y + 1 < layout.hub[1]
        canvas.text(left, y, up if above else down, look.muted)
        canvas.text(right, y, down if above else up, look.muted)
    if layout.named:
        for y, at in ((top - 1, upper[0]), (bottom, upper[-1])):
            canvas.text(at + 1, y, flat * (int(2 * (middle - at)) - 1), look.muted)

"""Where a scene lies on a grid of cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from textual.geometry import Region

from marbles_tui.core.scene import Hollow, Label, Point, Rect, Scene

WIDER, HIGHER = 2.4, 1.2
"""How many times as wide as half their height, or as high as half their width, distances may become."""


SIGNS_WIDER = 3.5
"""How many times as wide in signs, which are not round."""

LEAST_WHOLE = 1.85
"""Distances of fewer points are not rounded: too much would be lost. In signs those of a row or more are: lines that
lead across a board are straight then."""


LEAST_OWN = 0.85
"""The share of a cell from which on a step has one of its own: else two rows of signs stand in one."""


class View(NamedTuple):
    """Cells to a unit across and down, and the cell of the scene's origin."""

    kx: float
    ky: float
    ox: float
    oy: float

    @property
    def k(self) -> float:
        """Cells across to a unit of what must stay round; down it is half as many."""
        return min(self.kx, 2 * self.ky)

    def cell(self, at: Point) -> Point:
        """Where a point lies, in cells."""
        return self.ox + self.kx * at[0], self.oy + self.ky * at[1]

    def around(self, at: Point) -> View:
        """The same around a point in which all stays round: so pieces are seen, wherever they are."""
        return View(self.k, self.k / 2, *self.cell(at))

    def written(self, label: Label, by: Point = (0.0, 0.0)) -> Region:
        """The cells of a label, so far from its place; none where it is not shown."""
        x, y = self.cell((label.at[0] + by[0], label.at[1] + by[1]))
        wide = len(label.said(self.kx))
        left = floor(x - (0.0, wide / 2, float(wide))[label.align + 1] + 0.5 + 1e-6)
        return Region(left, floor(y + 1e-6), wide, 1)

    def region(self, rect: Rect) -> Region:
        """The cells of a rectangle."""
        left, top = self.cell(rect[:2])
        right, bottom = self.cell(rect[2:])
        x, y, end, under = (floor(at + 0.5 + 1e-6) for at in (left, top, right, bottom))
        return Region(x, y, max(1, end - x), max(1, under - y))

    def cells(self, at: Point, half: Point) -> Region:
        """The same of what is as large wherever it is."""
        return self.centred(at, max(1, round(2 * half[0] * self.kx)), max(1, round(2 * half[1] * self.ky)))

    def centred(self, at: Point, wide: int, tall: int) -> Region:
        """So many cells with a point in their middle."""
        x, y = self.cell(at)
        return Region(floor(x - wide / 2 + 0.5 + 1e-6), floor(y - tall / 2 + 0.5 + 1e-6), wide, tall)


def view(scene: Scene, width: int, height: int, across: int = 1, down: int = 1) -> View:
    """The largest in which a scene fits into so many cells, in the middle: round things stay round, distances between
    them may be stretched a little, and the scene's grid comes out whole, across in cells and down in points."""
    # What lies in hollows has rows of its own in signs.
    heaps = down == 1 and any(
        isinstance(each, Hollow) and each.half[0] != each.half[1] for each in scene.still
    )
    least_whole = 1.0 if down == 1 and not heaps else LEAST_WHOLE
    return _view(scene.bounds, scene.grid, scene.least, width, height, across, down, least_whole)


@lru_cache(maxsize=256)
def _view(
    bounds: Rect,
    grid: Point,
    least: float,
    width: int,
    height: int,
    across: int,
    down: int,
    least_whole: float,
) -> View:
    left, top, right, bottom = bounds
    most = height / (bottom - top)
    wider = WIDER if down > 1 else SIGNS_WIDER
    kx = whole(min(width / (right - left), wider * most), grid[0], 1, least_whole)
    ky = whole(min(most, kx / 2 * HIGHER), grid[1], down, least_whole)
    if kx > 2:
        kx = min(kx, whole(wider * ky, grid[0], 1, least_whole))
    ox = _begin((width - kx * (right + left)) / 2, least * kx, across, across)
    tall = least * min(kx / 2, ky)
    # Marbles two cells wide are drawn as letters: their rows are one cell apart.
    letters = down > 1 and least * kx == 2 and 1 <= ky * grid[1] < 2
    if letters:
        ky = 1 / grid[1]
    # A piece three points high would share both its cells with two other colours, unless it begins with a cell.
    tiny = down == 2 and ky * grid[1] == 2 and 1 < tall <= 1.5
    spare = height - ky * (bottom - top) >= 1  # room to move all to the nearest whole cell
    parts = 1 if (letters or tiny) and spare else down
    # What is a row of signs high has its middle in the middle of one.
    size = tall if tiny else float(down == 1 and spare and round(ky * grid[1], 6) == 1)
    oy = _begin((height - ky * (bottom + top)) / 2, size, down, parts)
    return View(kx, ky, ox, oy)


def places(scene: Scene, seen: View) -> dict[int, Region]:
    """The regions of the places."""
    return {place: seen.region(rect) for place, rect in scene.places.items()}


def names(scene: Scene, seen: View) -> Iterator[tuple[int, Region]]:
    """The regions of the places' names."""
    for item in scene.items:
        if isinstance(item, Label) and item.of is not None:
            yield item.of, seen.written(item)


def whole(k: float, step: float, points: int = 1, least: float = 1.0) -> float:
    """A scale in which a step of `least` or more points is a whole number of them; a small one may cut a little of a
    rim."""
    if points == 1 and LEAST_OWN <= k * step < 1:
        return 1 / step
    if not step or k * step * points < least:
        return k
    return floor(k * step * points + (0.15 if k < 2 else 0.07) * max(1.0, points / 2)) / step / points


def _begin(at: float, size: float, points: int, parts: int) -> float:
    """The origin nearest to `at` for which a piece around it begins where a part of a cell does, of so many in each;
    its size is first rounded up to whole points, of so many in a cell."""
    size = ceil(size * points) / points
    return round((at - size / 2) * parts) / parts + size / 2

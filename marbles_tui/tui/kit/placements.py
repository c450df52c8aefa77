"""The images over the cells of a board, in the protocol of kitty's graphics.

A piece is a placement of an image that was sent once a size, and moves by being placed again. Marks and hollows are
images, too, and so is a number that lies upon one: images hide cells. What has no image is drawn in cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from math import floor
from time import monotonic
from typing import Final, NamedTuple

from textual.geometry import Offset, Region, Size

from marbles_tui.core.palette import Colours
from marbles_tui.core.scene import Ball, Box, Disc, Item, Label, Piece, Scene
from marbles_tui.tui.kit.pixels import Cell, Image, Shown, extent, form, image
from marbles_tui.tui.kit.view import View

HIDE: Final = "\x1b_Ga=d,q=2\x1b\\"
"""No image is shown."""

FREE: Final = "\x1b_Ga=d,d=A,q=2\x1b\\"
"""Nor kept."""

AT_ONCE: Final = 0.012
"""Seconds that a frame may take to paint images; what has none yet is drawn in cells."""

MOST: Final = 512
"""Images that a terminal keeps for us."""


class Placed(NamedTuple):
    """An image on a board: its number, its corner in pixels, the cells that it touches, and how high it lies."""

    number: int
    x: int
    y: int
    cells: Region
    z: int = 1


Wanted = dict[Hashable, Placed]
Heights = dict[tuple[int, int], int]
"""How high the uppermost image of each cell lies."""

Sorted = tuple[tuple[Item, ...], Wanted, Heights]


class Instant(NamedTuple):
    """What else has to be known to sort the items of a scene."""

    seen: View
    bounds: Region
    colours: Colours
    before: Wanted
    until: float
    """When there is no more time to paint images."""


class Placements:
    """The images of one terminal. `split` takes what is to be images out of a scene; `show` says what the terminal
    has to be told then, and `hide` where the board is not seen."""

    def __init__(self) -> None:
        self.unfinished = False
        """Whether the last scene has pieces whose images are still to be painted."""
        self._has_time = True
        """To paint another image now."""
        self._scale: Hashable = None
        self._images: dict[Hashable, tuple[int, Image] | None] = {}
        self._unsent: list[str] = []
        self._wanted: Wanted = {}
        self._still: Sorted = (), {}, {}
        self._kept: Hashable = None
        """What they were sorted for."""
        self._shown: dict[Hashable, tuple[int, int, tuple[int, int, int]]] = {}
        """The image of each placement, its number, and where it is, in pixels of the screen, and how high."""
        self._turns: dict[str, tuple[int, Image]] = {}
        """How each piece was seen last, until its next turn is painted."""
        self._cell: Cell = (1, 1)

    def split(
        self,
        scene: Scene,
        seen: View,
        size: Size,
        cell: Cell,
        colours: Colours,
        covers: Sequence[Region] = (),
    ) -> Scene:
        """A scene on so many cells without what becomes images. `covers`: what lies over the board."""
        scale = (seen.kx, seen.ky, cell, colours)
        if scale != self._scale or len(self._images) > MOST:
            self._unsent = [FREE]
            for known in (self._images, self._shown, self._turns, self._wanted):
                known.clear()
            self._scale, self._cell, self._kept = scale, cell, None
        now = Instant(seen, size.region, colours, self._wanted, monotonic() + AT_ONCE)
        self.unfinished, self._has_time, hidden = False, True, [0] * size.height
        for region in covers:
            _hide(hidden, region)
        found = self._found(scene.items, hidden, now)
        kept = scene.still, seen, size, tuple(hidden)
        if self._kept != kept:
            below = self._found(scene.still, hidden, now)
            self._still, self._kept = self._sorted(scene.still, below, {}, {}, now), kept
        if self.unfinished and not now.before:  # all of them or none
            self._wanted, self._kept = {}, None
            return scene
        still, wanted, heights = self._still
        items, self._wanted, _ = self._sorted(scene.items, found, wanted.copy(), heights.copy(), now)
        return replace(scene, items=items, still=still)

    def _found(self, items: tuple[Item, ...], hidden: list[int], now: Instant) -> dict[int, Placed]:
        """The images of some items, by their places among them. None hides what is drawn in cells after it, `hidden`
        with a bit for each cell of a row; what has no image is added here."""
        found = {}
        for at in range(len(items) - 1, -1, -1):
            item = items[at]
            placed = self._placed(item, now) if isinstance(item, Shown) else None
            if placed and _is_free(placed.cells, hidden, now.bounds):
                found[at] = placed
                continue
            for region in [placed.cells] if placed else extent(item, now.seen):
                _hide(hidden, region)
        return found

    def _sorted(
        self,
        items: tuple[Item, ...],
        found: Mapping[int, Placed],
        wanted: Wanted,
        heights: Heights,
        now: Instant,
    ) -> Sorted:
        """What of some items is drawn in cells, and what are images, over those that are there already."""
        left: list[Item] = []
        for at, item in enumerate(items):
            if placed := found.get(at):
                cells = [(x, y) for y in placed.cells.line_range for x in placed.cells.column_range]
                below = max(heights.get(cell, 0) for cell in cells)
                if below or not isinstance(item, Label | Disc | Ball):
                    name: Hashable = item.id if isinstance(item, Piece | Box) else (placed.number, 0)
                    while name in wanted and isinstance(name, tuple):  # those that look alike, in their order
                        name = placed.number, name[1] + 1
                    before = now.before.get(name, placed)  # as high as it was, if it can
                    z = max(below + 1, before.z)
                    heights.update(dict.fromkeys(cells, z))
                    wanted[name] = placed._replace(z=z)
                    continue
            left.append(item)
        return tuple(left), wanted, heights

    def show(self, at: Offset) -> str:
        """What makes a terminal show the images of the last scene, on a board with its corner in this cell."""
        out, self._unsent = self._unsent, []
        used = {number for _, number, _ in self._shown.values()}
        free = (number for number in range(1, 10**6) if number not in used)
        for name, (picture, x, y, _, z) in self._wanted.items():
            where, old = (x + at.x * self._cell[0], y + at.y * self._cell[1], z), self._shown.get(name)
            if old and (old[0], old[2]) == (picture, where):
                continue
            number = old[1] if old else next(free)
            (column, dx), (row, dy) = divmod(where[0], self._cell[0]), divmod(where[1], self._cell[1])
            keys = f"a=p,i={picture},X={dx},Y={dy},C=1,z={z},q=2,p={number}"
            out.append(f"\x1b[{row + 1};{column + 1}H\x1b_G{keys}\x1b\\")
            if old and old[0] != picture:
                out.append(_gone(*old[:2]))
            self._shown[name] = picture, number, where
        for name in self._shown.keys() - self._wanted.keys():
            out.append(_gone(*self._shown.pop(name)[:2]))
        return "".join(out)

    def hide(self) -> str:
        """What makes it show none."""
        shown, self._shown = self._shown, {}
        return HIDE if shown else ""

    def forget(self) -> str:
        """What makes it show and keep none; all are sent again when they are needed."""
        known, self._scale = self._scale, None
        self._shown.clear()
        return FREE if known else ""

    def _placed(self, item: Shown, now: Instant) -> Placed | None:
        """An item as an image; None where it has none, or is not seen in this size."""
        seen = now.seen
        if isinstance(item, Label) and not item.least <= seen.kx < item.most:
            return None
        if isinstance(item, Box) and not item.id:
            return None
        key = form(item)
        if key not in self._images:
            can_wait = not now.before or (isinstance(item, Piece) and item.id in self._turns)
            if can_wait and not self._has_time:
                self.unfinished = True
            else:
                self._has_time = monotonic() < now.until
                painted = image(item, seen, self._cell, now.colours)
                self._images[key] = painted and (len(self._images) + 1, painted)
                if painted:
                    self._unsent.append(painted.sent(len(self._images)))
        found = self._images.get(key, self._turns.get(item.id) if isinstance(item, Piece) else None)
        if not found:
            return None
        if isinstance(item, Piece):
            self._turns[item.id] = found
        number, (left, top, width, height, _) = found
        x, y = seen.cell(item.at)
        if isinstance(item, Label):  # letters stand in cells
            half = len(item.text) / 2
            x, y = floor(x - half * (item.align + 1) + 0.5 + 1e-6) + half, floor(y + 1e-6) + 0.5
        wide, tall = self._cell
        x, y = floor(x * wide + 0.5) + left, floor(y * tall + 0.5) + top
        touched = Region.from_corners(x // wide, y // tall, -(-(x + width) // wide), -(-(y + height) // tall))
        return Placed(number, x, y, touched)


def _is_free(cells: Region, hidden: list[int], bounds: Region) -> bool:
    """Whether cells are on the board, and none is hidden."""
    bits = (1 << cells.width) - 1
    return bounds.contains_region(cells) and not any(hidden[y] >> cells.x & bits for y in cells.line_range)


def _hide(hidden: list[int], region: Region) -> None:
    """Set the bits of cells."""
    left, right = max(0, region.x), max(0, region.right)
    for y in range(max(0, region.y), min(len(hidden), region.bottom)):
        hidden[y] |= (1 << right) - (1 << left)


def _gone(picture: int, number: int) -> str:
    return f"\x1b_Ga=d,d=i,i={picture},p={number}\x1b\\"  # which is never answered

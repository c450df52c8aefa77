"""The images over the cells of a board, in the protocol of kitty's graphics.

A piece is a placement of an image that was sent once a size, and moves by being placed again. Marks and hollows are
images, too, and so is a number that lies upon one: images hide cells. What has no image is drawn in cells.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from time import monotonic
from typing import Final, NamedTuple
from zlib import compress

from textual.geometry import Offset, Region, Size

from marbles_tui.core.palette import Colours
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Hollow,
    Item,
    Label,
    Line,
    Mark,
    Part,
    Piece,
    Rect,
    Scene,
    around,
)
from marbles_tui.tui.kit.big_letters import TALL_FACE
from marbles_tui.tui.kit.fit import Grid
from marbles_tui.tui.kit.paint import bounds_of, cut_out
from marbles_tui.tui.kit.view import View

CHUNK: Final = 4096
"""Bytes of an image that are sent in one piece."""

SHADES: Final = 0xFCFCFCFC
"""The bits of a shade of a piece that are sent: nobody sees the others, and they are half of the bytes. In what is
flat one would."""

Shown = Piece | Mark | Hollow | Label | Disc | Ball | Box
"""What can be an image; of boxes only those with an id."""

Cell = tuple[int, int]
"""The pixels of a cell."""


class Image(NamedTuple):
    """RGBA, and where its left upper corner lies from the middle of what it shows."""

    left: int
    top: int
    width: int
    height: int
    dots: bytes

    def sent(self, number: int) -> str:
        """What sends it to a terminal under a number."""
        data = b64encode(compress(self.dots, 9)).decode()
        parts = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
        more = [f"m={int(part is not parts[-1])}" for part in parts]
        more[0] = f"a=t,f=32,o=z,s={self.width},v={self.height},i={number},q=2,{more[0]}"
        return "".join(f"\x1b_G{keys};{part}\x1b\\" for keys, part in zip(more, parts, strict=True))


Form = tuple[Part | Mark | Hollow, ...]


def form(item: Shown) -> Form:
    """What an item is made of, around the origin: what looks alike is alike here, wherever it is. A flat box is a
    part of one of whole units."""
    if isinstance(item, Piece):
        return item.parts
    if isinstance(item, Box):
        wide, tall = (floor(2 * half) + 1 for half in item.half)
        return (Box((0.0, 0.0), (wide / 2, tall / 2), item.colour),)
    return (item._replace(at=(0.0, 0.0)),)


def image(item: Shown, seen: View, cell: Cell, colours: Colours) -> Image | None:
    """How an item looks; None where it has letters that we cannot paint, or cannot be seen."""
    parts, alone = form(item), seen.around((0.0, 0.0)) if isinstance(item, Piece) else seen
    if not all(TALL_FACE.has(part.said(alone.kx).upper()) for part in parts if isinstance(part, Label)):
        return None
    left, top, rows = cut_out(parts, alone, Grid(*cell, ""), colours)
    if not rows:
        return None
    kept = SHADES if isinstance(item, Piece | Ball) else 0xFFFFFFFF
    sent = [dot for row in rows for dot in row]
    dots = {dot: (dot & kept | (dot & 255 == 255) * 255).to_bytes(4, "big") for dot in set(sent)}
    data = b"".join(map(dots.__getitem__, sent))
    return Image(left, top, len(rows[0]), len(rows), data)


def extent(item: Item, seen: View) -> list[Region]:
    """Cells among which are all of what is drawn in them."""
    if isinstance(item, Label) and not item.said(seen.kx):
        return []
    if not isinstance(item, Line):
        return [_cells(bounds_of(item, seen.kx), seen)]
    ends = pairwise(item.points)  # a slanting one piece by piece
    return [_cells(bounds_of(item._replace(points=each), seen.kx), seen) for each in ends]


def _cells(rect: Rect, seen: View) -> Region:
    """The cells that a rectangle touches."""
    left, top = seen.cell(rect[:2])
    right, bottom = seen.cell(rect[2:])
    x, y = floor(left), floor(top)
    return Region(x, y, max(1, ceil(right) - x), max(1, ceil(bottom) - y))


HIDE: Final = "\x1b_Ga=d,q=2\x1b\\"
"""No image is shown."""

FREE: Final = "\x1b_Ga=d,d=A,q=2\x1b\\"
"""Nor kept."""

AT_ONCE: Final = 0.012
"""Seconds that a frame may take to paint images; what has none yet is drawn in cells. Of turns that were not seen yet
each frame paints one, while those on the board are as they were."""

AIR: Final = 8
"""Around the letters of a cell a share of it is empty: where nothing lies over the board an image may cover one in
so many parts of a neighbour's."""

MOST: Final = 512
"""Images that a terminal keeps for us."""


class Placed(NamedTuple):
    """An image on a board: its number, its corner in pixels, the cells that it touches, and how high it lies."""

    number: int
    x: int
    y: int
    cells: Region
    z: int = 1
    part: str = ""
    """The keys that say how much of the image is shown, from its corner; all of it without."""


Wanted = dict[Hashable, Placed]
Heights = list[int]
"""How high the uppermost image of each cell lies, row by row."""

Sorted = tuple[tuple[Item, ...], Wanted, Heights]


class Instant(NamedTuple):
    """What else has to be known to sort the items of a scene."""

    seen: View
    bounds: Region
    colours: Colours
    before: Wanted
    until: float
    """When there is no more time to paint images."""

    covered: bool
    """Whether anything lies over the board."""


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
        self._still: Sorted = (), {}, []
        self._kept: Hashable = None
        """What they were sorted for."""
        self._shown: dict[Hashable, tuple[int, tuple[int, int, int, str]]] = {}
        """The image of each placement, and where it is, in pixels of the screen, how high, and what part of it."""
        self._numbers: dict[Hashable, int] = {}
        """That of each placement."""
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
        until = monotonic() + (0.0 if self._wanted else AT_ONCE)
        now = Instant(seen, size.region, colours, self._wanted, until, bool(covers))
        self.unfinished, self._has_time, hidden = False, True, [0] * size.height
        for region in covers:
            _hide(hidden, region)
        found = self._found(scene.items, hidden, now)
        kept = scene.still, seen, size, tuple(hidden)
        if self._kept != kept:
            below = self._found(scene.still, hidden, now)
            self._still, self._kept = self._sorted(scene.still, below, {}, [0] * size.area, now), kept
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
                cells = _numbers(placed.cells, now.bounds.width)
                below = max(map(heights.__getitem__, cells))
                if below or not isinstance(item, Label | Disc | Ball):
                    name: Hashable = item.id if isinstance(item, Piece | Box) else (placed.number, 0)
                    if isinstance(item, Hollow | Mark):  # they stay where they are
                        name = placed[:3]
                    while name in wanted and isinstance(name, tuple):  # those that look alike, in their order
                        name = placed.number, name[1] + 1
                    before = now.before.get(name, placed)  # as high as it was, if it can
                    z = max(below + 1, before.z)
                    for cell in cells:
                        heights[cell] = z
                    wanted[name] = placed._replace(z=z)
                    continue
            left.append(item)
        return tuple(left), wanted, heights

    def show(self, at: Offset) -> str:
        """What makes a terminal show the images of the last scene, on a board with its corner in this cell."""
        out, self._unsent = self._unsent, []
        for name, (picture, x, y, _, z, part) in self._wanted.items():
            where, old = (x + at.x * self._cell[0], y + at.y * self._cell[1], z, part), self._shown.get(name)
            if old == (picture, where):
                continue
            number = self._numbers.setdefault(name, len(self._numbers) + 1)
            (column, dx), (row, dy) = divmod(where[0], self._cell[0]), divmod(where[1], self._cell[1])
            keys = f"a=p,i={picture}{part},X={dx},Y={dy},C=1,z={z},q=2,p={number}"
            out.append(f"\x1b[{row + 1};{column + 1}H\x1b_G{keys}\x1b\\")
            if old and old[0] != picture:
                out.append(_gone(old[0], number))
            self._shown[name] = picture, where
        for name in self._shown.keys() - self._wanted.keys():
            out.append(_gone(self._shown.pop(name)[0], self._numbers[name]))
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
        if isinstance(item, Label) and not item.said(seen.kx):
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
            half = len(item.said(seen.kx)) / 2
            x, y = floor(x - half * (item.align + 1) + 0.5 + 1e-6) + half, floor(y + 1e-6) + 0.5
        wide, tall = self._cell
        x, y = floor(x * wide + 0.5) + left, floor(y * tall + 0.5) + top
        if isinstance(item, Box):
            rect = around(item.at, *item.half)
            ends = *seen.cell(rect[:2]), *seen.cell(rect[2:])
            x, y, right, bottom = (
                floor(at * size + 0.5) for at, size in zip(ends, 2 * self._cell, strict=True)
            )
            width, height = max(1, right - x), max(1, bottom - y)
        # What reaches over the edge of the board is cut there.
        left, top, right, bottom = (
            max(0, -x),
            max(0, -y),
            now.bounds.width * wide - x,
            now.bounds.height * tall - y,
        )
        width, height = min(width, right) - left, min(height, bottom) - top
        if width <= 0 or height <= 0:
            return None
        x, y, part = x + left, y + top, f",x={left},y={top}" if left or top else ""
        if (width, height) != found[1][2:4]:
            part += f",w={width},h={height}"
        dx, dy = (0, 0) if now.covered else (min(width, wide) // AIR, min(height, tall) // AIR)
        corner = (x + dx) // wide, (y + dy) // tall
        touched = Region.from_corners(*corner, -(-(x + width - dx) // wide), -(-(y + height - dy) // tall))
        return Placed(number, x, y, touched, part=part)


@lru_cache(maxsize=4096)
def _numbers(cells: Region, width: int) -> tuple[int, ...]:
    """The numbers of some cells of a board that is so many wide, counted row by row."""
    return tuple(y * width + x for y in cells.line_range for x in cells.column_range)


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

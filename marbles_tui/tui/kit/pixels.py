"""Items of a scene as images: painted as the cells are, in points that are pixels, on black and on white."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Hashable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Final, NamedTuple
from zlib import compress

from textual.geometry import Offset, Region

from marbles_tui.core.palette import Colours
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Hollow,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Part,
    Piece,
    Point,
    Polygon,
    Rect,
    Tile,
)
from marbles_tui.tui.kit.big_letters import TALL_FACE
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.fit import Grid
from marbles_tui.tui.kit.paint import Painter, cut_out
from marbles_tui.tui.kit.shapes import TURNS, box, heading_of
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


def form(item: Shown) -> Hashable:
    """What looks alike is alike here: a marble has eight turns and a few lights, wherever it is."""
    if isinstance(item, Piece):
        return _form(item.parts)
    if isinstance(item, Box):
        left, top, right, bottom = item.rect
        return Box, round(right - left, 2), round(bottom - top, 2), item.colour
    return item._replace(at=(0.0, 0.0))


@lru_cache(maxsize=4096)
def _form(parts: tuple[Part, ...]) -> Hashable:
    found: list[Hashable] = []
    for part in parts:
        if isinstance(part, Ball):
            colour, _, light = part.colour.partition(":")
            turn = None if part.turn is None else (round(part.turn * TURNS) % TURNS, heading_of(part.way))
            found.append((part.at, round(part.r, 2), colour, round(float(light or 1) * 12), turn))
        else:
            found.append(part)
    return tuple(found)


def image(item: Shown, seen: View, cell: Cell, colours: Colours) -> Image | None:
    """How an item looks; None where it has letters that we cannot paint, or cannot be seen."""
    parts = item.parts if isinstance(item, Piece) else (_moved(item, (0.0, 0.0)),)
    across = 2 * ceil(max(_reach(part, 0, seen.k) for part in parts) * seen.kx * 1.1 + 1)
    down = 2 * ceil(max(_reach(part, 1, seen.k) for part in parts) * max(seen.ky, seen.k / 2) * 1.1 + 1)
    middle = Offset(across * cell[0] // 2, down * cell[1] // 2)
    around = View(seen.kx, seen.ky, across / 2 - seen.kx, down / 2 - seen.ky)
    labels = [part for part in parts if isinstance(part, Label) and part.least <= seen.kx < part.most]
    if not all(TALL_FACE.has(label.text.upper()) for label in labels):
        return None

    def put(canvas: Canvas) -> None:
        painter = Painter(canvas, around, colours)
        for part in parts:
            if isinstance(part, Label):
                if part in labels:
                    _write(canvas, part, middle, seen.k, cell, colours)
            elif isinstance(item, Piece):
                painter.put(part, (1.0, 1.0))
            else:
                painter.put(_moved(item, (1.0, 1.0)))

    left, top, rows = cut_out(across, down, Grid(*cell, ""), put)
    if not rows:
        return None
    kept = SHADES if isinstance(item, Piece | Ball) else 0xFFFFFFFF
    sent = [dot for row in rows for dot in row]
    dots = {dot: (dot & kept | (dot & 255 == 255) * 255).to_bytes(4, "big") for dot in set(sent)}
    data = b"".join(map(dots.__getitem__, sent))
    return Image(left - middle.x, top - middle.y, len(rows[0]), len(rows), data)


def _write(canvas: Canvas, label: Label, middle: Offset, k: float, cell: Cell, colours: Colours) -> None:
    """Write a label, its letters as far apart as cells."""
    (wide, tall), text = cell, label.text.upper()
    left = middle.x + label.at[0] * k * wide - len(text) * wide * (label.align + 1) / 2
    top = middle.y + label.at[1] * k / 2 * tall - tall / 2
    if label.on:
        canvas.shape(box(left, top, left + len(text) * wide, top + tall), colours[label.on])
    dx, dy = wide / 8, tall / 12
    for n, letter in enumerate(text):
        rows = TALL_FACE.letters[letter].split()
        x, y = left + n * wide + (wide - len(rows[0]) * dx) / 2, top + (tall - len(rows) * dy) / 2
        for at, row in enumerate(rows):
            for run in re.finditer("#+", row):
                ends = x + run.start() * dx, x + run.end() * dx
                canvas.shape(box(ends[0], y + at * dy, ends[1], y + (at + 1) * dy), colours[label.colour])


def _moved(
    item: Mark | Hollow | Label | Disc | Ball | Box, at: Point
) -> Mark | Hollow | Label | Disc | Ball | Box:
    return item.around(at) if isinstance(item, Box) else item._replace(at=at)


def _reach(part: Part | Mark | Hollow, axis: int, k: float) -> float:
    """How far a part reaches from the middle, in units."""
    bounds = _bounds(part, k)
    return max(abs(bounds[axis]), abs(bounds[axis + 2]))


def extent(item: Item, seen: View) -> list[Region]:
    """Cells among which are all of what is drawn in them."""
    if isinstance(item, Label) and not item.least <= seen.kx < item.most:
        return []
    if not isinstance(item, Line):
        return [_cells(_bounds(item, seen.kx), seen)]
    ends = pairwise(item.points)  # a slanting one piece by piece
    return [_cells(_bounds(item._replace(points=each), seen.kx), seen) for each in ends]


def _bounds(item: Item, k: float) -> Rect:
    """A rectangle around an item, in units, of which a cell is one `k`th."""
    match item:
        case Box(rect=rect) | Letters(rect=rect):
            return rect
        case Polygon(points=points) | Line(points=points):
            xs, ys = zip(*points, strict=True)
            grown = item.width / 2 if isinstance(item, Line) else 0.0
            return min(xs) - grown, min(ys) - grown, max(xs) + grown, max(ys) + grown
        case Label(at=(x, y), text=text, align=align):
            x -= align * len(text) / 2 / k
            half = len(text) / 2 / k, 0.0
        case Ball(at=(x, y), r=r) | Disc(at=(x, y), r=r) | Piece(at=(x, y), r=r):
            half = r, r
        case Mark(at=(x, y), half=half) | Hollow(at=(x, y), half=half) | Tile(at=(x, y), half=half):
            pass
    return x - half[0], y - half[1], x + half[0], y + half[1]


def _cells(rect: Rect, seen: View) -> Region:
    """The cells that a rectangle touches."""
    left, top = seen.cell(rect[:2])
    right, bottom = seen.cell(rect[2:])
    x, y = floor(left), floor(top)
    return Region(x, y, max(1, ceil(right) - x), max(1, ceil(bottom) - y))

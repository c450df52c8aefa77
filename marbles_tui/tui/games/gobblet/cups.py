"""Gobblets as cups that one sees from the front and a little from above: rim, dark inside, body and foot."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.sprites import Dot, Sprite

TAPERED: Final = 9
"""From this width on a cup narrows towards its foot."""


class Cup(NamedTuple):
    """What a cup looks like: its size in pixels, the colour of its body and of its rim, the width of the cup that
    stands in it (0: none), the colour that shows beneath its foot, if any."""

    width: int
    height: int
    colour: int
    rim: int
    inside: int = 0
    beneath: int | None = None


def rim_rows(width: int) -> int:
    """How many rows of pixels the opening of a cup takes."""
    return 1 if width < 3 else 2 if width < 4 else 3 if width < TAPERED else 5 if width < 20 else 7


def rim_of(colour: int) -> int:
    """The colour of a cup's own rim."""
    return mix(colour, 0xFFFFFF, 0.5)


@lru_cache(maxsize=512)
def cup(given: Cup) -> Sprite:
    """A cup, lit from the left."""
    width, height, colour, rim, _, beneath = given
    rows = min(rim_rows(width), max(1, height - 1))
    pixels: dict[tuple[int, int], tuple[int, float]] = {}
    for y in range(rows // 2, height):
        inset = _inset(y, given)
        for x in range(width):
            covers = min(1.0, x + 1 - inset, width - inset - x)
            if covers > 0:
                shade = _body(colour, (x + 0.5) / width)
                if y == height - 1 and height > 5:
                    shade = mix(shade, beneath if beneath is not None else 0, 0.2 if beneath is None else 1.0)
                pixels[x, y] = shade, covers
    for x, y, on_rim in opening(width, rows):
        if on_rim:
            back = rows > 2 and y < rows // 2
            pixels[x, y] = mix(rim, 0, 0.14) if back and rim == rim_of(colour) else rim, 1.0
        else:
            pixels[x, y] = mix(mix(colour, 0, 0.78), colour, 0.28 * max(0.0, x / width - 0.4)), 1.0
    for x, y in _inner(given, rows):
        pixels[x, y] = mix(colour, 0, 0.22), 1.0
    dots = tuple(Dot(x, y, shade, share) for (x, y), (shade, share) in pixels.items())
    return Sprite(width, height, dots)


@lru_cache(maxsize=256)
def opening(width: int, rows: int) -> tuple[tuple[int, int, bool], ...]:
    """The pixels of an ellipse, and which of them are its rim."""
    spans = [_span(width, rows, y) for y in range(rows)]
    found = []
    for y, (first, last) in enumerate(spans):
        for x in range(first, last):
            edge = y == rows - 1 or (y == 0 and rows > 2) or x in (first, last - 1)
            if not edge:
                above, below = spans[y - 1], spans[y + 1]
                edge = rows > 3 and not (above[0] <= x < above[1] and below[0] <= x < below[1])
            found.append((x, y, edge))
    return tuple(found)


def _span(width: int, rows: int, y: int) -> tuple[int, int]:
    """The first column of an ellipse in a row, and the one after the last."""
    if rows < 3 or width < 4:
        return 0, width
    away = abs(y - (rows - 1) / 2) / (rows / 2)
    inset = round(width / 2 * (1 - sqrt(1 - away * away)) + 0.2) if away else 0
    inset = min(max(inset, 1 if away else 0), (width - 1) // 2)
    return inset, width - inset


def _inset(y: int, given: Cup) -> float:
    """How much narrower a cup is on either side in a row of its body."""
    width, height = given.width, given.height
    if width < TAPERED:
        return 1.0 if y == height - 1 and width > 4 and height > 5 else 0.0
    below = y - rim_rows(width) // 2
    last = 1.0 if y == height - 1 else 0.4 if y == height - 2 else 0.0
    return below / height * 0.07 * width + last * width / 16


def _body(colour: int, across: float) -> int:
    """The colour of a body so far from its left side, 0 to 1: it is lit at a third."""
    if across < 0.36:
        return mix(colour, 0xFFFFFF, 0.42 - 1.5 * abs(across - 0.30)) if across > 0.16 else colour
    return mix(colour, 0, min(0.42, 0.05 + (across - 0.36) * 0.62))


def _inner(given: Cup, rows: int) -> list[tuple[int, int]]:
    """The pixels of the next cup's rim in the opening."""
    wide = min(given.inside, given.width - 4)
    if rows < 3 or wide < 2:
        return []
    left = (given.width - wide) // 2
    if rows == 3:
        return [(left, 1), (left + wide - 1, 1)]
    return [
        (left + x, y + 1) for x, y, on_rim in opening(wide, rows - 2) if on_rim and y > 0 and y < rows - 3
    ]

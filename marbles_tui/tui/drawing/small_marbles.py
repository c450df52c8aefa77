"""Marbles of two to five cells, set by hand: at these sizes a computed sphere is a square or a blot."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix

SHADES: Final = ((0, 0.64), (0, 0.42), (0, 0.20), (0, 0.0), (0xFFFFFF, 0.30), (0xFFFFFF, 0.82))
"""What is mixed into a marble's colour for each digit of a mask, and how much of it."""

WHOLE: Final = frozenset("udlr")
ARCS: Final = frozenset("ud")
SIDES: Final = frozenset("lr")
UNDER: Final = frozenset("d")
THICK: Final = frozenset("udlrLR")
"""Parts of a ring: all of it, above and below, left and right, below, and with thicker sides."""


@dataclass(frozen=True, slots=True)
class Mask:
    """A marble in halves of a cell by pixels: digits are shades, dots see through.

    In `ring` the same halves are `u` above, `d` below, `l` and `r` at the sides, `L` and `R` outside of these; `well`
    is what a ring surrounds, as left, top, width and height in cells and pixels.
    """

    marble: tuple[str, ...]
    ring: tuple[str, ...]
    well: tuple[int, int, int, int]
    shadow: tuple[tuple[int, int, float], ...] = ()
    """Halves beside it that lie in its shadow, and how dark they are."""

    @property
    def width(self) -> int:
        """In cells."""
        return (len(self.marble[0]) + 1) // 2

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.marble)


FIVE: Final = Mask(
    ("..444433..", ".35544331.", ".33333221.", "..221111.."),
    ("..uuuuuu..", "Ll......rR", "Ll......rR", "..dddddd.."),
    (1, 1, 3, 2),
    ((9, 1, 0.22), (9, 2, 0.32), (8, 3, 0.28), (9, 3, 0.28)),
)
FOUR: Final = Mask(
    (".344432.", "33554322", "33332211", ".322111."),
    (".uuuuuu.", "l......r", "l......r", ".dddddd."),
    (1, 1, 2, 2),
)
THREE: Final = Mask((".3552.", "334422", ".3112."), (".uuuu.", "l....r", ".dddd."), (1, 1, 1, 1))
TRAY: Final = Mask((".443.", "45322", ".211."), (".uuu.", "l...r", ".ddd."), (1, 1, 1, 1))
TWO: Final = Mask(("4432", "2110"), ("uuuu", "dddd"), (0, 1, 1, 1))

MASKS: Final = {2: TWO, 3: THREE, 4: FOUR, 5: FIVE}
"""By the width in cells."""


class _Half(NamedTuple):
    x: int
    y: int
    colour: int


@lru_cache(maxsize=256)
def _shaded(mask: Mask, colour: int, light: float) -> tuple[_Half, ...]:
    found = []
    for y, row in enumerate(mask.marble):
        for x, shade in enumerate(row):
            if shade != ".":
                pixel = mix(colour, *SHADES[int(shade)])
                pixel = mix(pixel, 0xFFFFFF, light - 1) if light > 1 else mix(0, pixel, light)
                found.append(_Half(x, y, pixel))
    return tuple(found)


def shade(colour: int, number: int) -> int:
    """One of the shades of a marble of this colour, from 0, the darkest, to 5."""
    return mix(colour, *SHADES[number])


def paint_small(canvas: Canvas, mask: Mask, x: int, y: int, colour: int, light: float = 1.0) -> None:
    """A marble with its upper left corner at cell column x and pixel y."""
    if y % 2 and mask is THREE:  # what a marble above has left there would blur the corners of this one
        canvas.whole(x, y)
        canvas.whole(x + 2, y)
    for across, down, share in mask.shadow:
        canvas.half(2 * x + across, y + down, 0, share)
    for across, down, pixel in _shaded(mask, colour, light):
        canvas.half(2 * x + across, y + down, pixel)


def paint_small_ring(
    canvas: Canvas,
    mask: Mask,
    x: int,
    y: int,
    colour: int,
    share: float = 1.0,
    parts: Collection[str] = WHOLE,
) -> None:
    """The rim of a marble, or parts of it, in a colour that covers it to a share."""
    for down, row in enumerate(mask.ring):
        for across, part in enumerate(row):
            if part in parts:
                canvas.half(2 * x + across, y + down, colour, share)

"""Any colour as the one of a terminal's 256 that comes nearest to the eye.

Rich takes the nearest step of each of red, green and blue. The steps of the cube lie 95 apart at the dark end, so
that a dark green becomes black or teal, and all shades of a wood one brown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rich.color import Color, ColorSystem, ColorType

Lab = tuple[float, float, float]

STEPS: Final = (0, 95, 135, 175, 215, 255)
CUBE: Final = 16
"""The number at which the cube begins, and behind it the greys; those before are whatever the user has set."""

CHROMA: Final = 2.0
"""How much more a difference of hue or strength counts than one of light: gold stays gold."""

CHOSEN: Final[Mapping[int, int]] = {
    # Grounds of the themes, on which words must be read: the greens of the cube are too light for that.
    0x0F2A20: 234, 0x15372A: 235, 0x1B4333: 236,
    0xF3E9D0: 230, 0xEADDBE: 223, 0xDFCFA8: 187,
    0x101216: 233, 0x191C22: 234, 0x22262E: 236,
    0x000000: 16,
    # Grass, and what must be seen on a road: the nearest is grey, or the road's own.
    0x1B4731: 22, 0x163B2A: 22, 0x2C6B45: 28, 0x3C8557: 65, 0xB8743C: 166,
}  # fmt: skip
"""What was chosen by hand, by looking at it. Woods are left to what is nearest, which is grey: they are shaded, and
one of their colours in brown is a patch."""


def show_in_256() -> None:
    """Have Rich find the nearest of 256 colours so."""
    Color.downgrade = _downgrade  # type: ignore[method-assign]


def nearest(colour: int) -> int:
    """The number of the colour, of 256, that stands for one."""
    chosen = CHOSEN.get(colour)
    return _nearest(colour & 0xFCFCFC | 0x020202) if chosen is None else chosen


@cache
def _nearest(colour: int) -> int:
    light, a, b = _lab(colour)
    return min(
        _labs(),
        key=lambda each: (light - each[0]) ** 2 + CHROMA * ((a - each[1]) ** 2 + (b - each[2]) ** 2),
    )[3]


@cache
def _labs() -> tuple[tuple[float, float, float, int], ...]:
    cube = [red << 16 | green << 8 | blue for red in STEPS for green in STEPS for blue in STEPS]
    greys = [0x010101 * (8 + 10 * at) for at in range(24)]
    return tuple((*_lab(colour), CUBE + at) for at, colour in enumerate((*cube, *greys)))


def _lab(colour: int) -> Lab:
    """A colour in OKLab, where what looks alike lies together. Source: Björn Ottosson, "A perceptual color space for
    image processing"."""
    red, green, blue = (
        ((part + 0.055) / 1.055) ** 2.4 if part > 0.04045 else part / 12.92
        for part in ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


_before = Color.downgrade


@cache
def _downgrade(self: Color, system: ColorSystem) -> Color:
    triplet = self.triplet
    if system is not ColorSystem.EIGHT_BIT or self.type is not ColorType.TRUECOLOR or triplet is None:
        return _before(self, system)
    return Color(
        self.name, ColorType.EIGHT_BIT, number=nearest(triplet.red << 16 | triplet.green << 8 | triplet.blue)
    )

"""How far apart colours are, for all eyes.

Source of the simulation: Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color
Vision Deficiency (2009), the matrices of full severity, for linear light. Differences are CIE76 in Lab: 2 can
just be seen side by side, 25 is another colour at a glance.
"""

from __future__ import annotations

from itertools import combinations
from math import dist

Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


def light(colour: int) -> Triple:
    """Linear light, 0 to 1 each."""
    red, green, blue = ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: int, eyes: str) -> Triple:
    """What such eyes see, in Lab."""
    source = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, source, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (at ** (1 / 3) if at > 0.008856 else 7.787 * at + 16 / 116 for at in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def least_difference(colours: tuple[int, ...], eyes: str) -> float:
    """Between the two colours that look most alike."""
    return min(dist(seen(one, eyes), seen(other, eyes)) for one, other in combinations(colours, 2))


def contrast(one: int, other: int) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    both = sorted(
        sum(p * q for p, q in zip((0.2126, 0.7152, 0.0722), light(c), strict=True)) for c in (one, other)
    )
    return (both[1] + 0.05) / (both[0] + 0.05)

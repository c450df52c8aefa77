"""How a cell shows a few points with one sign and two colours."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final

from marbles_tui.core.tuples import NamedTuple

LEAST_SEEN: Final = 160
"""Colours no farther apart than that look alike: a cell of one colour needs fewer bytes."""


class Grid(NamedTuple):
    """How finely a cell is divided: points across and down, and the sign of each pattern of inked ones, the upper
    left point being bit 0, the one to its right bit 1."""

    across: int
    down: int
    signs: str


def _octants() -> str:
    """Unicode 16 has no octant for patterns that are older signs; the rest stand in order from U+1CD00."""
    older = {
        0x00: " ", 0x01: "\U0001cea8", 0x02: "\U0001ceab", 0x03: "\U0001fb82", 0x05: "▘", 0x0A: "▝", 0x0F: "▀",
        0x14: "\U0001fbe6", 0x28: "\U0001fbe7", 0x3F: "\U0001fb85", 0x40: "\U0001cea3", 0x50: "▖", 0x55: "▌",
        0x5A: "▞", 0x5F: "▛", 0x80: "\U0001cea0", 0xA0: "▗", 0xA5: "▚", 0xAA: "▐", 0xAF: "▜", 0xC0: "▂", 0xF0: "▄",
        0xF5: "▙", 0xFA: "▟", 0xFC: "▆", 0xFF: "█",
    }  # fmt: skip
    others = iter(range(0x1CD00, 0x1CDE6))
    return "".join(older.get(bits) or chr(next(others)) for bits in range(256))


HALVES: Final = Grid(1, 2, " ▀▄█")
QUADRANTS: Final = Grid(2, 2, " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
OCTANTS: Final = Grid(2, 4, _octants())


@lru_cache(maxsize=65536)
def fitted(points: tuple[int, ...]) -> tuple[int, int, int]:
    """The pattern, ink and ground that come nearest to these colours.

    The points are sorted along the line between the two colours that differ most, and cut where the squares of what
    is lost are least: one to seven cuts, not 127 patterns.
    """
    kinds = set(points)
    if len(kinds) == 1:
        return 0, points[0], points[0]
    parts = {colour: (colour >> 16, colour >> 8 & 255, colour & 255) for colour in kinds}
    widest, one, other = -1, points[0], points[0]
    colours = list(kinds)
    for at, a in enumerate(colours):
        for b in colours[at + 1 :]:
            (ra, ga, ba), (rb, gb, bb) = parts[a], parts[b]
            far = 2 * (ra - rb) ** 2 + 4 * (ga - gb) ** 2 + (ba - bb) ** 2
            if far > widest:
                widest, one, other = far, a, b
    if widest < LEAST_SEEN:
        ground = mean(points)
        return 0, ground, ground
    if len(kinds) == 2:
        ink = max(kinds)
        return sum(1 << at for at, colour in enumerate(points) if colour == ink), ink, min(kinds)
    red, green, blue = (b - a for a, b in zip(parts[one], parts[other], strict=True))
    along = {
        colour: 2 * red * part[0] + 4 * green * part[1] + blue * part[2] for colour, part in parts.items()
    }
    order = sorted(range(len(points)), key=lambda at: along[points[at]])
    sums = [*accumulate((parts[points[at]] for at in order), _sum)]
    cut = max(range(1, len(points)), key=lambda cut: _kept(sums[cut - 1], sums[-1], cut, len(points) - cut))
    inked = order[cut:]
    ground, ink = (mean([points[at] for at in group]) for group in (order[:cut], inked))
    return sum(1 << at for at in inked), ink, ground


Parts = tuple[int, int, int]


def _sum(one: Parts, other: Parts) -> Parts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _kept(some: Parts, everything: Parts, count: int, others: int) -> float:
    """How much of the colours two groups keep: the sum of squares of their means, weighed by their sizes."""
    red, green, blue = some
    more_red, more_green, more_blue = everything[0] - red, everything[1] - green, everything[2] - blue
    first = 2 * red * red + 4 * green * green + blue * blue
    last = 2 * more_red * more_red + 4 * more_green * more_green + more_blue * more_blue
    return first / count + last / others


def mean(colours: list[int] | tuple[int, ...]) -> int:
    count = len(colours)
    return sum(sum(colour >> shift & 255 for colour in colours) // count << shift for shift in (16, 8, 0))

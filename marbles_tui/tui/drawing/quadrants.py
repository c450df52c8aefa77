"""Cells in quarters: which sign and which two colours show four small pixels best."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

Quarters = tuple[int, int, int, int]
"""The colours of a cell's upper left, upper right, lower left and lower right quarter."""

SIGNS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the quarters that are inked: the bits 1, 2, 4 and 8, in the order of `Quarters`."""

HALVES: Final = (range(2), range(2, 4))
"""The quarters of the upper and of the lower pixel of a cell."""


@lru_cache(maxsize=16384)
def drawn(quarters: Quarters) -> tuple[str, int, int]:
    """The sign of a cell, its ink and its ground. More than two colours are gathered into the two groups that
    change them least."""
    best = min(range(8), key=lambda inked: (_loss(quarters, inked), inked))
    if not best:
        return " ", quarters[0], _mean(quarters)
    ink = _mean(tuple(colour for at, colour in enumerate(quarters) if best >> at & 1))
    ground = _mean(tuple(colour for at, colour in enumerate(quarters) if not best >> at & 1))
    return SIGNS[best], ink, ground


def _loss(quarters: Quarters, inked: int) -> int:
    """How far the quarters are from the means of the two groups."""
    loss = 0
    for group in (0, 1):
        colours = [colour for at, colour in enumerate(quarters) if (inked >> at & 1) == group]
        if len(set(colours)) > 1:
            mean = _mean(tuple(colours))
            loss += sum(_distance(colour, mean) for colour in colours)
    return loss


def _mean(colours: tuple[int, ...]) -> int:
    if len(set(colours)) == 1:
        return colours[0]
    return sum(
        (sum(colour >> shift & 255 for colour in colours) // len(colours)) << shift for shift in (16, 8, 0)
    )


def _distance(colour: int, other: int) -> int:
    return sum(((colour >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (16, 8, 0))

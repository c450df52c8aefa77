"""Sixteen-bit masks of cells, and what lines mean for them; each answer is remembered."""

from __future__ import annotations

from functools import cache
from typing import Final

from marbles_tui.games.gobblet.board import LINE_MASKS

FULL: Final = (1 << 16) - 1
BITS: Final = tuple(1 << cell for cell in range(16))
COLUMNS: Final = tuple(sum(bit << 16 * size for size in range(4)) for bit in BITS)
"""A cell's gobblets of all sizes, where four masks are packed into one integer."""


@cache
def four(mask: int) -> bool:
    """Whether a whole line lies in the mask."""
    return any(mask & line == line for line in LINE_MASKS)


@cache
def three(mask: int) -> int:
    """The cells of the mask that stand exactly three in a line."""
    found = 0
    for line in LINE_MASKS:
        if (mask & line).bit_count() == 3:
            found |= mask & line
    return found


@cache
def gaps(mask: int) -> int:
    """The cells that are all that lacks of a line."""
    found = 0
    for line in LINE_MASKS:
        if (mask & line).bit_count() == 3:
            found |= line & ~mask
    return found


@cache
def cells(mask: int) -> tuple[int, ...]:
    """The cells of the mask by number."""
    return tuple(cell for cell in range(16) if mask >> cell & 1)

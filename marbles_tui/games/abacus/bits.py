"""The hexagon as bits of one integer, for search.

Nine bits a row, from A1 = bit 0; a heading is a shift. What lies beyond an edge is never a bit of the board,
also where the shift runs into the next row: so masking with marbles or empty cells is all the care it takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES, STEPS

WIDTH: Final = 9
BIT: Final = tuple(row * WIDTH + digit - 1 for row, digit in PLACES)
"""The number of each cell's bit."""

POWERS: Final = (0, *(1 << bit for bit in range(WIDTH * WIDTH)))
"""The bit with each bit_length."""

SHIFTS: Final = tuple(abs(up * WIDTH + along) for up, along in STEPS)
"""How far each heading shifts: the first three to the left, the others to the right."""


def mask(cells: Iterable[int]) -> int:
    """The bits of some cells."""
    return sum(1 << BIT[cell] for cell in cells)


BOARD: Final = mask(CELLS)
EDGES: Final = tuple(mask(cell for cell in CELLS if NEXT[heading][cell] == OFF) for heading in range(6))
"""The cells from which each heading leads off the board."""

RIM: Final = mask(cell for cell in CELLS if any(ahead[cell] == OFF for ahead in NEXT))
"""The outermost cells."""

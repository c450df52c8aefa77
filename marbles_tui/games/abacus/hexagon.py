"""The board of 61 cells: their names, the six headings, and what lies in each of them.

Rows A (bottom, five cells) to E (nine) to I (top, five); the digit of a cell is its diagonal. Cells are
numbered from 0 in the order A1, A2, … I9.
"""

from __future__ import annotations

from typing import Final

ROWS: Final = "ABCDEFGHI"

SPANS: Final = tuple(range(max(1, row - 3), min(9, row + 5) + 1) for row in range(9))
"""The digits of each row, from A."""

NAMES: Final = tuple(f"{ROWS[row]}{digit}" for row in range(9) for digit in SPANS[row])
PLACES: Final = tuple((row, digit) for row in range(9) for digit in SPANS[row])
"""Row (from 0) and digit of each cell."""

CELLS: Final = range(len(NAMES))

STEPS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""What each heading adds to row and digit: counter-clockwise from the right; the first three lead to later cells, and
heading + 3 is the way back."""

OFF: Final = -1
"""Beyond the edge."""

_NUMBER: Final = {place: cell for cell, place in enumerate(PLACES)}

NEXT: Final = tuple(
    tuple(_NUMBER.get((row + up, digit + along), OFF) for row, digit in PLACES) for up, along in STEPS
)
"""NEXT[heading][cell]: the neighbour, or OFF."""

BY_NAME: Final = {name.lower(): cell for cell, name in enumerate(NAMES)}
"""A cell from its name in lower case, as notation has it."""


def back(heading: int) -> int:
    """The opposite heading."""
    return (heading + 3) % 6


def heading_to(cell: int, neighbour: int) -> int | None:
    """The heading that leads from a cell to its neighbour; None if they are not neighbours."""
    return next((heading for heading in range(6) if NEXT[heading][cell] == neighbour), None)


def heading_towards(cell: int, other: int) -> int | None:
    """The heading in which `other` lies straight ahead of `cell`, at any distance; None if in none."""
    for heading in range(6):
        ahead = NEXT[heading][cell]
        while ahead not in (OFF, other):
            ahead = NEXT[heading][ahead]
        if ahead == other:
            return heading
    return None

"""The board and what stands on it: places, gobblets, stacks, the ten lines of four.

Places are numbered: the cells A1 to D4 from 0 to 15, row by row from the top, then the external stacks W1, W2,
W3, K1, K2, K3 from 16 to 21. A gobblet is a number too: twice its size, 1 to 4, plus its seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

CELLS: Final = range(16)
STACKS: Final = (range(16, 19), range(19, 22))
"""The external stacks of each seat."""

PLACES: Final = 22
SIZES: Final = range(1, 5)
OF_EACH_SIZE: Final = 3
"""Gobblets a side has of each size."""

SIDES: Final = ("White", "Black")
LETTERS: Final = "WK"
"""What stands for a seat in texts."""

NAMES: Final = (
    *(f"{row}{column}" for row in "ABCD" for column in range(1, 5)),
    "W1",
    "W2",
    "W3",
    "K1",
    "K2",
    "K3",
)
"""What a place is called in texts."""

NUMBERS: Final = {name: place for place, name in enumerate(NAMES)}

LINES: Final = (
    *(tuple(range(4 * row, 4 * row + 4)) for row in range(4)),
    *(tuple(range(column, 16, 4)) for column in range(4)),
    (0, 5, 10, 15),
    (3, 6, 9, 12),
)
"""The cells of the rows, the columns and the diagonals."""

LINE_NAMES: Final = (
    *(f"row {row}" for row in "ABCD"),
    *(f"column {column}" for column in range(1, 5)),
    "the diagonal A1-D4",
    "the diagonal A4-D1",
)
LINE_MASKS: Final = tuple(sum(1 << cell for cell in line) for line in LINES)
"""The lines as sixteen-bit masks: the bit of cell n is 1 << n."""

Stack: TypeAlias = tuple[int, ...]
"""The gobblets of a cell, from the bottom up."""


def gobblet(seat: int, size: int) -> int:
    """The gobblet of a seat and a size."""
    return 2 * size + seat


def size_of(piece: int) -> int:
    """A gobblet's size, from 1 to 4."""
    return piece >> 1


def seat_of(piece: int) -> int:
    """Whose gobblet it is."""
    return piece & 1


def name_of(piece: int) -> str:
    """A gobblet in texts: `W4`."""
    return f"{LETTERS[piece & 1]}{piece >> 1}"


class Board(NamedTuple):
    """What there is to draw: the cells' gobblets, the size on top of each external stack (0: none is left,
    else all smaller ones are below it), and the gobblet in the air, 0 for none."""

    cells: tuple[Stack, ...]
    stacks: tuple[int, ...]
    hand: int = 0


def visible(cells: Sequence[Stack], seat: int) -> int:
    """The mask of the cells whose topmost gobblet is a seat's."""
    return sum([1 << cell for cell, stack in enumerate(cells) if stack and stack[-1] & 1 == seat])


def fours(mask: int) -> Iterator[int]:
    """The lines, by number, that lie wholly in a mask."""
    return (number for number, line in enumerate(LINE_MASKS) if mask & line == line)


def threes(mask: int) -> Iterator[int]:
    """The lines, by number, that have exactly three cells in a mask."""
    return (number for number, line in enumerate(LINE_MASKS) if (mask & line).bit_count() == 3)

"""The fourteen bars under the grid: their slots, and the holes that they cover in each position.

Bars are numbered from 0: h1 to h7, then v1 to v7. A hole is 7 * row + column, both from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

SIZE: Final = 7
HOLES: Final = SIZE * SIZE
BARS: Final = 2 * SIZE
INNER, CENTRAL, OUTER = 0, 1, 2
POSITIONS: Final = ("inner", "central", "outer")

SLOTS: Final = (
    *("xoxoxoxox", "xooxooxox", "xoooxooox", "xoxoxoxox", "xooooooox", "xxoooxoxx", "xooxoxoxx"),
    *("xooooxoxx", "xoooxxoox", "xoxooxoxx", "xooxxooox", "xxoooxoxx", "xxoooooxx", "xooxooxox"),
)
"""Nine slots a bar, left to right or top to bottom: `x` is filled, `o` holed. (The assignment, "Composition of
the bars".)"""

NAMES: Final = tuple(f"{side}{number}" for side in "hv" for number in range(1, SIZE + 1))
COLUMNS: Final = "ABCDEFG"
HOLE_NAMES: Final = tuple(f"{COLUMNS[hole % SIZE]}{hole // SIZE + 1}" for hole in range(HOLES))

Cover: TypeAlias = Literal["blue", "red", "black"]


def visible(bar: int, position: int) -> str:
    """The seven slots of a bar under the grid: those from 1, 2 or 3 on."""
    return SLOTS[bar][position : position + SIZE]


def holes_of(bar: int) -> range:
    """The seven holes over a bar, in the order of its slots."""
    if bar < SIZE:
        return range(SIZE * bar, SIZE * bar + SIZE)
    return range(bar - SIZE, HOLES, SIZE)


COVERS: Final = tuple(
    tuple(
        frozenset(
            hole for hole, slot in zip(holes_of(bar), visible(bar, position), strict=True) if slot == "x"
        )
        for position in range(3)
    )
    for bar in range(BARS)
)
"""By bar and position: the holes that the bar covers."""


def cover(bars: Sequence[int], hole: int) -> Cover:
    """What is seen through an empty hole: the vertical bar lies above the horizontal one."""
    row, column = divmod(hole, SIZE)
    if hole in COVERS[SIZE + column][bars[SIZE + column]]:
        return "blue"
    return "red" if hole in COVERS[row][bars[row]] else "black"


def covered(bars: Sequence[int], hole: int) -> bool:
    """Whether a bead lies safe there."""
    row, column = divmod(hole, SIZE)
    return hole in COVERS[row][bars[row]] or hole in COVERS[SIZE + column][bars[SIZE + column]]


class End(NamedTuple):
    """An end of a bar. Pushed in where it sticks out, it slides the bar by one position.

    The left or upper end goes towards inner (step -1), the right or lower one towards outer (step 1).
    """

    bar: int
    step: int

    @property
    def cell(self) -> int:
        """The place of the end on the board, after the holes."""
        return HOLES + 2 * self.bar + (self.step > 0)


ENDS: Final = tuple(End(bar, step) for bar in range(BARS) for step in (-1, 1))
"""In the order of their cells."""


def end_at(cell: int) -> End | None:
    """The end at a place of the board; None if there is a hole."""
    return ENDS[cell - HOLES] if HOLES <= cell < HOLES + len(ENDS) else None

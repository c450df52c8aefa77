"""The moves of the search kernel as numbers, and what each does to the bits.

A move is `base(kind, heading)` plus the bit_length of its first marble's bit: the rear one in-line, the first
end broadside.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from marbles_tui.games.abacus.bits import BIT, mask
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF
from marbles_tui.games.abacus.position import Step

Kind: TypeAlias = int


class Shape(NamedTuple):
    """What the moves of a kind have in common: marbles moved, marbles pushed, and for a broadside the
    heading from 0 to 2 along which the row lies."""

    length: int
    pushed: int = 0
    along: int | None = None


SHAPES: Final = (
    *(Shape(length) for length in (1, 2, 3)),
    *(Shape(length, pushed) for length, pushed in ((2, 1), (3, 1), (3, 2))),
    *(Shape(length, 0, along) for length in (2, 3) for along in range(3)),
)
SINGLE, DOUBLE, TRIPLE, TWO_ONE, THREE_ONE, THREE_TWO, PAIR, TRIO = (0, 1, 2, 3, 4, 5, 6, 9)
"""Kinds: places in SHAPES. PAIR and TRIO are the first of three, by the heading along which they lie."""


def base(kind: Kind, heading: int) -> int:
    """The number below the moves of a kind in a heading."""
    return (kind * 6 + heading) << 7


class Change(NamedTuple):
    """The bits that change for the mover and for the other side, and how many marbles that one loses."""

    own: int
    enemy: int
    lost: int


class Need(NamedTuple):
    """What a move needs, as bits: its row of the mover, the marbles it pushes, the cells it enters empty."""

    own: int
    enemy: int
    empty: int


def _change(shape: Shape, heading: int, step: Step) -> tuple[Need, Change] | None:
    """What a move needs and does; None where the board is too small for it."""
    ahead = NEXT[heading]
    row = mask(step.marbles)
    if shape.along is not None:
        goals = [ahead[cell] for cell in step.marbles]
        return None if OFF in goals else (Need(row, 0, mask(goals)), Change(row | mask(goals), 0, 0))
    front = ahead[step.marbles[-1]]
    pushed, cell = [], front
    for _ in range(shape.pushed):
        pushed.append(cell)
        cell = ahead[cell] if cell != OFF else OFF
    if front == OFF or OFF in pushed:
        return None
    own = mask((step.marbles[0], front))
    if not pushed:
        return Need(row, 0, mask((front,))), Change(own, 0, 0)
    lost = cell == OFF
    need = Need(row, mask(pushed), 0 if lost else mask((cell,)))
    return need, Change(own, mask((front,) if lost else (front, cell)), int(lost))


def _tables() -> tuple[list[Need], list[Change], dict[int, str]]:
    needs = [Need(0, 0, 0)] * base(len(SHAPES), 0)
    changes = [Change(0, 0, 0)] * base(len(SHAPES), 0)
    notations = {}
    for kind, shape in enumerate(SHAPES):
        for heading in range(6):
            along = heading if shape.along is None else shape.along
            for cell in CELLS:
                row = [cell]
                while len(row) < shape.length and row[-1] != OFF:
                    row.append(NEXT[along][row[-1]])
                step = Step(tuple(row), heading)
                if OFF not in row and (both := _change(shape, heading, step)):
                    move = base(kind, heading) + BIT[cell] + 1
                    needs[move], changes[move] = both
                    notations[move] = str(step)
    return needs, changes, notations


NEEDS, CHANGES, NOTATIONS = _tables()
"""By move: what it needs, what it does, and how it is written."""

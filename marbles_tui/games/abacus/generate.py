"""All moves of a kind and heading at once, as the mask of their first marbles: see `changes` for the numbers.

For each heading the board is shifted as a whole: `own & (empty >> shift)` are all the marbles with an empty
cell ahead, the own ones behind those the rear marbles of two, and so on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from marbles_tui.games.abacus.bits import BOARD, EDGES, SHIFTS
from marbles_tui.games.abacus.changes import (
    DOUBLE,
    PAIR,
    SINGLE,
    THREE_ONE,
    THREE_TWO,
    TRIO,
    TRIPLE,
    TWO_ONE,
    base,
)

Group: TypeAlias = tuple[int, int]
"""Moves: their base, and the mask of their first marbles."""

_PUSH: Final = tuple(
    (
        SHIFTS[heading],
        EDGES[heading],
        base(TWO_ONE, heading),
        base(THREE_ONE, heading),
        base(THREE_TWO, heading),
    )
    for heading in range(6)
)
_STEP: Final = tuple(
    (SHIFTS[heading], base(SINGLE, heading), base(DOUBLE, heading), base(TRIPLE, heading))
    for heading in range(6)
)
_SIDEWAYS: Final = tuple(
    (
        SHIFTS[along],
        tuple(
            (heading, base(PAIR + along, heading), base(TRIO + along, heading))
            for heading in range(6)
            if heading % 3 != along
        ),
    )
    for along in range(3)
)


def pushes(own: int, enemy: int, empty: int) -> list[Group]:
    """The moves that push; with `empty` = 0 only those that push a marble off the board."""
    groups: list[Group] = []
    for shift, edge, two_one, three_one, three_two in _PUSH[:3]:
        room = enemy & (empty >> shift | edge)
        if not room:
            continue
        if two := own & (own & room >> shift) >> shift:
            groups.append((two_one, two))
            if three := own & two >> shift:
                groups.append((three_one, three))
        pair = enemy & room >> shift
        if pair and (three := own & (own & (own & pair >> shift) >> shift) >> shift):
            groups.append((three_two, three))
    for shift, edge, two_one, three_one, three_two in _PUSH[3:]:
        room = enemy & (empty << shift | edge)
        if not room:
            continue
        if two := own & (own & room << shift) << shift:
            groups.append((two_one, two))
            if three := own & two << shift:
                groups.append((three_one, three))
        pair = enemy & room << shift
        if pair and (three := own & (own & (own & pair << shift) << shift) << shift):
            groups.append((three_two, three))
    return groups


@lru_cache(maxsize=1 << 14)
def aims(own: int) -> int:
    """The cells of the rim that rows of two and three marbles aim at, next ahead of them or, for three, one
    further on: where no enemy stands in one of these, nothing can be pushed off. Kept, since a ply leaves
    the rows of one side as they were, mostly."""
    cells = 0
    for shift, edge, *_ in _PUSH[:3]:
        if two := own & own << shift:
            cells |= edge & (two << shift | (two & own << 2 * shift) << 2 * shift)
    for shift, edge, *_ in _PUSH[3:]:
        if two := own & own >> shift:
            cells |= edge & (two >> shift | (two & own >> 2 * shift) >> 2 * shift)
    return cells


def steps(own: int, empty: int) -> list[Group]:
    """The moves that push nothing: rows of three first, single marbles last."""
    triples: list[Group] = []
    doubles: list[Group] = []
    singles: list[Group] = []
    free: list[int] = []
    for shift, single, double, triple in _STEP[:3]:
        one = own & empty >> shift
        free.append(one)
        if one:
            singles.append((single, one))
            if two := own & one >> shift:
                doubles.append((double, two))
                if three := own & two >> shift:
                    triples.append((triple, three))
    for shift, single, double, triple in _STEP[3:]:
        one = own & empty << shift
        free.append(one)
        if one:
            singles.append((single, one))
            if two := own & one << shift:
                doubles.append((double, two))
                if three := own & two << shift:
                    triples.append((triple, three))
    for shift, ways in _SIDEWAYS:
        for heading, pair, trio in ways:
            one = free[heading]
            if two := one & one >> shift:
                doubles.append((pair, two))
                if three := two & two >> shift:
                    triples.append((trio, three))
    return triples + doubles + singles


def count(own: int, enemy: int) -> int:
    """How many moves there are."""
    empty = BOARD ^ own ^ enemy
    total = 0
    for _, first in pushes(own, enemy, empty):
        total += first.bit_count()
    for _, first in steps(own, empty):
        total += first.bit_count()
    return total

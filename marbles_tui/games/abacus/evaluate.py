"""What a position of Abacus is worth on bit boards.

Marbles decide games. Short of that the middle does: marbles near it cannot be pushed off and push others to
the edge; marbles that hold together resist a push; and who can push has the say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from marbles_tui.games.abacus.bits import BOARD, EDGES, SHIFTS, WIDTH, mask
from marbles_tui.games.abacus.hexagon import CELLS, NEXT

MARBLE: Final = 100
NEARER: Final = 15
"""For each step that a marble stands nearer to the middle than the edge does."""

ON_EDGE: Final = -4
NEIGHBOURS: Final = 3
"""For each two marbles of a side next to each other."""

PRESSURE: Final = 8
"""For each push that the side could make now, were it to move."""

THREATENED: Final = -8
"""For each push that would push one of its marbles off, were the other side to move."""


def _discs() -> tuple[int, ...]:
    """The cells at most 3, 2, 1 and 0 steps from the middle."""
    cells = set(CELLS)
    discs = []
    for _ in range(4):
        cells = {cell for cell in cells if all(ahead[cell] in cells for ahead in NEXT)}
        discs.append(mask(cells))
    return tuple(discs)


DISC_3, DISC_2, DISC_1, DISC_0 = _discs()


def evaluate(own: int, enemy: int, own_left: int, enemy_left: int) -> int:
    """The worth for the side to move, in hundredths of a marble.

    `own` and `enemy` are marbles as bits; `own_left` and `enemy_left` how many more each side may lose, the
    last of which loses the game. What the side to move wins by pushing off now is left to the search.
    """
    empty = BOARD ^ own ^ enemy
    mine, _ = _pushes(own, enemy, empty)
    theirs, off = _pushes(enemy, own, empty)
    return (
        MARBLE * (own_left - enemy_left)
        + _standing(own)
        - _standing(enemy)
        + PRESSURE * (mine - theirs)
        + THREATENED * off
    )


def _pushes(own: int, enemy: int, empty: int) -> tuple[int, int]:
    """How many pushes a side could make, and how many of them would push a marble off."""
    number = off = 0
    touched, aims = _aims(own)
    if not touched & enemy:
        return 0, 0
    for heading, (two, three) in enumerate(aims):
        if not two & enemy:
            continue
        shift, edge = SHIFTS[heading], EDGES[heading]
        if heading < 3:
            room = enemy & (empty >> shift | edge)
            pair = enemy & room >> shift
        else:
            room = enemy & (empty << shift | edge)
            pair = enemy & room << shift
        if not room:
            continue
        number += (two & room).bit_count() + (three & room).bit_count() + (three & pair).bit_count()
        if room & edge:
            room &= edge
            pair = enemy & (room >> shift if heading < 3 else room << shift)
            off += (two & room).bit_count() + (three & room).bit_count() + (three & pair).bit_count()
    return number, off


@lru_cache(maxsize=1 << 14)
def _aims(own: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """For each heading the cells next ahead of rows of two, and of rows of three; before these all of them
    together. Kept, since a ply leaves the rows of one side as they were, mostly."""
    aims = []
    for shift in SHIFTS[:3]:
        two = (own & own << shift) << shift
        aims.append((two, (own & two) << shift))
    for shift in SHIFTS[3:]:
        two = (own & own >> shift) >> shift
        aims.append((two, (own & two) >> shift))
    touched = 0
    for two, _ in aims:
        touched |= two
    return touched, tuple(aims)


@lru_cache(maxsize=1 << 14)
def _standing(marbles: int) -> int:
    """What the places of a side's marbles are worth; a ply leaves one side's as they were, mostly."""
    inside = (marbles & DISC_3).bit_count()
    nearer = (
        inside
        + (marbles & DISC_2).bit_count()
        + (marbles & DISC_1).bit_count()
        + (marbles & DISC_0).bit_count()
    )
    neighbours = (
        (marbles & marbles >> 1).bit_count()
        + (marbles & marbles >> WIDTH).bit_count()
        + (marbles & marbles >> WIDTH + 1).bit_count()
    )
    return NEARER * nearer + ON_EDGE * (marbles.bit_count() - inside) + NEIGHBOURS * neighbours

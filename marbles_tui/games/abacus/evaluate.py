"""What a position of Abacus is worth on bit boards.

Marbles decide games. Short of that the middle does: marbles near it cannot be pushed off and push others to
the edge; and marbles that hold together resist a push.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from marbles_tui.games.abacus.bits import WIDTH, mask
from marbles_tui.games.abacus.generate import aims, pushes
from marbles_tui.games.abacus.hexagon import CELLS, NEXT

MARBLE: Final = 100
NEARER: Final = 5
"""For each step that a marble stands nearer to the middle than the edge does."""

ON_EDGE: Final = -4
NEIGHBOURS: Final = 3
"""For each two marbles of a side next to each other."""

THREATENED: Final = -30
"""For a marble that the other side could push off if it were to move."""


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
    last of which loses the game. What the side to move can push off now is left to the search.
    """
    value = MARBLE * (own_left - enemy_left) + _standing(own) - _standing(enemy)
    if own & aims(enemy):
        for _, first in pushes(enemy, own, 0):
            value += THREATENED * first.bit_count()
    return value


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

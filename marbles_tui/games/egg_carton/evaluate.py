"""What a running game of Egg Carton is worth, as a sum of named terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.games.egg_carton.position import Carton, Selection
from marbles_tui.games.egg_carton.ring import SIDES

OWN_MARBLE: Final = -100
"""A marble on one's own side, which has to go."""

OTHER_MARBLE: Final = 145
TEMPO: Final = 145
"""Having the selection: with luck one goes on selecting."""


def evaluate(position: Carton) -> int:
    """Hundredths of a marble for the seat to select."""
    own, other = (
        sum(position.ring[slot] for slot in SIDES[seat]) for seat in (position.turn, 1 - position.turn)
    )
    return OWN_MARBLE * own + OTHER_MARBLE * other + TEMPO


def noisy(position: Carton) -> Sequence[Selection]:
    """The selections after which the same player selects again, or has won."""
    return [move for move in position.moves() if position.play(move).turn == position.turn]

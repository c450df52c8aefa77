"""A player for the shop window: glances one move ahead, and is done in no time."""

from __future__ import annotations

from random import Random
from typing import Final

from marbles_tui.core import CHANCE, AnyPosition, Game, Move

MOOD: Final = 60
"""So much chance is added to the value of a move, in hundredths of the game's unit: nobody wants to see the
same match twice."""

DECIDED: Final = 1_000_000
"""The value of a win."""


def glance(game: Game, position: AnyPosition, random: Random) -> Move:
    """A legal move of a running game that looks good at once; any one where chance decides, or nobody can say."""
    moves = position.moves()
    if not game.has_kernel or position.turn == CHANCE:
        return random.choice(moves)
    seat = position.turn
    return max(moves, key=lambda move: _value(game, position.play(move), seat) + MOOD * random.random())


def _value(game: Game, position: AnyPosition, seat: int) -> float:
    """How good a position is for a seat."""
    result = position.result
    return game.worth(position, seat) if result is None else (2 * result.scores[seat] - 1) * DECIDED

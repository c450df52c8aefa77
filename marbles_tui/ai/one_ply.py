"""A player for the shop window: glances one move ahead, and is done in no time."""

from __future__ import annotations

from random import Random
from typing import Final

from marbles_tui.core import CHANCE, AnyPosition, Game, Move
from marbles_tui.core.kernel import Kernel, SeatedKernel, State

MOOD: Final = 60
"""So much chance is added to the value of a move, in hundredths of the game's unit: nobody wants to see the
same match twice."""

DECIDED: Final = 1_000_000
"""The value of a win."""


def glance(game: Game, kernel: Kernel | None, position: AnyPosition, random: Random) -> Move:
    """A legal move of a running game that looks good at once; any one where chance or no kernel decides."""
    if kernel is None or position.turn == CHANCE:
        return random.choice(position.moves())
    state = kernel.pack(position)
    seat = kernel.turn(state)
    best = max(
        kernel.moves(state),
        key=lambda move: _value(kernel, kernel.play(state, move), seat) + MOOD * random.random(),
    )
    move: Move = game.find(position, kernel.notation(state, best))
    return move


def _value(kernel: Kernel, state: State, seat: int) -> float:
    """How good a state is for a seat."""
    if isinstance(kernel, SeatedKernel):
        outcome = kernel.outcome_for(state, seat)
        return kernel.value_for(state, seat) if outcome is None else outcome * DECIDED
    sign = 1 if kernel.turn(state) == seat else -1
    outcome = kernel.outcome(state)
    return sign * (kernel.evaluate(state) if outcome is None else outcome * DECIDED)

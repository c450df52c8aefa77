"""Games of three and more as games of two: one seat against all the others together.

Of the two usual ways this one keeps alpha-beta whole and so looks nearly twice as deep as max-n in the same
time; and where a bead that falls is everybody else's gain, to fear them all is only a little too cautious.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marbles_tui.core.kernel import SeatedKernel, State


class Paranoid:
    """A kernel in which the seat that thinks is 0 and everybody else is 1."""

    def __init__(self, kernel: SeatedKernel, seat: int) -> None:
        self._kernel = kernel
        self._seat = seat

    def pack(self, position: Any) -> State:
        """The state of a position."""
        return self._kernel.pack(position)

    def turn(self, state: State) -> int:
        """0 for the seat that thinks, 1 for the others."""
        return int(self._kernel.turn(state) != self._seat)

    def moves(self, state: State) -> Sequence[int]:
        """The legal moves."""
        return self._kernel.moves(state)

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        return self._kernel.play(state, move)

    def outcome(self, state: State) -> int | None:
        """None while the game runs; else as it ended for the side that `turn` names."""
        outcome = self._kernel.outcome_for(state, self._seat)
        return -outcome if outcome and self.turn(state) else outcome

    def evaluate(self, state: State) -> int:
        """How good a running game is for the side to move."""
        value = self._kernel.value_for(state, self._seat)
        return -value if self.turn(state) else value

    def noisy(self, state: State) -> Sequence[int]:
        """The moves that change the balance at once for the seat that makes them."""
        return self._kernel.noisy(state)

    def notation(self, state: State, move: int) -> str:
        """The move as records write it."""
        return self._kernel.notation(state, move)

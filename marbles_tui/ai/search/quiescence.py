"""Quiescence search: a state is evaluated once its noisy moves have been looked at."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.search.result import WIN
from marbles_tui.core import Kernel

QUIESCENCE_DEPTH: Final = 6
"""How many plies noisy moves are followed beyond the depth."""


class Quiescence:
    """Searches noisy moves alone. A state in `drawn` is a draw by repetition."""

    def __init__(self, kernel: Kernel, budget: Budget, drawn: Collection[Any]) -> None:
        self._turn, self._play, self._outcome = kernel.turn, kernel.play, kernel.outcome
        self._evaluate, self._noisy = kernel.evaluate, kernel.noisy
        self._budget = budget
        self._drawn = drawn

    def quiesce(self, state: Any, alpha: int, beta: int, ply: int, plies: int = QUIESCENCE_DEPTH) -> int:
        """The score of a state `ply` plies below the root, for its seat to move."""
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        outcome = self._outcome(state)
        if outcome is not None:
            return outcome * (WIN - ply)
        if self._drawn and state in self._drawn:
            return 0
        best = self._evaluate(state)
        if best >= beta or not plies:
            return best
        for move in self._noisy(state):
            if best > alpha:
                alpha = best
            after = self._play(state, move)
            if self._turn(after) == self._turn(state):
                score = self.quiesce(after, alpha, beta, ply + 1, plies - 1)
            else:
                score = -self.quiesce(after, -beta, -alpha, ply + 1, plies - 1)
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

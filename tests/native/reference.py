"""What the plainest search would find: no memory, no reductions, so that the order of moves means nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marbles_tui.ai.search.quiescence import QUIESCENCE_DEPTH
from marbles_tui.ai.search.result import WIN
from marbles_tui.core import Kernel


class Reference:
    """Alpha-beta on a kernel. `repetitions` as in the search proper."""

    def __init__(self, kernel: Kernel, repetitions: Mapping[Any, int] | None = None) -> None:
        self._kernel = kernel
        self._repeats = repetitions is not None
        self._past = {state for state, times in (repetitions or {}).items() if times >= 2}

    def scores(self, root: Any, depth: int) -> dict[int, int]:
        """The exact score of every move, looking `depth` plies ahead."""
        self._past.add(root)
        return {
            move: self._child(root, move, depth - 1, -WIN, WIN, 1, 0) for move in self._kernel.moves(root)
        }

    def _child(
        self, state: Any, move: int, depth: int, alpha: int, beta: int, ply: int, quiescence: int
    ) -> int:
        kernel = self._kernel
        after = kernel.play(state, move)
        if kernel.turn(after) == kernel.turn(state):
            return self._score(after, depth, alpha, beta, ply, quiescence)
        return -self._score(after, depth, -beta, -alpha, ply, quiescence)

    def _score(self, state: Any, depth: int, alpha: int, beta: int, ply: int, quiescence: int) -> int:
        kernel = self._kernel
        outcome = kernel.outcome(state)
        if outcome is not None:
            return outcome * (WIN - ply)
        if self._repeats and state in self._past:
            return 0
        best = -WIN
        if depth <= 0:
            best = kernel.evaluate(state)
            if best >= beta or quiescence == QUIESCENCE_DEPTH:
                return best
            moves, later = kernel.noisy(state), quiescence + 1
        else:
            moves, later = kernel.moves(state), 0
            self._past.add(state)
        for move in moves:
            best = max(best, self._child(state, move, depth - 1, max(alpha, best), beta, ply + 1, later))
            if best >= beta:
                break
        if depth > 0:
            self._past.discard(state)
        return best

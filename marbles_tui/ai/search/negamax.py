"""Principal variation search: negamax with alpha-beta, zero windows and late-move reductions.

A seat may move several times running: a score changes its sign only where the turn does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marbles_tui.ai.budget import Budget
from marbles_tui.ai.search.move_ordering import MoveOrdering
from marbles_tui.ai.search.quiescence import Quiescence
from marbles_tui.ai.search.result import WIN
from marbles_tui.ai.search.transposition import (
    EXACT,
    LOWER,
    UPPER,
    TranspositionTable,
    TTEntry,
    score_from_table,
    score_to_table,
)
from marbles_tui.core import Kernel

DEEPEST: Final = 60
"""The greatest depth that is searched."""

LMR_DEPTH: Final = 3
"""From this depth on late moves are reduced."""

LMR_AFTER: Final = 4
"""Quiet moves from this place in the order on are first searched one ply less deep."""


class Negamax:
    """Scores states to a depth.

    `repetitions` says how often each state has stood in the match, where repetition is a draw: a state that
    has stood twice, or stands on the path from the root, then counts as drawn. None where repetition means
    nothing.
    """

    def __init__(
        self,
        kernel: Kernel,
        budget: Budget,
        table: TranspositionTable,
        repetitions: Mapping[Any, int] | None = None,
    ) -> None:
        self.table = table
        self.reducing = True
        """Whether late moves are reduced."""

        self.alternates = True
        """Whether the seats have moved in turn everywhere so far."""

        self._turn, self._play, self._outcome = kernel.turn, kernel.play, kernel.outcome
        self._noisy = kernel.noisy
        self._budget = budget
        self._repeats = repetitions is not None
        self._stood_twice = frozenset(state for state, times in (repetitions or {}).items() if times >= 2)
        self._path: set[Any] = set()
        self._quiesce = Quiescence(kernel, budget, self._path).quiesce
        self._ordering = MoveOrdering(kernel, DEEPEST + 2)

    def start_at(self, root: Any) -> None:
        """Begin a path of states at the root."""
        self._path.clear()
        if self._repeats:
            self._path.update((root, *self._stood_twice))

    def child(self, state: Any, same_seat: bool, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of the state after a move, for the seat that made it."""
        if same_seat:
            self._note_same_seat(state)
            return self.negamax(state, depth, alpha, beta, ply)
        return -self.negamax(state, depth, -beta, -alpha, ply)

    def negamax(self, state: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of a state `ply` plies below the root, for its seat to move; outside alpha to beta it is
        a bound."""
        if depth <= 0:
            return self._quiesce(state, alpha, beta, ply)
        budget = self._budget
        budget.nodes += 1
        if budget.nodes >= budget.due:
            budget.check()
        outcome = self._outcome(state)
        if outcome is not None:
            return outcome * (WIN - ply)
        if self._path and state in self._path:
            return 0
        # Mate-distance pruning: nothing is better than a win with the next ply, nor worse than a loss by it.
        most = WIN - ply - 1
        if alpha < -most:
            alpha = -most
        if beta > most:
            beta = most
        if alpha >= beta:
            return alpha
        entry = self.table.find(state)
        if entry and entry.depth >= depth:
            score = score_from_table(entry.score, ply)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and score >= beta)
                or (entry.bound == UPPER and score <= alpha)
            ):
                return score
        if self._repeats:
            self._path.add(state)
        score, move = self._search_moves(state, depth, alpha, beta, ply, entry.move if entry else None)
        if self._repeats:
            self._path.discard(state)
        bound = UPPER if score <= alpha else LOWER if score >= beta else EXACT
        self.table.put(state, TTEntry(depth, bound, score_to_table(score, ply), move))
        return score

    def _search_moves(
        self, state: Any, depth: int, alpha: int, beta: int, ply: int, tt_move: int | None
    ) -> tuple[int, int | None]:
        """The best score among the moves, or a bound of it outside alpha to beta, and the move."""
        turn_of, play, quiesce, child = self._turn, self._play, self._quiesce, self.child
        turn = turn_of(state)
        best, best_move = -WIN, tt_move
        noisy = self._noisy(state) if depth >= LMR_DEPTH else ()
        reducing = self.reducing and depth >= LMR_DEPTH
        for index, move in enumerate(self._ordering.ordered(state, depth, ply, tt_move, noisy)):
            after = play(state, move)
            same = turn_of(after) == turn
            if depth == 1:
                # Most states are leaves: they are spared the detours that only deeper ones repay.
                if same:
                    self._note_same_seat(after)
                    score = quiesce(after, alpha, beta, ply + 1)
                else:
                    score = -quiesce(after, -beta, -alpha, ply + 1)
            elif not index:
                score = child(after, same, depth - 1, alpha, beta, ply + 1)
            else:
                reduction = int(reducing and index >= LMR_AFTER and move not in noisy)
                score = child(after, same, depth - 1 - reduction, alpha, alpha + 1, ply + 1)
                if reduction and score > alpha:
                    score = child(after, same, depth - 1, alpha, alpha + 1, ply + 1)
                if alpha < score < beta:
                    score = child(after, same, depth - 1, alpha, beta, ply + 1)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                if score >= beta:
                    self._ordering.record_cutoff(move, depth, ply)
                    break
        return best, best_move

    def _note_same_seat(self, state: Any) -> None:
        """A seat has moved and is to move again, unless its move has ended the game."""
        if self.alternates:
            self.alternates = self._outcome(state) is not None

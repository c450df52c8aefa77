"""Iterative deepening: one search for all games of two, a ply deeper each time until its budget ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.search.negamax import DEEPEST, Negamax
from marbles_tui.ai.search.result import WIN, ScoredMove, SearchResult
from marbles_tui.ai.search.transposition import TABLE_SIZE, TranspositionTable
from marbles_tui.core import Kernel
from marbles_tui.core.kernel import StagedMoves

ENOUGH: Final = 0.55
"""No new iteration begins when this share of the time given is used up: it would hardly be finished."""


class Search:
    """A search from one state on; it remembers what it saw while it lives. `repetitions` as in `Negamax`."""

    def __init__(
        self,
        kernel: Kernel,
        budget: Budget,
        repetitions: Mapping[Any, int] | None = None,
        seed: int = 0,
        size: int = TABLE_SIZE,
    ) -> None:
        self._kernel = kernel
        self._moves: Callable[[Any], Iterable[int]] = (
            kernel.search_moves if isinstance(kernel, StagedMoves) else kernel.moves
        )
        self._budget = budget
        self._random = Random(seed)
        self._negamax = Negamax(kernel, budget, TranspositionTable(size), repetitions)

    @property
    def table(self) -> TranspositionTable:
        """What it remembers."""
        return self._negamax.table

    def run(
        self, root: Any, multipv: int = 1, report: Callable[[SearchResult], None] | None = None
    ) -> SearchResult:
        """Search from a running game, a ply deeper each time, until the limit or a proof ends it.

        The best `multipv` moves are scored exactly. `report` hears of every depth that is done.
        """
        budget = self._budget
        moves = list(self._moves(root))
        self._random.shuffle(moves)
        self._negamax.start_at(root)
        # Noisy moves first, so that even an answer wanted at once is no silly one.
        noisy = set(self._kernel.noisy(root))
        moves.sort(key=lambda move: move not in noisy)
        result = SearchResult(tuple(ScoredMove(move, 0) for move in moves), 0, ((moves[0],),))
        enough = budget.spent + ENOUGH * (1 - budget.spent)
        for depth in range(1, min(budget.limit.depth or DEEPEST, DEEPEST) + 1):
            scores: dict[int, int] = {}
            try:
                self._search_root(root, [scored.move for scored in result.ranking], depth, multipv, scores)
                complete = True
            except SearchStopped:
                complete = False
                self._negamax.start_at(root)
            if scores:
                result = self._updated(root, result, scores, depth if complete else depth - 1, multipv)
            if not complete:
                return result
            if report:
                report(result)
            if result.proved and WIN - abs(result.best.score) <= depth:
                return self._with_exact_distance(root, result)
            if budget.spent >= enough and budget.limit.seconds is not None:
                break
        return result

    def _search_root(
        self, root: Any, moves: Sequence[int], depth: int, multipv: int, scores: dict[int, int]
    ) -> None:
        """Score the moves at one depth, best first; `scores` holds what is done if the limit ends it. A move
        that is no better than the best `multipv` gets an upper bound, or is left out."""
        child = self._negamax.child
        best: list[int] = []
        turn = self._kernel.turn(root)
        for move in moves:
            after = self._kernel.play(root, move)
            same = self._kernel.turn(after) == turn
            bound = best[multipv - 1] if len(best) >= multipv else -WIN
            if bound == -WIN:
                scores[move] = score = child(after, same, depth - 1, -WIN, WIN, 1)
            else:
                score = child(after, same, depth - 1, bound, bound + 1, 1)
                if score > bound:
                    scores[move] = score
                    scores[move] = score = child(after, same, depth - 1, bound, WIN, 1)
            best.append(score)
            best.sort(reverse=True)

    def _updated(
        self, root: Any, before: SearchResult, scores: Mapping[int, int], depth: int, multipv: int
    ) -> SearchResult:
        """The result with new scores put in: what was scored, best first, then the rest as it was."""
        rescored = sorted(scores, key=lambda move: -scores[move])
        rest = [scored for scored in before.ranking if scored.move not in scores]
        ranking = (*(ScoredMove(move, scores[move]) for move in rescored), *rest)
        pvs = tuple(self._principal_variation(root, scored.move, depth) for scored in ranking[:multipv])
        return SearchResult(ranking, depth, pvs)

    def _principal_variation(self, state: Any, move: int, length: int) -> tuple[int, ...]:
        """The moves both would play, as far as the table remembers them."""
        kernel = self._kernel
        pv, seen = [move], {state}
        state = kernel.play(state, move)
        while len(pv) < length and state not in seen and kernel.outcome(state) is None:
            entry = self.table.find(state)
            if entry is None or entry.move is None:
                break
            seen.add(state)
            pv.append(entry.move)
            state = kernel.play(state, entry.move)
        return tuple(pv)

    def _with_exact_distance(self, root: Any, result: SearchResult) -> SearchResult:
        """The result with its distance confirmed, if the limit allows: reductions may have hidden a shorter
        win, or taken a shorter loss for longer than it is."""
        score = result.best.score
        plies = WIN - abs(score)
        negamax = self._negamax
        negamax.reducing, negamax.table = False, TranspositionTable()
        try:
            if score > 0:
                exact = plies == 1 or not self._exceeds(root, score, plies - 1)
            else:
                exact = self._exceeds(root, score - 1, plies - 1)
        except SearchStopped:
            exact = False
        negamax.reducing = True
        return replace(result, exact=exact and (negamax.alternates or plies == 1))

    def _exceeds(self, root: Any, bound: int, depth: int) -> bool:
        """Whether some move scores more than `bound`, looking `depth` plies ahead."""
        turn = self._kernel.turn(root)
        for move in self._moves(root):
            after = self._kernel.play(root, move)
            same = self._kernel.turn(after) == turn
            if self._negamax.child(after, same, depth - 1, bound, bound + 1, 1) > bound:
                return True
        return False

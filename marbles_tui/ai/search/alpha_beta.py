"""One search for all games of two: iterative deepening, principal variation search, a bounded memory.

A score is in hundredths of the game's unit, for the seat to move; a win in p plies scores WIN - p. A seat may
move several times running: scores change their sign only where the turn does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from marbles_tui.ai.budget import Budget, SearchStopped
from marbles_tui.ai.search.transposition import EXACT, LOWER, UPPER, TranspositionTable, TTEntry
from marbles_tui.core import Kernel
from marbles_tui.core.kernel import StagedMoves

WIN: Final = 1_000_000
PROVED: Final = WIN - 10_000
"""Scores from here up, and from -PROVED down, are wins and losses that have been searched to their end."""

DEEPEST: Final = 60
QUIESCENCE_DEPTH: Final = 6
"""How far loud moves are followed beyond the depth."""

LMR_AFTER: Final = 4
"""Quiet moves from this place in the order on are first looked at one ply less deep."""

TABLE_SIZE: Final = 100_000
"""Entries, of up to 450 bytes: arcade and thinking process stay below 120 MB together."""

ENOUGH: Final = 0.55
"""No new iteration begins when this share of the time given is used up: it would hardly be finished."""


class ScoredMove(NamedTuple):
    """A move and its score for the seat to move."""

    move: int
    score: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: moves from best to worst (only as many scores are exact as were wanted), how deep
    it looked, and for each of those the line both would play."""

    ranking: tuple[ScoredMove, ...]
    depth: int
    lines: tuple[tuple[int, ...], ...]
    exact: bool = False
    """Whether a proved score has the exact distance in plies, and these are moves of the seats in turn."""

    @property
    def best(self) -> ScoredMove:
        """The first of the ranking."""
        return self.ranking[0]

    @property
    def line(self) -> tuple[int, ...]:
        """What both would play."""
        return self.lines[0]

    @property
    def proved(self) -> bool:
        """Whether the game is won or lost for certain."""
        return abs(self.best.score) >= PROVED


class Search:
    """A search from one state on; it remembers what it saw while it lives.

    `stood` says how often each state has stood in the match, where repetition is a draw: a state that has
    stood twice, or stands on the way looked at, then counts as drawn. None where repetition means nothing.
    """

    def __init__(
        self,
        kernel: Kernel,
        meter: Budget,
        repetitions: Mapping[Any, int] | None = None,
        seed: int = 0,
        size: int = TABLE_SIZE,
    ) -> None:
        self._kernel = kernel
        self._turn, self._play, self._outcome = kernel.turn, kernel.play, kernel.outcome
        self._evaluate, self._noisy = kernel.evaluate, kernel.noisy
        self._moves: Callable[[Any], Iterable[int]] = kernel.moves
        self._legal: Callable[[Any, int], bool] | None = None
        if isinstance(kernel, StagedMoves):
            self._moves, self._legal = kernel.search_moves, kernel.legal
        self._meter = meter
        self._repeats = repetitions is not None
        self._drawn = frozenset(state for state, times in (repetitions or {}).items() if times >= 2)
        self._past: set[Any] = set()
        self._table = TranspositionTable(size)
        self._history: defaultdict[int, int] = defaultdict(int)
        self._killers: list[list[int]] = [[] for _ in range(DEEPEST + 2)]
        self._random = Random(seed)
        self._reducing = True
        self._alternates = True

    def run(
        self, state: Any, multipv: int = 1, report: Callable[[SearchResult], None] | None = None
    ) -> SearchResult:
        """Look ahead from a running game, a ply deeper each time, until the limit or a proof ends it.

        The best `wanted` moves are scored exactly. `report` hears of every depth that is done.
        """
        moves = list(self._moves(state))
        self._random.shuffle(moves)
        self._past = {state, *self._drawn}
        # Loud moves first, so that even an answer wanted at once is no silly one.
        noisy = set(self._kernel.noisy(state))
        moves.sort(key=lambda move: move not in noisy)
        finding = SearchResult(tuple(ScoredMove(move, 0) for move in moves), 0, ((moves[0],),))
        enough = self._meter.spent + ENOUGH * (1 - self._meter.spent)
        deepest = min(self._meter.limit.depth or DEEPEST, DEEPEST)
        for depth in range(1, deepest + 1):
            scores: dict[int, int] = {}
            try:
                self._iterate(state, [one.move for one in finding.ranking], depth, multipv, scores)
                complete = True
            except SearchStopped:
                complete = False
                self._past = {state, *self._drawn}
            if scores:
                finding = self._found(state, finding, scores, depth if complete else depth - 1, multipv)
            if not complete:
                return finding
            if report:
                report(finding)
            if finding.proved and WIN - abs(finding.best.score) <= depth:
                return self._exactly(state, finding)
            if self._meter.spent >= enough and self._meter.limit.seconds is not None:
                break
        return finding

    def _iterate(
        self, state: Any, moves: Sequence[int], depth: int, multipv: int, scores: dict[int, int]
    ) -> None:
        """Score the moves at one depth, best first; `scores` holds what is done if the limit ends it. A move
        that is no better than the best that were wanted gets an upper bound, or is left out."""
        best: list[int] = []
        turn = self._turn(state)
        for move in moves:
            after = self._play(state, move)
            same = self._turn(after) == turn
            bound = best[multipv - 1] if len(best) >= multipv else -WIN
            if bound == -WIN:
                scores[move] = score = self._child(after, same, depth - 1, -WIN, WIN, 1)
            else:
                score = self._child(after, same, depth - 1, bound, bound + 1, 1)
                if score > bound:
                    scores[move] = score
                    scores[move] = score = self._child(after, same, depth - 1, bound, WIN, 1)
            best.append(score)
            best.sort(reverse=True)

    def _child(self, state: Any, same: bool, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of what follows a move, for the seat that made it."""
        if same:
            self._note_same(state)
            return self._negamax(state, depth, alpha, beta, ply)
        return -self._negamax(state, depth, -beta, -alpha, ply)

    def _note_same(self, state: Any) -> None:
        """A seat has moved and is to move again, unless its move has ended the game."""
        if self._alternates:
            self._alternates = self._outcome(state) is not None

    def _negamax(self, state: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        if depth <= 0:
            return self._quiesce(state, alpha, beta, ply)
        meter = self._meter
        meter.nodes += 1
        if meter.nodes >= meter.due:
            meter.check()
        outcome = self._outcome(state)
        if outcome is not None:
            return outcome * (WIN - ply)
        if self._repeats and state in self._past:
            return 0
        # Nothing below can be better than a win with the next ply, nor worse than a loss by it.
        most = WIN - ply - 1
        if alpha < -most:
            alpha = -most
        if beta > most:
            beta = most
        if alpha >= beta:
            return alpha
        entry = self._table.find(state)
        if entry and entry.depth >= depth:
            score = _from_here(entry.score, ply)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and score >= beta)
                or (entry.bound == UPPER and score <= alpha)
            ):
                return score
        if self._repeats:
            self._past.add(state)
        score, move = self._search_moves(state, depth, alpha, beta, ply, entry.move if entry else None)
        if self._repeats:
            self._past.discard(state)
        bound = UPPER if score <= alpha else LOWER if score >= beta else EXACT
        self._table.put(state, TTEntry(depth, bound, _from_there(score, ply), move))
        return score

    def _search_moves(
        self, state: Any, depth: int, alpha: int, beta: int, ply: int, tt_move: int | None
    ) -> tuple[int, int | None]:
        """The best score among the moves, or a bound of it outside alpha to beta, and the move."""
        turn_of, play, quiesce = self._turn, self._play, self._quiesce
        turn = turn_of(state)
        best, chosen = -WIN, tt_move
        noisy = self._noisy(state) if depth >= 3 else ()
        reducing = self._reducing and depth >= 3
        for index, move in enumerate(self._ordered(state, depth, ply, tt_move, noisy)):
            after = play(state, move)
            same = turn_of(after) == turn
            if depth == 1:
                # Most positions are leaves: they are spared the detours that only deeper ones repay.
                if same:
                    self._note_same(after)
                    score = quiesce(after, alpha, beta, ply + 1)
                else:
                    score = -quiesce(after, -beta, -alpha, ply + 1)
            elif not index:
                score = self._child(after, same, depth - 1, alpha, beta, ply + 1)
            else:
                less = int(reducing and index >= LMR_AFTER and move not in noisy)
                score = self._child(after, same, depth - 1 - less, alpha, alpha + 1, ply + 1)
                if less and score > alpha:
                    score = self._child(after, same, depth - 1, alpha, alpha + 1, ply + 1)
                if alpha < score < beta:
                    score = self._child(after, same, depth - 1, alpha, beta, ply + 1)
            if score > best:
                best, chosen = score, move
                if score > alpha:
                    alpha = score
                if score >= beta:
                    self._record_cutoff(move, depth, ply)
                    break
        return best, chosen

    def _quiesce(self, state: Any, alpha: int, beta: int, ply: int, plies: int = QUIESCENCE_DEPTH) -> int:
        """The score of a state at the end of the depth, once its loud moves have been looked at."""
        meter = self._meter
        meter.nodes += 1
        if meter.nodes >= meter.due:
            meter.check()
        outcome = self._outcome(state)
        if outcome is not None:
            return outcome * (WIN - ply)
        if self._repeats and state in self._past:
            return 0
        best = self._evaluate(state)
        if best >= beta or not plies:
            return best
        for move in self._noisy(state):
            if best > alpha:
                alpha = best
            after = self._play(state, move)
            if self._turn(after) == self._turn(state):
                score = self._quiesce(after, alpha, beta, ply + 1, plies - 1)
            else:
                score = -self._quiesce(after, -beta, -alpha, ply + 1, plies - 1)
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    def _ordered(
        self, state: Any, depth: int, ply: int, tt_move: int | None, noisy: Sequence[int]
    ) -> Iterator[int]:
        """The moves, likely best first: the one remembered, loud ones, killers, then by their history. Each
        lot is listed only if those before it do not settle the matter."""
        if tt_move is not None:
            yield tt_move
        for move in noisy:
            if move != tt_move:
                yield move
        killers, legal = self._killers[ply], self._legal
        moves: Collection[int] = () if legal else tuple(self._moves(state))
        for move in killers:
            if move != tt_move and move not in noisy and (legal(state, move) if legal else move in moves):
                yield move
        others = self._moves(state) if legal else moves
        if depth > 1 or not legal:
            others = sorted(others, key=self._history.__getitem__, reverse=True)
        for move in others:
            if move != tt_move and move not in killers and move not in noisy:
                yield move

    def _record_cutoff(self, move: int, depth: int, ply: int) -> None:
        """A move that refuted another is tried early where the same may be asked."""
        self._history[move] += depth * depth
        killers = self._killers[ply]
        if move not in killers:
            self._killers[ply] = [move, *killers[:1]]

    def _found(
        self, state: Any, before: SearchResult, scores: Mapping[int, int], depth: int, multipv: int
    ) -> SearchResult:
        """The ranking with new scores put in: what was scored, best first, then the rest as it was."""
        rescored = sorted(scores, key=lambda move: -scores[move])
        rest = [one for one in before.ranking if one.move not in scores]
        ranking = (*(ScoredMove(move, scores[move]) for move in rescored), *rest)
        return SearchResult(
            ranking, depth, tuple(self._line(state, one.move, depth) for one in ranking[:multipv])
        )

    def _line(self, state: Any, move: int, length: int) -> tuple[int, ...]:
        """The moves both would play, as far as they are remembered."""
        kernel = self._kernel
        line, seen = [move], {state}
        state = kernel.play(state, move)
        while len(line) < length and state not in seen and kernel.outcome(state) is None:
            entry = self._table.find(state)
            if entry is None or entry.move is None:
                break
            seen.add(state)
            line.append(entry.move)
            state = kernel.play(state, entry.move)
        return tuple(line)

    def _exactly(self, state: Any, finding: SearchResult) -> SearchResult:
        """The finding with its distance confirmed, if the limit allows: reductions may have hidden a shorter
        win, or taken a shorter loss for longer than it is."""
        score = finding.best.score
        plies = WIN - abs(score)
        self._reducing, self._table = False, TranspositionTable(TABLE_SIZE)
        try:
            if score > 0:
                exact = plies == 1 or not self._exceeds(state, score, plies - 1)
            else:
                exact = self._exceeds(state, score - 1, plies - 1)
        except SearchStopped:
            exact = False
        self._reducing = True
        return replace(finding, exact=exact and (self._alternates or plies == 1))

    def _exceeds(self, state: Any, bound: int, depth: int) -> bool:
        """Whether some move scores more than `bound`, looking `depth` plies ahead."""
        turn = self._kernel.turn(state)
        for move in self._moves(state):
            after = self._kernel.play(state, move)
            same = self._kernel.turn(after) == turn
            if self._child(after, same, depth - 1, bound, bound + 1, 1) > bound:
                return True
        return False


def _from_there(score: int, ply: int) -> int:
    """A score seen at `ply` as the table keeps it: wins count from the state itself."""
    if score >= PROVED:
        return score + ply
    return score - ply if score <= -PROVED else score


def _from_here(score: int, ply: int) -> int:
    """A kept score as it is seen at `ply`."""
    if score >= PROVED:
        return score - ply
    return score + ply if score <= -PROVED else score

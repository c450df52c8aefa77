"""The search in Python, by a game's own rules: for games that the native search does not know, or where that is not.

Alpha-beta, a ply deeper each time, with quiescence: what the native search does without its shortcuts. Its scores do
not depend on the order of moves, so tests compare both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Analysis, Budget, SearchStopped
from marbles_tui.core import AnyPosition, Game, Move

WIN: Final = 1_000_000
"""The score of a won game, for the seat to move; a win in p plies scores WIN - p."""

PROVED: Final = WIN - 10_000
"""Scores from here up, and from -PROVED down, are wins and losses that have been searched to their end."""


class ScoredMove(NamedTuple):
    """A move as records write it, and its score for the seat to move."""

    move: str
    score: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The moves from best to worst, of which only the first `multipv` have exact scores; the depth that was
    searched; and the principal variation of each of those first moves."""

    ranking: tuple[ScoredMove, ...]
    depth: int
    pvs: tuple[tuple[str, ...], ...]
    exact: bool = False
    """Whether a proved score has the exact distance in plies, and these are moves of the seats in turn."""

    native: bool = False
    """Whether the native search has found it."""

    @property
    def best(self) -> ScoredMove:
        """The first of the ranking."""
        return self.ranking[0]

    @property
    def proved(self) -> bool:
        """Whether the game is won or lost for certain."""
        return abs(self.best.score) >= PROVED


DEEPEST: Final = 60
"""The greatest depth that is searched."""

QUIESCENCE_DEPTH: Final = 6
"""How many plies noisy moves are followed beyond the depth."""

ENOUGH: Final = 0.55
"""No new depth is begun when this share of the time given is used up: it would hardly be finished."""

REMEMBERED: Final = 50_000
"""Positions of which the best move is remembered, to be tried first."""


class PlainSearch:
    """A search from a running game on, for its seat to move against all others. `past` as in `look_ahead`."""

    def __init__(
        self,
        game: Game,
        root: AnyPosition,
        budget: Budget,
        past: Sequence[AnyPosition] | None,
        seed: int = 0,
        oversight: float = 0.0,
    ) -> None:
        self._game = game
        self._root = root
        self._budget = budget
        self._seed = seed
        self._oversight = oversight
        self._moods: dict[object, float] = {}
        stood = Counter(map(game.identity, past or ()))
        self._repeats = past is not None
        self._drawn: set[Hashable] = {one for one, times in stood.items() if times >= 2}
        self._best: dict[AnyPosition, Move] = {}
        self._alternates = True

    def run(self, multipv: int, report: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Search until the limit or a proof ends it."""
        moves, budget = self._seen(self._root, self._root.moves()), self._budget
        moves = moves or [Random(self._seed).choice(self._root.moves())]
        Random(self._seed).shuffle(moves)
        # Noisy moves first, so that even an answer wanted at once is no silly one.
        noisy = set(self._game.noisy(self._root))
        moves.sort(key=lambda move: move not in noisy)
        ranking = [(move, 0) for move in moves]
        found = self._result(ranking, 0, multipv)
        enough = budget.spent + ENOUGH * (1 - budget.spent)
        for depth in range(1, min(budget.limit.depth or DEEPEST, DEEPEST) + 1):
            scores: dict[Move, int] = {}
            try:
                self._score_moves([move for move, _ in ranking], depth, multipv, scores)
            except SearchStopped:
                return self._result(_ranked(ranking, scores), depth - 1, multipv)
            ranking = _ranked(ranking, scores)
            found = self._result(ranking, depth, multipv)
            if report:
                report(found)
            if found.proved and WIN - abs(found.best.score) <= depth:
                break
            if budget.limit.seconds is not None and budget.spent >= enough:
                break
        return found

    def _score_moves(self, moves: list[Move], depth: int, multipv: int, scores: dict[Move, int]) -> None:
        """Score the moves to a depth; those no better than the best `multipv` are left out."""
        path = set(self._drawn)
        if self._repeats:
            path.add(self._game.identity(self._root))
        for move in moves:
            best = sorted(scores.values(), reverse=True)
            bound = best[multipv - 1] if len(best) >= multipv else -WIN
            score = self._after(self._root, move, depth - 1, bound, WIN, 1, 0, path)
            if score > bound or bound == -WIN:
                scores[move] = score

    def _after(
        self, position: AnyPosition, move: Move, depth: int, alpha: int, beta: int, ply: int, loud: int,
        path: set[Hashable],
    ) -> int:  # fmt: skip
        """The score of what follows a move, for the side that makes it."""
        after = position.play(move)
        if self._side(after) == self._side(position):
            self._alternates = self._alternates and after.result is not None
            return self._score(after, depth, alpha, beta, ply, loud, path)
        return -self._score(after, depth, -beta, -alpha, ply, loud, path)

    def _score(
        self,
        position: AnyPosition,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        loud: int,
        path: set[Hashable],
    ) -> int:
        """The score of a position `ply` plies below the root, for its side to move; outside alpha to beta a bound.

        Up to depth 0 every move is looked at, then `loud` plies of noisy ones.
        """
        self._budget.count()
        sign = 1 if self._side(position) else -1
        result = position.result
        if result:
            won = 0 if not result.winners else 1 if self._root.turn in result.winners else -1
            return sign * won * (WIN - ply)
        identity = self._game.identity(position) if self._repeats else None
        if self._repeats and identity in path:
            return 0
        best = -WIN
        moves: Sequence[Move]
        if depth <= 0:
            best = sign * self._game.worth(position, self._root.turn)
            if best >= beta or loud == QUIESCENCE_DEPTH:
                return best
            moves, loud = self._seen(position, self._game.noisy(position)), loud + 1
        else:
            every = self._ordered(position)
            moves, path = self._seen(position, every), path | {identity}
            if len(moves) < len(every):  # something ordinary is taken to be among what is overlooked
                best = sign * self._game.worth(position, self._root.turn)
        for move in moves:
            score = self._after(position, move, depth - 1, max(alpha, best), beta, ply + 1, loud, path)
            if score > best:
                best = score
                if depth > 0 and len(self._best) < REMEMBERED:
                    self._best[position] = move
                if best >= beta:
                    break
        return best

    def _ordered(self, position: AnyPosition) -> list[Move]:
        """The move that was best a depth before, noisy ones, the others."""
        best, noisy = self._best.get(position), set(self._game.noisy(position))
        return sorted(position.moves(), key=lambda move: (move != best, move not in noisy))

    def _seen(self, position: AnyPosition, moves: Sequence[Move]) -> list[Move]:
        """The moves that are not overlooked now; at the root none that wins is."""
        if not self._oversight:
            return list(moves)

        def seen(move: Move) -> bool:
            rate = self._oversight if self._game.hidden(position, move) else self._oversight**2
            if move not in self._moods:
                self._moods[move] = Random(f"{self._seed}/{move}").random()
            if self._moods[move] >= rate:
                return True
            result = position.play(move).result if position is self._root else None
            return result is not None and position.turn in result.winners

        return list(filter(seen, moves))

    def _side(self, position: AnyPosition) -> bool:
        """Whether it is the turn of the seat that thinks."""
        return position.turn == self._root.turn

    def _result(self, ranking: list[tuple[Move, int]], depth: int, multipv: int) -> SearchResult:
        scored = tuple(ScoredMove(str(move), score) for move, score in ranking)
        pvs = tuple(self._line(move, depth) for move, _ in ranking[: multipv if depth else 1])
        plies = WIN - abs(scored[0].score)
        exact = plies <= min(depth, WIN - PROVED) and (self._alternates or plies == 1)
        return SearchResult(scored, depth, pvs, exact)

    def _line(self, move: Move | None, length: int) -> tuple[str, ...]:
        """The moves that both would play, as far as they are remembered."""
        position, line = self._root, list[str]()
        while move is not None and len(line) < max(1, length):
            line.append(str(move))
            position = position.play(move)
            move = None if position.result else self._best.get(position)
        return tuple(line)


def _ranked(before: list[tuple[Move, int]], scores: dict[Move, int]) -> list[tuple[Move, int]]:
    """What was scored, best first, then the rest as it was."""
    scored = sorted(scores.items(), key=lambda pair: -pair[1])
    return [*scored, *(pair for pair in before if pair[0] not in scores)]


def analysis_of(result: SearchResult, budget: Budget) -> Analysis:
    """What a search found."""
    pvs = tuple(
        Analysis(
            move=scored.move,
            value=scored.score / 100,
            depth=result.depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            pv=pv,
            proved=abs(scored.score) >= PROVED,
            native=result.native,
        )
        for scored, pv in zip(result.ranking, result.pvs, strict=False)
    )
    score = result.best.score
    moves = (WIN - abs(score) + 1) // 2 if result.proved and result.exact else None
    first = replace(pvs[0], wins_in=moves if score > 0 else None, loses_in=moves if score < 0 else None)
    return replace(first, pvs=(first, *pvs[1:])) if len(pvs) > 1 else first

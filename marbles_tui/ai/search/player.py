"""How most levels play: search on the game's kernel, and now and then a blunder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis, analysis_of
from marbles_tui.ai.level import Level, Question
from marbles_tui.ai.native import search_from
from marbles_tui.ai.search.paranoid import Paranoid
from marbles_tui.ai.search.result import PROVED, ScoredMove, SearchResult
from marbles_tui.core import AnyPosition, BadOption, Game, Kernel, SeatedKernel

WORST: Final = -100.0
"""The value of a game that is lost if all others play together, and they may not."""

BLUNDERS: Final = 3
"""Among how many of the next best moves a blunder is chosen."""


MERCIFUL_STEP: Final = 3
"""So many times the lead that a level likes it gives away in one move at most."""

MERCIFUL_PLIES: Final = 40
"""So long a lead is kept small: later a game shall come to its end."""

OPENING: Final = 2
"""The first plies of a game, in which games are made to differ: more would cost strength."""

VARIANTS: Final = 4
"""Among how many of the best moves the opening is chosen."""


def search(question: Question) -> Analysis:
    """The best move by search; or another, if the level blunders now, or plays to be met again.

    Raises BadOption for a game or a number of seats that no computer plays.
    """
    match, level, budget, multipv = question.match, question.level, question.budget, question.multipv
    game, position = match.game, match.position
    kernel = kernel_for(game, position)
    if Random(f"instinct/{question.seed}").random() < level.instinct_rate:
        return by_instinct(question)
    many = position.seats > 2
    if many:
        assert isinstance(kernel, SeatedKernel), "kernel_for sees to it"
        kernel = Paranoid(kernel, position.turn)
    state = kernel.pack(position)
    repetitions: Counter[Hashable] | None = None
    if game.repetition != "none":
        repetitions = Counter(kernel.pack(before) for before in match.positions)

    def told(result: SearchResult) -> Analysis:
        found = analysis_of(kernel, state, replace(result, pvs=result.pvs[:multipv]), budget)
        return against_all(found) if many else found

    def tell(result: SearchResult) -> None:
        if question.report:
            question.report(told(result))

    varied = level.variety > 0 and match.plies < OPENING
    exact = max(multipv, VARIANTS) if varied else multipv
    mercy = level.mercy if match.plies < MERCIFUL_PLIES else 0
    if level.blunder_rate or mercy or level.taste:
        exact = len(kernel.moves(state))
    result = search_from(kernel, state, budget, repetitions, question.seed).run(state, exact, tell)
    if varied:
        result = opened(result, level.variety, question.seed)
    if level.taste:

        def liking(move: int) -> int:
            assert level.taste
            return level.taste(position, game.find(position, kernel.notation(state, move)))

        result = liked(result, liking, level.indulgence)
    return told(blundered(merciful(result, mercy), level, question.seed))


def by_instinct(question: Question) -> Analysis:
    """A move that wins at once, if there is one, or else any."""
    position = question.position
    moves = position.moves()
    won = (
        move for move in moves if (result := position.play(move).result) and position.turn in result.winners
    )
    move = str(next(won, None) or Random(f"any/{question.seed}").choice(moves))
    question.budget.nodes += len(moves)
    return Analysis(move, 0.0, nodes=question.budget.nodes, seconds=question.budget.seconds, pv=(move,))


def opened(result: SearchResult, variety: int, seed: int) -> SearchResult:
    """The result with one of the best moves first that cost so little that chance may choose among them."""
    if result.proved or not result.depth:
        return result
    fit = [
        at
        for at, scored in enumerate(result.ranking[: len(result.pvs)])
        if scored.score >= result.best.score - variety
    ]
    at = Random(f"opening/{seed}").choice(fit)
    ranking, pvs = result.ranking, result.pvs
    return replace(
        result,
        ranking=(ranking[at], *ranking[:at], *ranking[at + 1 :]),
        pvs=(pvs[at], *pvs[:at], *pvs[at + 1 :]),
    )


def liked(result: SearchResult, liking: Callable[[int], int], indulgence: int) -> SearchResult:
    """The result with the move first that is liked most among those that cost at most `indulgence`; of equal ones the
    best. A win that is seen is taken, and no loss is walked into."""
    best = result.best
    if result.proved or not result.depth:
        return result
    fit = [
        scored
        for scored in result.ranking
        if scored.score >= best.score - indulgence and scored.score > -PROVED
    ]
    chosen = max(fit, key=lambda scored: (liking(scored.move), scored.score))
    if chosen is best:
        return result
    others = tuple(scored for scored in result.ranking if scored is not chosen)
    return replace(result, ranking=(chosen, *others), pvs=((chosen.move,),), exact=False)


def merciful(result: SearchResult, mercy: int) -> SearchResult:
    """The result with the move first that keeps a lead near `mercy`, if there is more of a lead; 0 keeps all of
    it. A win that is seen is taken."""
    best = result.best
    if not mercy or best.score <= mercy or result.proved or not result.depth:
        return result
    fit = [scored for scored in result.ranking if scored.score >= max(0, best.score - MERCIFUL_STEP * mercy)]
    chosen = min(fit, key=lambda scored: abs(scored.score - mercy))
    others = tuple(scored for scored in result.ranking if scored is not chosen)
    return replace(result, ranking=(chosen, *others), pvs=((chosen.move,),), exact=False)


def kernel_for(game: Game, position: AnyPosition) -> Kernel:
    """The kernel of a game that computers play with so many seats.

    Raises BadOption if there is none.
    """
    kernel = game.kernel()
    if kernel is None or (
        position.seats != 2 and not (position.seats > 2 and isinstance(kernel, SeatedKernel))
    ):
        raise BadOption(f"no computer plays {game.key} with {position.seats} seats")
    return kernel


def against_all(analysis: Analysis) -> Analysis:
    """The analysis of one seat against all others as it may be told: a win against all of them is one, but a
    loss is none: they will hardly all play together."""
    pvs = tuple(map(against_all, analysis.pvs))
    if not analysis.proved or analysis.value > 0:
        return replace(analysis, pvs=pvs)
    return replace(analysis, value=max(analysis.value, WORST), loses_in=None, proved=False, pvs=pvs)


def blundered(result: SearchResult, level: Level, seed: int) -> SearchResult:
    """The result with another move first, if the level blunders now: one of the next best that costs little.

    A level that sees a win takes it, and one that sees that it loses holds out as long as it can.
    """
    random = Random(f"slip/{seed}")
    best = result.best
    if random.random() >= level.blunder_rate or result.proved or not result.depth:
        return result
    others = [
        scored
        for scored in result.ranking[1 : 1 + BLUNDERS]
        if scored.score >= best.score - level.blunder_margin and scored.score > -PROVED
    ]
    if not others:
        return result
    chosen: ScoredMove = random.choice(others)
    return replace(result, ranking=(chosen,), pvs=((chosen.move,),), exact=False)

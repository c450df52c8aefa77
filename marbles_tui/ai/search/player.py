"""How most levels play: search on the game's kernel, and now and then a blunder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
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


def search(question: Question) -> Analysis:
    """The best move by search; or another, if the level blunders now.

    Raises BadOption for a game or a number of seats that no computer plays.
    """
    match, level, budget, multipv = question.match, question.level, question.budget, question.multipv
    game, position = match.game, match.position
    kernel = kernel_for(game, position)
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

    exact = len(kernel.moves(state)) if level.blunder_rate else multipv
    result = search_from(kernel, state, budget, repetitions, question.seed).run(state, exact, tell)
    return told(blundered(result, level, question.seed))


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

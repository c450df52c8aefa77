"""Thinking about a match: a plain function of values that can be sent to another process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from marbles_tui.ai.amiga import amiga
from marbles_tui.ai.analysis import CERTAIN, Analysis, analysis_of
from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.games.egg_carton import perfect
from marbles_tui.ai.getaway import decide_toll
from marbles_tui.ai.greedy import greedy
from marbles_tui.ai.levels import Level, find_level
from marbles_tui.ai.native import search_from
from marbles_tui.ai.search.paranoid import Paranoid
from marbles_tui.ai.search.result import PROVED, SearchResult
from marbles_tui.core import CHANCE, AnyPosition, BadOption, Game, Kernel, SeatedKernel
from marbles_tui.games.abacus.kernel import HexagonKernel
from marbles_tui.play import Match, read_match

SOLVERS: Final[Mapping[str, Callable[..., Analysis]]] = {"egg-carton": perfect}
"""How games that can be proved outright are; called as `perfect` is."""

DECIDERS: Final[Mapping[str, Callable[..., Analysis]]] = {"getaway": decide_toll}
"""Who decides where dice leave little to decide, and nothing to search; called as `decide_toll` is."""

PATIENCE: Final = 0.1
"""The share of a level's own limit that it spends on the length of a win or loss it has proved."""

WORST: Final = -100.0
"""The value of a game that is lost if all others play together, and they may not."""


def think(
    game: Game,
    record: str,
    level: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[Analysis], None] | None = None,
    multipv: int = 1,
) -> Analysis:
    """The best move of the position at the end of a record, as `level` sees it (None: the strongest).

    Without a level `limit` alone ends the thinking; with one, the tighter of it and the level's own.
    `stop` is asked every few milliseconds whether the answer is wanted now; `report` hears of every depth
    that is done. `multipv` is how many of the best moves to tell of. The same seed and a limit in nodes give the
    same answer.
    Raises BadRecord; BadOption for a level, a game or a number of seats that no computer plays; ValueError
    where chance is to draw.
    """
    return consider(read_match(record, (game,), game).whole(), level, limit, seed, stop, report, multipv)


def consider(
    match: Match,
    level: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[Analysis], None] | None = None,
    multipv: int = 1,
) -> Analysis:
    """The same for a match at hand."""
    game, position = match.game, match.position
    mind = find_level(game.key, level)
    if match.result:
        score = match.result.scores[position.actor]
        return Analysis(None, (2 * score - 1) * CERTAIN, proved=True)
    if position.turn == CHANCE:
        raise ValueError("chance is to draw: there is nothing to think about")
    patience = 1.0 if limit else PATIENCE
    budget = Budget(_tighter(mind.limit, limit) if limit and level else limit or mind.limit, stop)
    if game.key in DECIDERS:
        return DECIDERS[game.key](position, mind, budget, seed)
    kernel = _kernel(game, position)
    state = kernel.pack(position)
    if mind.solves and game.key in SOLVERS:
        return SOLVERS[game.key](kernel, state, budget, seed, report, patience, multipv)
    if mind.greedy and isinstance(kernel, SeatedKernel):
        return greedy(kernel, state, budget, seed)
    if mind.amiga and isinstance(kernel, HexagonKernel):
        return amiga(kernel, state, budget, seed)
    many = position.seats > 2
    if many:
        assert isinstance(kernel, SeatedKernel), "_kernel sees to it"
        kernel = Paranoid(kernel, position.turn)
    repetitions: Counter[Hashable] | None = None
    if game.repetition != "none":
        repetitions = Counter(kernel.pack(one) for one in match.positions)

    def tell(found: SearchResult) -> None:
        if report:
            found = replace(found, pvs=found.pvs[:multipv])
            report(_said(analysis_of(kernel, state, found, budget), many))

    scored = len(kernel.moves(state)) if mind.blunder_rate else multipv
    result = search_from(kernel, state, budget, repetitions, seed).run(state, scored, tell)
    result = _blundered(result, mind, seed)
    result = replace(result, pvs=result.pvs[:multipv])
    return _said(analysis_of(kernel, state, result, budget), many)


def _kernel(game: Game, position: AnyPosition) -> Kernel:
    """The kernel of a game that computers play with so many seats."""
    kernel = game.kernel()
    if kernel is None or (
        position.seats != 2 and not (position.seats > 2 and isinstance(kernel, SeatedKernel))
    ):
        raise BadOption(f"no computer plays {game.key} with {position.seats} seats")
    return kernel


def _said(thought: Analysis, many: bool) -> Analysis:
    """The thought as it may be told. With many seats a win against all the others is one, but a loss is none:
    they will hardly all play together."""
    if not many:
        return thought
    pvs = tuple(_said(pv, many) for pv in thought.pvs)
    if not thought.proved or thought.value > 0:
        return replace(thought, pvs=pvs)
    return replace(thought, value=max(thought.value, WORST), loses_in=None, proved=False, pvs=pvs)


def _blundered(result: SearchResult, mind: Level, seed: int) -> SearchResult:
    """The result with another move first, if the level slips now: one of the next best three that cost
    little and lose nothing that is seen."""
    random = Random(f"slip/{seed}")
    best = result.best
    if random.random() >= mind.blunder_rate or best.score >= PROVED:
        return result
    others = [
        one
        for one in result.ranking[1:4]
        if one.score >= best.score - mind.blunder_margin and one.score > -PROVED
    ]
    if not others or not result.depth:
        return result
    chosen: Any = random.choice(others)
    return replace(result, ranking=(chosen,), pvs=((chosen.move,),), exact=False)


def _tighter(one: Limit, other: Limit) -> Limit:
    return Limit(
        seconds=_least(one.seconds, other.seconds),
        nodes=_least(one.nodes, other.nodes),
        depth=_least(one.depth, other.depth),
    )


def _least(one: Any, other: Any) -> Any:
    return one if other is None else other if one is None else min(one, other)

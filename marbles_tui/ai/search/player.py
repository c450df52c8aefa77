"""How most levels play: search, in which they may overlook something."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.level import LevelQuestion
from marbles_tui.ai.native.search import look_ahead
from marbles_tui.ai.search.plain import PROVED, ScoredMove, SearchResult, analysis_of
from marbles_tui.core import AnyPosition, BadOption, Game

WORST: Final = -100.0
"""The value of a game that is lost if all others play together, and they may not."""

MERCIFUL_STEP: Final = 3
"""So many times the lead that a level likes it gives away in one move at most."""

MERCIFUL_PLIES: Final = 40
"""So long a lead is kept small: later a game shall come to its end."""

OPENING: Final = 2
"""The first plies of a game, in which games are made to differ: more would cost strength."""

VARIANTS: Final = 4
"""Among how many of the best moves the opening is chosen."""

REMEMBERED: Final = 64
"""Of so many starts it is remembered how the last game began."""

BEGUN: Final[dict[Hashable, tuple[int | None, str]]] = {}
"""The seed of the last game of this process from a start, and the move that was chosen there."""


def answer(question: LevelQuestion) -> Analysis:
    """The move of a level, by search unless it has a way of its own. Raises BadOption as `search`."""
    return (question.level.play or search)(question)


def search(question: LevelQuestion) -> Analysis:
    """The best move that the level sees by search; or another, if it has a taste or mercy, or varies its openings.

    Raises BadOption for a game or a number of seats that no computer plays.
    """
    match, level, budget, multipv = question.match, question.level, question.budget, question.multipv
    game, position = match.game, match.position
    check_seats(game, position)

    def told(result: SearchResult) -> Analysis:
        found = analysis_of(replace(result, pvs=result.pvs[:multipv]), budget)
        if level.oversight:
            return unproved(found)
        return against_all(found) if position.seats > 2 else found

    def tell(result: SearchResult) -> None:
        if question.report:
            question.report(told(result))

    varied = level.variety > 0 and match.plies < OPENING
    exact = max(multipv, VARIANTS) if varied else multipv
    mercy = level.mercy if match.plies < MERCIFUL_PLIES else 0
    moves = {str(move): move for move in position.moves()}
    if mercy or level.taste:
        exact = len(moves)
    past = match.positions if game.repetition != "none" else None
    result = look_ahead(game, position, budget, past, question.seed, exact, tell, oversight=level.oversight)
    if varied:
        # Where more than the clock ends the search, the same seed gives the same answer whatever was played before.
        by_clock = budget.limit.nodes is None and budget.limit.depth is None
        result = opened(result, level.variety, question.seed, (game.key, position) if by_clock else None)
    if taste := level.taste:
        result = liked(result, lambda move: taste(position, moves[move]), level.indulgence)
    return told(merciful(result, mercy))


def check_seats(game: Game, position: AnyPosition) -> None:
    """Raise BadOption for a number of seats that no computer plays the game with."""
    if not game.has_kernel or (position.seats != 2 and type(game).worth is Game.worth):
        raise BadOption(f"no computer plays {game.key} with {position.seats} seats")


def opened(result: SearchResult, variety: int, seed: int, start: Hashable = None) -> SearchResult:
    """The result with one of the best moves first that cost so little that chance may choose among them: from a
    `start` not the one that the last game began with, unless it was of the same seed."""
    known = result.ranking[: len(result.pvs)]
    fit = [scored for scored in known if scored.score >= result.best.score - variety]
    last, move = BEGUN.pop(start, (None, ""))
    wanted = [scored for scored in fit if (scored.move == move) is (last == seed)]
    led = _led_by(result, Random(f"opening/{seed}").choice(wanted or fit))
    if start:
        BEGUN[start] = seed, led.best.move
        if len(BEGUN) > REMEMBERED:
            del BEGUN[next(iter(BEGUN))]
    return led


def liked(result: SearchResult, liking: Callable[[str], int], indulgence: int) -> SearchResult:
    """The result with the move first that is liked most among those that cost at most `indulgence`; of equal ones the
    best. No loss is walked into."""
    least = max(result.best.score - indulgence, 1 - PROVED)
    fit = [scored for scored in result.ranking if scored.score >= least] or [result.best]
    return _led_by(result, max(fit, key=lambda scored: (liking(scored.move), scored.score)))


def merciful(result: SearchResult, mercy: int) -> SearchResult:
    """The result with the move first that keeps a lead near `mercy`, if there is more of a lead; 0 keeps all of
    it."""
    best = result.best
    if not mercy or best.score <= mercy:
        return result
    fit = [scored for scored in result.ranking if scored.score >= max(0, best.score - MERCIFUL_STEP * mercy)]
    return _led_by(result, min(fit, key=lambda scored: abs(scored.score - mercy)))


def _led_by(result: SearchResult, chosen: ScoredMove) -> SearchResult:
    """The result with another move first, unless it has seen a win, or nothing at all."""
    if result.proved or not result.depth or chosen == result.best:
        return result
    ranking, pvs, at = result.ranking, result.pvs, result.ranking.index(chosen)
    line = pvs[at] if at < len(pvs) else (chosen.move,)
    return replace(
        result,
        ranking=(chosen, *ranking[:at], *ranking[at + 1 :]),
        pvs=(line, *pvs[:at], *pvs[at + 1 :]),
    )


def against_all(analysis: Analysis) -> Analysis:
    """The analysis of one seat against all others as it may be told: a win against all of them is one, but a
    loss is none: they will hardly all play together."""
    pvs = tuple(map(against_all, analysis.pvs))
    lost = analysis.proved and analysis.value <= 0
    return replace(unproved(analysis) if lost else analysis, pvs=pvs)


def unproved(analysis: Analysis) -> Analysis:
    """The analysis of who may be wrong: no win or loss is certain."""
    value = max(WORST, min(-WORST, analysis.value))
    pvs = tuple(map(unproved, analysis.pvs))
    return replace(analysis, value=value, wins_in=None, loses_in=None, proved=False, pvs=pvs)

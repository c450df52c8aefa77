"""Thinking about a match: a plain function of values that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from marbles_tui.ai.analysis import CERTAIN, Analysis, Budget, Limit, tighter
from marbles_tui.ai.level import LevelQuestion
from marbles_tui.ai.levels import find_level
from marbles_tui.ai.search.player import answer
from marbles_tui.core import CHANCE, Game
from marbles_tui.play import Match, read_match

PATIENCE: Final = 0.1
"""The share of a level's own limit that it spends on the length of a win or loss it has proved."""


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
    that is done. `multipv` is how many of the best moves to tell of. The same seed and a limit in nodes give
    the same answer.
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
    found = find_level(match.game, level)
    if match.result:
        score = match.result.scores[match.position.actor]
        return Analysis(None, (2 * score - 1) * CERTAIN, proved=True)
    if match.position.turn == CHANCE:
        raise ValueError("the dice decide here: there is nothing to think about")
    bounds = limit or found.limit
    return answer(
        LevelQuestion(
            match=match,
            # Who analyses wants the best move, not one that makes games differ.
            level=found if level else replace(found, variety=0),
            budget=Budget(tighter(found.limit, bounds) if level else bounds, stop),
            seed=seed,
            multipv=multipv,
            patience=1.0 if limit else PATIENCE,
            report=report,
        )
    )

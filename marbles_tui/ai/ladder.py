"""Five levels that most games of skill have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level, Question

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis

RATINGS: Final = (800.0, 1000.0, 1200.0, 1400.0, 1600.0)


def by_search(question: Question) -> Analysis:
    """Play by alpha-beta search on the game's kernel, with the level's blunders."""
    from marbles_tui.ai.search.player import search

    return search(question)


def ladder(
    unit: int,
    nodes: tuple[int, int, int, int] = (300, 1_500, 6_000, 30_000),
    seconds: float = 2.0,
    ratings: tuple[float, float, float, float, float] = RATINGS,
) -> tuple[Level, ...]:
    """Five levels for a game of skill that has a kernel: four limited by nodes, so that they are the same on
    every machine, and a master by the clock.

    `unit` is what a blunder of the weakest may cost, in hundredths; `nodes` how many states the first four look
    at, of which the first two should see a reply or so; `ratings` their Elo numbers.
    """
    novice, amateur, adept, expert = nodes
    return (
        Level(
            key="novice",
            title="Novice",
            character="Looks one move ahead and often misses. Good for a first game.",
            strength=1,
            rating=ratings[0],
            play=by_search,
            limit=Limit(nodes=novice, depth=1),
            blunder_rate=0.4,
            blunder_margin=unit,
        ),
        Level(
            key="amateur",
            title="Amateur",
            character="Looks two moves ahead; sometimes slips.",
            strength=2,
            rating=ratings[1],
            play=by_search,
            limit=Limit(nodes=amateur, depth=2),
            blunder_rate=0.25,
            blunder_margin=unit // 2,
        ),
        Level(
            key="adept",
            title="Adept",
            character="Looks four moves ahead; seldom slips.",
            strength=3,
            rating=ratings[2],
            play=by_search,
            limit=Limit(nodes=adept, depth=4),
            blunder_rate=0.1,
            blunder_margin=unit // 4,
        ),
        Level(
            key="expert",
            title="Expert",
            character="Looks far ahead and never slips. Hard to beat.",
            strength=4,
            rating=ratings[3],
            play=by_search,
            limit=Limit(nodes=expert),
        ),
        Level(
            key="master",
            title="Master",
            character=f"Thinks {seconds:g} seconds a move. The strongest.",
            strength=5,
            rating=ratings[4],
            play=by_search,
            limit=Limit(seconds=seconds),
        ),
    )

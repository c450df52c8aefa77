"""A level: how a computer plays and how strong it is, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from marbles_tui.ai.budget import Limit

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis
    from marbles_tui.ai.question import Question

Play: TypeAlias = "Callable[[Question], Analysis]"
"""How a computer comes to its move. A function of a module, so that levels can be sent to other processes; what
it needs it imports when it is called."""


def by_search(question: Question) -> Analysis:
    """Play by alpha-beta search on the game's kernel, with the level's blunders."""
    from marbles_tui.ai.search.player import search

    return search(question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A computer opponent."""

    key: str
    """As records and the command line name it."""

    title: str
    character: str
    """One line for the set-up screen."""

    rating: float
    """Its Elo number, against which people are rated. It stays as it is when other levels come or go."""

    limit: Limit
    play: Play = by_search
    blunder_rate: float = 0.0
    """How often, from 0 to 1, it plays another move than the best it sees."""

    blunder_margin: int = 0
    """What such a move may cost at most by its own reckoning, in hundredths of the game's unit. It never
    throws away a win that it sees, nor walks into a loss that it sees."""

    tells_outcome: bool = False
    """Whether it says how it stands, because it proves what can be proved."""


RATINGS: Final = (800.0, 1000.0, 1200.0, 1400.0, 1600.0)


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
            character="Sees the move at hand and often likes another one better.",
            rating=ratings[0],
            limit=Limit(nodes=novice, depth=1),
            blunder_rate=0.4,
            blunder_margin=unit,
        ),
        Level(
            key="amateur",
            title="Amateur",
            character="Sees your answer too; now and then second best is good enough.",
            rating=ratings[1],
            limit=Limit(nodes=amateur, depth=2),
            blunder_rate=0.25,
            blunder_margin=unit // 2,
        ),
        Level(
            key="adept",
            title="Adept",
            character="Looks a few moves ahead and seldom slips.",
            rating=ratings[2],
            limit=Limit(nodes=adept, depth=4),
            blunder_rate=0.1,
            blunder_margin=unit // 4,
        ),
        Level(
            key="expert",
            title="Expert",
            character="Thinks ahead in earnest and never slips.",
            rating=ratings[3],
            limit=Limit(nodes=expert),
        ),
        Level(
            key="master",
            title="Master",
            character=f"Takes {seconds:g} seconds a move, and sees all there is to see in them.",
            rating=ratings[4],
            limit=Limit(seconds=seconds),
        ),
    )

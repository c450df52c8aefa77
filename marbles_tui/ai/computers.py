"""What the computers of one game are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.ladder import ladder
from marbles_tui.ai.level import Level

REVIEW: Final = Limit(seconds=0.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """Which starts are decided before the first move for those who see far enough, and what to play instead."""

    decided: Mapping[str, frozenset[str]]
    """For each of these starts the levels that know how to win it."""

    reason: str
    """What is wrong with such a start, in a sentence; {start} and {level} stand for both."""

    even: str
    """The start that is fair instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computers:
    """The levels of a game and what a review of it may cost."""

    levels: tuple[Level, ...]
    """Weakest first."""

    styles: tuple[Level, ...] = ()
    """Opponents with a taste of their own, weakest first: offered beside the levels, none of which they are."""

    yardsticks: tuple[Level, ...] = ()
    """Levels that are not among those offered first: known by name, to compare others with."""

    names: tuple[str, ...] = ()
    """What those of the levels are called, one a seat; none: by their level."""

    review: Limit = REVIEW
    """What a ply of a review may cost."""

    lead: int = 50
    """The lead that the one that adapts likes, in hundredths of the game's unit."""

    fairness: Fairness | None = None
    """Where some starts are unfair."""


USUAL: Final = Computers(levels=ladder((60, 400, 2_000, 12_000)))
"""Of a game that has a kernel, or just says what its positions are worth, and lists no computers of its own."""

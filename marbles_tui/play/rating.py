"""How strong a player is: Elo's formula, against levels whose strength is fixed."""

from __future__ import annotations

from typing import Final

START: Final = 1000.0
"""The rating before the first match."""

WEAKEST: Final = 800.0
STEP: Final = 200.0
"""The rating of a game's weakest level, and what each level after it adds."""

SWIFT: Final = 40.0
SLOW: Final = 20.0
SETTLED: Final = 20
"""What a match can change at most: SWIFT in a player's first SETTLED matches, SLOW afterwards."""


def expected(own: float, other: float) -> float:
    """The share of the points, from 0 to 1, that a rating promises against another.

    Source: Arpad Elo, "The Rating of Chessplayers", 1978, with the logistic curve that is usual today.
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def rated(own: float, other: float, score: float, matches: int) -> float:
    """The rating after a match that scored 0, 0.5 or 1, with `matches` played before it."""
    return own + (SWIFT if matches < SETTLED else SLOW) * (score - expected(own, other))


def level_rating(place: int) -> float:
    """The rating of a level by its place in its game's ladder, from 0."""
    return WEAKEST + STEP * place

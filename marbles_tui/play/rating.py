"""How strong a player is: Elo's formula, against levels whose strength is fixed."""

from __future__ import annotations

from typing import Final

START: Final = 1000.0
"""The rating before the first match."""

UNKNOWN: Final = 800.0
"""The rating of a level of which nothing is known any more."""

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

"""The score of games between computer levels, and what it proves."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, log10
from statistics import fmean, variance
from typing import Final

from marbles_tui.play.match import Match

WEAK: Final = 0.50
STRONG: Final = 0.65
"""The hypotheses of the sequential test: a level's share of the points is at most the one, at least the other."""

SURE: Final = 0.05
"""How often the test may be wrong, either way."""

CONFIDENT: Final = 1.96
"""Standard errors on either side that hold the truth in 95 of 100 cases."""


@dataclass(slots=True)
class Tally:
    """The score of the games played so far between levels."""

    levels: tuple[str, ...]
    """As they sat in the first game."""

    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    wins_by_seat: list[int] = field(default_factory=list)
    draws: int = 0
    _points: dict[str, list[float]] = field(default_factory=dict)
    _plies: list[int] = field(default_factory=list)
    _first: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys(self.levels, 0)
        self._points = {level: [] for level in self.levels}

    def add(self, match: Match) -> None:
        """Count a finished match; its seats say who played."""
        assert match.result
        self.games += 1
        self._plies.append(match.plies)
        self._first.append(match.result.scores[0])
        self.draws += not match.result.winners
        self.wins_by_seat += [0] * (len(match.seats) - len(self.wins_by_seat))
        for winner in match.result.winners:
            self.wins_by_seat[winner] += 1
        for seat, score in zip(match.seats, match.result.scores, strict=True):
            assert seat.level is not None, "computers play"
            self.wins[seat.level] += score == 1
            self._points[seat.level].append(score)

    @property
    def score(self) -> dict[str, float]:
        """Each level's share of the points it could have made, from 0 to 1."""
        return {level: fmean(points) if points else 0.0 for level, points in self._points.items()}

    def interval(self, level: str) -> tuple[float, float]:
        """Where a level's true share of the points lies, with 95 % confidence; more games narrow it, never to
        nothing.

        Source: Wilson's score interval, with draws as half a win: cautious where many games are drawn.
        """
        games = len(self._points[level])
        if not games:
            return 0.0, 1.0
        share, doubt = self.score[level], CONFIDENT**2 / games
        middle = share + doubt / 2
        width = (doubt * (share * (1 - share) + doubt / 4)) ** 0.5
        return max(0.0, (middle - width) / (1 + doubt)), min(1.0, (middle + width) / (1 + doubt))

    @property
    def plies(self) -> float:
        """The mean length of a game."""
        return fmean(self._plies) if self._plies else 0.0

    @property
    def first(self) -> float:
        """The share of the points that the first seat made."""
        return fmean(self._first) if self._first else 0.0

    @property
    def evidence(self) -> float:
        """How much likelier the first level's points are if its share is STRONG than if it is WEAK, as a
        logarithm; 0 before the first game.

        Source: the generalized sequential probability ratio test for means, as chess engines are tested with
        it; a won and a lost game are added to the spread, so that a row of wins has one too.
        """
        points = self._points[self.levels[0]]
        if not points:
            return 0.0
        spread = variance([*points, 0.0, 1.0])
        return len(points) * (STRONG - WEAK) * (2 * fmean(points) - WEAK - STRONG) / (2 * spread)

    @property
    def decided(self) -> str:
        """`stronger` or `not stronger` once the sequential test is sure of the first level, else ""."""
        bound = log((1 - SURE) / SURE)
        return "stronger" if self.evidence >= bound else "not stronger" if self.evidence <= -bound else ""


def elo(share: float) -> float:
    """The difference in rating points that a share of the points stands for; at most 800 either way.

    Source: Arpad Elo's logistic curve.
    """
    share = max(0.01, min(0.99, share))
    return -400 * log10(1 / share - 1)

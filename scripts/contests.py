"""What scripts share that let computers play each other: a score."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt


@dataclass
class Score:
    """The points of one side, game after game: 1 for a win, 0.5 for a draw."""

    games: int = 0
    points: float = 0.0
    squares: float = 0.0

    def add(self, points: float) -> None:
        """Count another game."""
        self.games += 1
        self.points += points
        self.squares += points**2

    @property
    def share(self) -> float:
        """Of all points. Raises ZeroDivisionError before the first game."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """How far the share may be wrong, with 95 % confidence."""
        return 1.96 * sqrt(max(0.0, self.squares / self.games - self.share**2) / self.games)

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%} of {self.games} games"

"""How strong people are against each other, and against puzzles: Glicko-2.

Source: Mark Glickman, "Example of the Glicko-2 system", 2022. Each match is a rating period of its own.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, NamedTuple

from marbles_tui.play.elo import START

WIDEST: Final = 350.0
"""The deviation of somebody of whom nothing is known."""

SURE: Final = 110.0
"""Up to which deviation a rating is no longer provisional."""

OF_COMPUTERS: Final = 60.0
"""The deviation of a computer's number."""

SCALE: Final = 173.7178
CENTRE: Final = 1500.0
"""Where the method has its zero; our numbers begin at START."""


class Rating(NamedTuple):
    """A rating: two deviations to either side hold the true strength with a probability of 95 %."""

    number: float = START
    deviation: float = WIDEST
    games: int = 0
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        """Whether it may still be far off."""
        return self.deviation > SURE

    def after(self, other: Rating, score: float) -> Rating:
        """The rating after a match against another that scored 1, 0.5 or 0."""
        from glicko2 import Player  # not needed for the first paint

        shift = CENTRE - START
        player: Any = Player(self.number + shift, self.deviation, self.volatility)

        def f(x: float, delta: float, v: float, a: float) -> float:
            # glicko2 2.1.0 has the rating in place of the deviation in step 5 of the method.
            rest, tau = (player.rd / SCALE) ** 2 + v + exp(x), player._tau
            return float(exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / tau**2)

        player._f = f
        player.update_player([other.number + shift], [other.deviation], [score])
        return Rating(player.rating - shift, min(player.rd, WIDEST), self.games + 1, player.vol)

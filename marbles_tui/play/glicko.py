"""How strong people are against each other, and against puzzles: Glicko-2.

Source: Mark Glickman, "Example of the Glicko-2 system", 2022. Each match is a rating period of its own, and so is
each week in which somebody plays none.
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

WEEK: Final = 7 * 86_400.0
"""Seconds of a rating period without a match."""

SCALE: Final = 173.7178
CENTRE: Final = 1500.0
"""Where the method has its zero; our numbers begin at START."""


class Rating(NamedTuple):
    """A rating: two deviations to either side hold the true strength with a probability of 95 %."""

    number: float = START
    deviation: float = WIDEST
    games: int = 0
    volatility: float = 0.06
    played: float = 0.0
    """When the last match ended, in seconds since 1970; 0 where that is not known."""

    @property
    def provisional(self) -> bool:
        """Whether it may still be far off."""
        return self.deviation > SURE

    def rested(self, now: float) -> Rating:
        """The rating after the weeks without a match up to `now`, in seconds since 1970: less is known of it."""
        weeks = int((now - self.played) // WEEK) if self.played else 0
        if weeks <= 0:
            return self
        player = self._player()
        while weeks and player.rd < WIDEST:
            player.did_not_compete()
            weeks -= 1
        return self._replace(deviation=min(player.rd, WIDEST))

    def _player(self) -> Any:
        from glicko2 import Player  # not needed for the first paint

        return Player(self.number + CENTRE - START, self.deviation, self.volatility)

    def after(self, other: Rating, score: float, now: float = 0.0, share: float = 1.0) -> Rating:
        """The rating after a match against another that scored 1, 0.5 or 0, and ended `now`: in seconds since 1970,
        or 0 where nobody rests. `share`: how much of a match it counts."""
        before = self.rested(now)
        other, player, shift = other.rested(now), before._player(), CENTRE - START

        def f(x: float, delta: float, v: float, a: float) -> float:
            # glicko2 2.1.0 has the rating in place of the deviation in step 5 of the method.
            rest, tau = (player.rd / SCALE) ** 2 + v + exp(x), player._tau
            return float(exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / tau**2)

        player._f = f
        player.update_player([other.number + shift], [other.deviation], [score])

        def moved(old: float, new: float) -> float:
            return old + share * (new - old)

        return Rating(
            moved(before.number, player.rating - shift),
            moved(before.deviation, min(player.rd, WIDEST)),
            self.games + 1,
            moved(before.volatility, player.vol),
            now,
        )

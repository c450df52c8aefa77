"""How strong somebody is, and the matches that change it: Glicko-2, for games against people and computers, and for
puzzles.

Source: Mark Glickman, "Example of the Glicko-2 system", 2022, whose steps the comments name. Each match is a rating
period of its own, and so is each week in which somebody plays none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from math import exp, hypot, log, pi, sqrt
from typing import Final, NamedTuple

from marbles_tui.play.match import Match
from marbles_tui.play.series import CHANGED, RATED

START: Final = 1000.0
"""The rating before the first match: the method's 1500."""

WIDEST: Final = 350.0
"""The deviation of somebody of whom nothing is known."""

SURE: Final = 110.0
"""Up to which deviation a rating is no longer provisional."""

OF_COMPUTERS: Final = 60.0
"""The deviation of a computer's rating."""

WEEK: Final = 7 * 86_400.0
"""Seconds of a rating period without a match."""

SCALE: Final = 173.7178
"""Points of a unit in which the method reckons."""

TAU: Final = 0.5
"""How readily the volatility changes."""

FARTHEST: Final = 10.0
"""Differences count up to this many units: who is so far behind wins once in 22,000 games."""

CLOSE: Final = 1e-6
"""How exactly the volatility is found."""

NOT: Final = "no"
"""What the tag about the rating says where help or a move back was taken."""


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

    @property
    def margin(self) -> str:
        """How far off it may be: " ± 534" while it is provisional, "" later."""
        return f" ± {round(2 * self.deviation)}" if self.provisional else ""

    def rested(self, now: float) -> Rating:
        """The rating after the weeks without a match up to `now`, in seconds since 1970: less is known of it."""
        weeks = max(0.0, (now - self.played) // WEEK) if self.played else 0.0
        wider = hypot(self.deviation, sqrt(weeks) * self.volatility * SCALE)
        return self._replace(deviation=min(wider, WIDEST)) if weeks else self

    def after(self, other: Rating, score: float, now: float = 0.0, share: float = 1.0) -> Rating:
        """The rating after a match against another that scored 1, 0.5 or 0, and ended `now`: in seconds since 1970,
        or 0 where nobody rests. `share`: how much of a match it counts."""
        before = self.rested(now)
        number, deviation, _, volatility, _ = before.after_period([(other.rested(now), score)])

        def moved(old: float, new: float) -> float:
            return old + share * (new - old)

        return Rating(
            moved(before.number, number),
            moved(before.deviation, deviation),
            self.games + 1,
            moved(before.volatility, volatility),
            now,
        )

    def after_period(self, results: Sequence[tuple[Rating, float]]) -> Rating:
        """The rating after a period with these results, one or more: against whom, and 1, 0.5 or 0."""
        phi = self.deviation / SCALE
        met = [(_weight(other), expected_score(self, other), score) for other, score in results]
        v = 1 / sum(g * g * expected * (1 - expected) for g, expected, _ in met)  # step 3
        gain = sum(g * (score - expected) for g, expected, score in met)
        sigma = _volatility(self.volatility, phi, v, v * gain)  # steps 4 and 5
        phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)  # steps 6 to 8
        return Rating(
            self.number + phi**2 * gain * SCALE,
            min(phi * SCALE, WIDEST),
            self.games + len(met),
            sigma,
            self.played,
        )


UNKNOWN: Final = Rating()
"""Somebody who has not played yet."""


def of_computer(number: float) -> Rating:
    """The rating of a computer, by the number of its level."""
    return Rating(number, OF_COMPUTERS)


def on_day(date: str) -> float:
    """When the day of a record's date began, in seconds since 1970; 0 where that is no date."""
    try:
        return datetime.fromisoformat(f"{date.replace('.', '-')}T00:00:00+00:00").timestamp()
    except ValueError:
        return 0.0


def expected_score(own: Rating, other: Rating) -> float:
    """The share of the points, from 0 to 1, that a rating promises against another."""
    ahead = _weight(other) * (own.number - other.number) / SCALE
    return 1 / (1 + exp(-max(-FARTHEST, min(FARTHEST, ahead))))


def _weight(other: Rating) -> float:
    """What a result against somebody says, from 0 to 1: the less, the less is known of them."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)


def _volatility(before: float, phi: float, v: float, delta: float) -> float:
    """The volatility after a period, by the Illinois algorithm."""
    a = log(before**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low, high = a, _bracket(f, a, delta**2 - phi**2 - v)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _bracket(f: Callable[[float], float], a: float, surprise: float) -> float:
    """The other side of the root, of which `a` is one."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while f(a - steps * TAU) < 0:
        steps += 1
    return a - steps * TAU


def is_rated(match: Match) -> bool:
    """Whether a running match will change a rating."""
    return match.result is None and changes_rating(match)


def changes_rating(match: Match) -> bool:
    """Whether a match changes a rating once it is over: one person against one computer, for no goal, without
    help and with no move taken back."""
    people = sum(seat.level is None for seat in match.seats)
    between_two = people == 1 and len(match.seats) == 2
    return between_two and match.game.rated and not match.has_goal and counts(match)


def unrated(match: Match, changed: str = "") -> Match:
    """The match with a record that says that it counts for no rating; `changed` as in CHANGED, "" for help. The first
    reason stays."""
    if not counts(match):
        return match
    return replace(match, tags=(*match.tags, (RATED, NOT), *([(CHANGED, changed)] if changed else [])))


def counts(match: Match) -> bool:
    """Whether its record says nothing that keeps it from counting for a rating."""
    return match.tag(RATED) != NOT

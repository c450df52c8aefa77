"""Scales that do not lie: one for all games, in round numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from marbles_tui.play.elo import START

STEP: Final = 100
"""A scale of ratings begins and ends at a multiple of this."""

LEAST: Final = 200
"""The least that a scale of ratings spans: a flat year looks flat."""


class Scale(NamedTuple):
    """From which rating to which."""

    low: int
    high: int

    @classmethod
    def of(cls, ratings: Iterable[float]) -> Scale:
        """The scale on which all ratings lie, and the one that everybody starts with."""
        shown = [START, *ratings]
        least, most = min(shown), max(shown)
        low, high = floor(least / STEP) * STEP, ceil(most / STEP) * STEP
        while high - low < LEAST:
            if high - most <= least - low:
                high += STEP
            else:
                low -= STEP
        return cls(low, high)

    def place(self, rating: float, steps: int) -> int:
        """The step, from 0 at the top, at which a rating lies."""
        return round((self.high - rating) / (self.high - self.low) * (steps - 1))


def games_a_column(most: int, room: int) -> int:
    """How many games a column of a bar stands for, so that the longest bar fits."""
    return max(1, ceil(most / max(1, room)))


def columns(counts: Sequence[int], games: int) -> tuple[int, ...]:
    """The columns of the parts of a bar; what is there at all has one at least."""
    return tuple(max(1, round(count / games)) if count else 0 for count in counts)


def shares(counts: Sequence[int], width: int) -> tuple[int, ...]:
    """The columns of the parts of a bar that is `width` wide whatever it counts; none where nothing is counted."""
    total = sum(counts)
    if not total:
        return (0,) * len(counts)
    wide = [max(1, round(width * count / total)) if count else 0 for count in counts]
    while sum(wide) != width:
        largest = wide.index(max(wide))
        wide[largest] += 1 if sum(wide) < width else -1
    return tuple(wide)

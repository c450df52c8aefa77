"""Summary statistics and text histograms."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple


class Spread(NamedTuple):
    """How numbers lie: the least, the middle one, their mean, what 90 and 99 of 100 do not exceed, the most."""

    least: int
    median: int
    mean: float
    p90: int
    p99: int
    most: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread | None:
        """The spread of numbers; None without any."""
        if not values:
            return None
        ranked = sorted(values)

        def at(share: float) -> int:
            return ranked[min(len(ranked) - 1, max(0, -int(-share * len(ranked) // 1) - 1))]

        return cls(ranked[0], at(0.5), fmean(ranked), at(0.9), at(0.99), ranked[-1])


class Bucket(NamedTuple):
    """How many numbers (`size`) lie from `low` to `high`, both included."""

    low: int
    high: int
    size: int


def buckets(values: Sequence[int], most: int) -> list[Bucket]:
    """The numbers counted in at most `most` equally wide buckets, from the least number to the greatest."""
    if not values:
        return []
    least = min(values)
    width = -(-(max(values) - least + 1) // most)
    counts = [0] * ((max(values) - least) // width + 1)
    for value in values:
        counts[(value - least) // width] += 1
    return [
        Bucket(least + at * width, least + (at + 1) * width - 1, count) for at, count in enumerate(counts)
    ]


def bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """A bar of up to `width` columns, in eighths of a column, or of # signs if `ascii_only`."""
    share = max(0.0, min(1.0, share))
    if ascii_only:
        return "#" * max(round(share * width), int(share > 0))
    whole, eighths = divmod(max(round(share * width * 8), int(share > 0)), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[eighths].strip()

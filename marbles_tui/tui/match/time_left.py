"""Clocks in words."""

from __future__ import annotations

from math import ceil, inf
from typing import Final

from marbles_tui.core.text import plural

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def time_left(seconds: float, daily: bool = False) -> str:
    """What is left: "4:07", "1:02:03"; of days a move "2 days left", "26 hours left"; "" where it has no end."""
    if seconds == inf:
        return ""
    if daily:
        for unit, length, least in (("day", DAY, 2), ("hour", HOUR, 1)):
            if round(seconds / length) >= least:
                return f"{plural(round(seconds / length), unit)} left"
        return f"{max(1, ceil(seconds / MINUTE))} min left"
    whole = ceil(seconds)
    hours, rest = divmod(whole, HOUR)
    if hours:
        return f"{hours}:{rest // MINUTE:02}:{rest % MINUTE:02}"
    return f"{rest // MINUTE}:{rest % MINUTE:02}"


def until_it_changes(seconds: float, daily: bool = False) -> float:
    """Seconds until these words are others, while the time runs; at least some."""
    unit = MINUTE if daily else 1
    return (seconds % unit) or float(unit)

"""How much time the players of a match have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Self

from marbles_tui.core import BadOption
from marbles_tui.core.text import plural
from marbles_tui.play import Match, Seat
from marbles_tui.table.clock import Clock

TAG: Final = "TimeControl"
"""The tag of a record that keeps it."""

DAY: Final = 86_400.0

SHOW: Final = 0.5
"""Seconds that a move takes at most to be shown to those who play a timed match, at whatever speed they watch, and
from which on the time of the next one runs."""

MINUTES: Final = re.compile(r"(\d{1,3})\+(\d{1,2})")
DAYS: Final = re.compile(r"(\d{1,2})d")
MOST_MINUTES: Final = 180
MOST_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class TimeControl:
    """No limit, or minutes for all moves and seconds that each move adds, or days for each move."""

    minutes: int = 0
    increment: int = 0
    days: int = 0

    @classmethod
    def read(cls, text: str) -> Self:
        """From its text: `none`, `5+3`, `3d`. Raises BadOption."""
        word = text.strip().lower()
        if word in ("", "none"):
            return cls()
        timed, daily = MINUTES.fullmatch(word), DAYS.fullmatch(word)
        if timed and 1 <= int(timed[1]) <= MOST_MINUTES:
            return cls(int(timed[1]), int(timed[2]))
        if daily and 1 <= int(daily[1]) <= MOST_DAYS:
            return cls(days=int(daily[1]))
        raise BadOption(f"a time control is none, 5+3 or 3d, not {text[:20]!r}")

    def __str__(self) -> str:
        """Its text."""
        return (
            f"{self.minutes}+{self.increment}" if self.minutes else f"{self.days}d" if self.days else "none"
        )

    @property
    def words(self) -> str:
        """For people: "no clock", "5 min + 3 s", "3 days a move"."""
        if self.days:
            return f"{plural(self.days, 'day')} a move"
        if not self.minutes:
            return "no clock"
        return f"{self.minutes} min + {self.increment} s" if self.increment else f"{self.minutes} min"

    @property
    def timed(self) -> bool:
        """Whether players are expected to stay at the table until the end."""
        return self.minutes > 0

    @property
    def show(self) -> float:
        """For how many seconds after a move nobody's time runs."""
        return SHOW if self.timed else 0.0

    def clock(self, seats: tuple[Seat, ...]) -> Clock | None:
        """The clock at the start of a match; computers have all the time of the world."""
        seconds = self.days * DAY or self.minutes * 60.0
        if not seconds:
            return None
        left = tuple(seconds if seat.level is None else inf for seat in seats)
        return DailyClock(left, self.days * DAY) if self.days else Clock(left, float(self.increment))

    def kept_clock(self, match: Match, left: Sequence[float | None], ago: float) -> Clock | None:
        """The clock of a match as it was kept so many seconds ago (None: all the time of the world; nothing at all
        before the first move): days go on meanwhile."""
        clock = self.clock(match.seats)
        if clock is None or not left:
            return clock
        seconds = [inf if had is None else had for had in left]
        if self.days and not match.stopped:
            seconds[match.position.actor] -= ago
        return replace(clock, left=tuple(max(0.0, had) for had in seconds))


class DailyClock(Clock):
    """A clock that gives every move the same time."""

    def moved(self, seat: int) -> Self:
        """The clock after a seat has made its move: it has the whole time for its next one."""
        whole = inf if self.left[seat] == inf else self.increment
        return replace(self, left=(*self.left[:seat], whole, *self.left[seat + 1 :]))


NO_CLOCK: Final = TimeControl()

CONTROLS: Final = tuple(map(TimeControl.read, ("none", "3+2", "5+3", "10+5", "30+10", "1d", "3d", "7d")))
"""What is proposed when a game is offered."""

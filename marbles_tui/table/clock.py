"""Time at the table: how much of it each seat has, and where it comes from."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import dataclass, replace
from math import inf, isinf
from typing import Final, Self, TypeVar

from marbles_tui.core import BadOption
from marbles_tui.core.text import plural
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import TIME_LEFT

T = TypeVar("T")

TAG: Final = "TimeControl"
"""The tag of a record that keeps it."""

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
"""In seconds."""

SHOW: Final = 0.5
"""Seconds that a move takes at most to be shown to those who play a timed match, at whatever speed they watch, and
from which on the time of the next one runs."""

MINUTES: Final = re.compile(r"(\d{1,3})\+(\d{1,2})")
DAYS: Final = re.compile(r"(\d{1,2})d")
MOST_MINUTES: Final = 180
MOST_DAYS: Final = 30


class Time:
    """Where a session's time comes from: the machine; tests bring their own."""

    def now(self) -> float:
        """Seconds since some instant; never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds have passed."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """How many seconds each seat has `left` for the rest of the match, and how many each of its moves adds."""

    left: tuple[float, ...]
    increment: float = 0.0

    @classmethod
    def of(cls, seats: int, seconds: float, increment: float = 0.0) -> Self:
        """The same time for every seat."""
        return cls((seconds,) * seats, increment)

    def spend(self, seat: int, seconds: float) -> Self:
        """The clock after a seat has thought for so long."""
        return self._with(seat, max(0.0, self.left[seat] - seconds))

    def moved(self, seat: int) -> Self:
        """The clock after a seat has made its move."""
        return self._with(seat, self.left[seat] + self.increment)

    def _with(self, seat: int, seconds: float) -> Self:
        return replace(self, left=(*self.left[:seat], seconds, *self.left[seat + 1 :]))


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

    def clock(self, seats: tuple[Seat, ...], *, computers: bool = False) -> Clock | None:
        """The clock at the start of a match; computers have all the time of the world, unless theirs counts, too."""
        seconds = float(self.days * DAY or self.minutes * MINUTE)
        if not seconds:
            return None
        left = tuple(seconds if computers or seat.level is None else inf for seat in seats)
        return DailyClock(left, seconds) if self.days else Clock(left, float(self.increment))

    def kept_clock(
        self, match: Match, left: Sequence[float | None], ago: float, *, computers: bool = False
    ) -> Clock | None:
        """The clock of a match as it was kept so many seconds ago (None: all the time of the world; nothing at all
        before the first move): days go on meanwhile."""
        clock = self.clock(match.seats, computers=computers)
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
        return self._with(seat, inf if self.left[seat] == inf else self.increment)


NO_CLOCK: Final = TimeControl()

CONTROLS: Final = tuple(map(TimeControl.read, ("none", "3+2", "5+3", "10+5", "30+10", "1d", "3d", "7d")))
"""What is proposed when a game is offered."""


class OutOfTime(Exception):
    """A seat has used up its time."""


class Gate:
    """Open or shut; both can be waited for."""

    def __init__(self, is_open: bool) -> None:
        self._opened = asyncio.Event()
        self._shut = asyncio.Event()
        self.set(is_open)

    def set(self, is_open: bool) -> None:
        """Open or shut it."""
        now, before = (self._opened, self._shut) if is_open else (self._shut, self._opened)
        before.clear()
        now.set()

    @property
    def is_open(self) -> bool:
        """Whether it is open."""
        return self._opened.is_set()

    async def opened(self) -> None:
        """Wait until it is open."""
        await self._opened.wait()

    async def shut(self) -> None:
        """Wait until it is shut."""
        await self._shut.wait()


class Timekeeper:
    """Runs a clock while seats choose. It stands still while the gate is shut, while a move is shown, and while
    the player to move is asked something else."""

    def __init__(self, clock: Clock | None, time: Time, gate: Gate, show: float = 0.0) -> None:
        """`show`: for how many seconds after each move nobody's time runs."""
        self.clock = clock
        """The clock as it stood when it was stopped last; None where nobody counts the time."""
        self._time = time
        self._gate = gate
        self._show = show
        self._shown = 0.0  # when the last move will have been shown
        self._spared = 0.0  # until when nobody's time runs, because somebody is asked something else
        self._changed = asyncio.Event()  # that has changed
        self._running: tuple[int, float] | None = None  # which seat since when
        self._left: float | None = None  # what the last one to choose had left

    @property
    def now(self) -> Clock | None:
        """The clock at this moment."""
        if self.clock is None or self._running is None:
            return self.clock
        seat, since = self._running
        return self.clock.spend(seat, max(0.0, self._time.now() - since))

    @property
    def starts_in(self) -> float:
        """For how many seconds yet nobody's time runs, because the last move is being shown, or somebody is asked."""
        return max(0.0, max(self._shown, self._spared) - self._time.now())

    def spare(self, seconds: float) -> None:
        """Let nobody's time run for so long from now on; 0 lets it run again."""
        if seconds or self.starts_in:
            self._spared = self._time.now() + seconds
            self._changed.set()

    def show_move(self) -> None:
        """A move is shown from now on, or after those that still are."""
        self._shown = max(self._shown, self._time.now()) + self._show

    def stamped(self, match: Match) -> Match:
        """A match after a ply, with what its player had left when they made it, if that was counted."""
        left, self._left = self._left, None
        return match if left is None or isinf(left) else match.timed(left)

    async def limit(self, seat: int, choosing: Coroutine[object, object, T]) -> T:
        """What the seat chooses, if its time lasts. Raises OutOfTime, and what the choosing raises."""
        if self.clock is None:
            return await choosing
        self._left = None
        task = asyncio.ensure_future(choosing)
        try:
            while not task.done():
                await first(task, self._gate.opened())
                self._changed.clear()
                wait = self.starts_in
                begun = self._time.now() + wait
                self._running = (seat, begun)
                try:
                    out = self._time.sleep(wait + self.clock.left[seat])
                    await first(task, self._gate.shut(), self._changed.wait(), out)
                finally:
                    self._running = None
                    self.clock = self.clock.spend(seat, max(0.0, self._time.now() - begun))
                if not self.clock.left[seat]:
                    raise OutOfTime
            self._left = self.clock.left[seat]
            self.clock = self.clock.moved(seat)
            return task.result()
        finally:
            task.cancel()


async def first(*awaited: Awaitable[object]) -> None:
    """Wait for the first of several; the others go on if they are tasks or futures, else they are given up."""
    tasks = [asyncio.ensure_future(awaitable) for awaitable in awaited]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task, given in zip(tasks, awaited, strict=True):
            if task is not given:
                task.cancel()


def clock_of(match: Match) -> Clock | None:
    """The clock of a match, with the time that was left when it was kept; None where nobody counts it."""
    try:
        control = TimeControl.read(match.tag(TAG))
    except BadOption:  # a record from elsewhere
        return None
    words = match.tag(TIME_LEFT).split()
    known = len(words) == len(match.seats) and all(word == "-" or word.isdigit() for word in words)
    left = [None if word == "-" else float(word[:9]) for word in words] if known else []
    return control.kept_clock(match, left, 0.0) if control.timed else None


def with_time_left(match: Match, clock: Clock | None) -> Match:
    """The match with what each seat has left in its record."""
    if clock is None:
        return match
    words = " ".join("-" if isinf(left) else str(round(left)) for left in clock.left)
    return match.tagged(TIME_LEFT, words)

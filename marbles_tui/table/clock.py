"""Time at the table: how much of it each seat has, and where it comes from."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass, replace
from math import isinf
from typing import Any, Protocol, Self, TypeVar

from marbles_tui.play import Match

T = TypeVar("T")


class Time(Protocol):
    """Where a session's time comes from; tests bring their own."""

    def now(self) -> float:
        """Seconds since some instant; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds have passed."""
        ...


class Monotonic:
    """The time of the machine."""

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
    whoever is to move is asked something else."""

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

    async def limit(self, seat: int, choosing: Coroutine[Any, Any, T]) -> T:
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


async def first(*awaited: Awaitable[Any]) -> None:
    """Wait for the first of several; the others go on if they are tasks or futures, else they are given up."""
    tasks = [asyncio.ensure_future(awaitable) for awaitable in awaited]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task, given in zip(tasks, awaited, strict=True):
            if task is not given:
                task.cancel()

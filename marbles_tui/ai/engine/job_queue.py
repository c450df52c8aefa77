"""Jobs for somebody who thinks, the most urgent first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, Protocol

from marbles_tui.ai.engine.job import Job, Message, Priority

TRIES: Final = 2
"""How often a job is begun before the death of whoever thinks is taken to be its fault."""

Report = Callable[[Any], None]


class ThinkingFailedError(Exception):
    """A job could not be done; the message is one line."""


class LinkBrokenError(Exception):
    """Whoever thought is gone."""


class Link(Protocol):
    """Whoever thinks about one job at a time, in a process or a worker, and the way to them."""

    @property
    def alive(self) -> bool:
        """Whether they are there."""

    async def start(self) -> None:
        """Have them come if they are not there. Raises ThinkingFailedError."""

    async def ask(self, number: int, job: Job) -> None:
        """Begin a job; each has a greater number than those before. Raises LinkBrokenError."""

    async def hear(self) -> Message:
        """The next thing they say: reports, then how the job has ended. Raises LinkBrokenError."""

    def stop(self, number: int, wanted: bool) -> None:
        """End the job of that number, if it is the one that is begun: it is over when `hear` says so. `wanted` says
        that somebody waits for what it has found so far."""

    async def kill(self) -> None:
        """Be rid of them, whatever they do."""

    async def close(self) -> None:
        """Let them go."""


@dataclass(order=True, slots=True)
class _Ticket:
    """A job in the queue, by its priority and then its order. `number` is that of its last beginning; `stopped`
    says that its answer is wanted now, `displaced` that it will be begun anew."""

    priority: Priority
    order: int
    job: Job = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)
    report: Report | None = field(compare=False)
    number: int = field(default=0, compare=False)
    tries: int = field(default=0, compare=False)
    stopped: bool = field(default=False, compare=False)
    displaced: bool = field(default=False, compare=False)

    @property
    def again(self) -> bool:
        """Whether what it has found is of no use, because it will be begun anew."""
        return self.displaced and not self.stopped

    def resolve(self, outcome: object) -> None:
        """Give the answer, or the exception that came instead, to whoever still waits for it."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class JobQueue:
    """Has one job at a time done at the other end of a link, the most urgent first.

    A more urgent job stops the running one, which is begun anew afterwards. Who dies is replaced, and the job is
    tried once more. Lives in one event loop, also inside a running app.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._starting = asyncio.Lock()
        self._queue: list[_Ticket] = []
        self._current: _Ticket | None = None
        self._serving: asyncio.Task[None] | None = None
        self._orders = count()
        self._numbers = count(1)

    @property
    def attempt(self) -> tuple[Job, int] | None:
        """The job that is being done, and how often it has been tried; None while there is none."""
        ticket = self._current
        return (ticket.job, ticket.tries) if ticket and ticket.number and self._link.alive else None

    async def start(self) -> None:
        """Have somebody there who thinks. Raises ThinkingFailedError if that cannot be."""
        async with self._starting:
            if not self._link.alive:
                await self._link.start()

    async def think(self, job: Job, priority: Priority, report: Report | None = None) -> Any:
        """The result of a job; `report` hears of what is found on the way. Cancelling gives it up.

        Raises ThinkingFailedError, and what `report` raises.
        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        ticket = _Ticket(priority, next(self._orders), job, answer, report)
        heappush(self._queue, ticket)
        if self._current and ticket.priority < self._current.priority and not self._current.displaced:
            self._current.displaced = True
            self._halt(self._current)
        if not self._serving or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="engine")
        try:
            return await answer
        finally:
            if ticket is self._current:
                self._halt(ticket)

    def move_now(self) -> None:
        """End the search for a move, the running one or one that waits, with the best found so far."""
        current = (self._current,) if self._current else ()
        for ticket in (*self._queue, *current):
            ticket.stopped = ticket.stopped or ticket.priority is Priority.MOVE
        if self._current and self._current.stopped:
            self._halt(self._current)

    def wrap_up(self) -> None:
        """End the running job, whatever it is, with what it has found so far."""
        if self._current and not self._current.displaced:
            self._current.stopped = True
            self._halt(self._current)

    async def close(self) -> None:
        """Let go of whoever thinks; whoever still waits is cancelled."""
        if self._serving:
            self._serving.cancel()
            with suppress(asyncio.CancelledError):
                await self._serving
        for ticket in self._queue:
            ticket.answer.cancel()
        self._queue.clear()
        await self._link.close()

    async def _serve(self) -> None:
        """Do the jobs of the queue until it is empty."""
        while self._queue:
            ticket = heappop(self._queue)
            if ticket.answer.done():
                continue
            self._current = ticket
            try:
                await self._do(ticket)
            except asyncio.CancelledError:
                ticket.answer.cancel()
                raise
            except Exception as error:  # whoever asked shall hear of it, and the others be served
                ticket.resolve(error)
            finally:
                self._current = None
            if not ticket.answer.done():
                heappush(self._queue, ticket)

    async def _do(self, ticket: _Ticket) -> None:
        """Do a job to its end; its answer stays open if it is to be begun anew."""
        await self.start()
        ticket.tries += 1
        try:
            kind, outcome = await self._ask(ticket)
        except LinkBrokenError as error:
            await self._link.kill()
            if ticket.tries >= TRIES:
                raise ThinkingFailedError("the engine has died over it") from error
            return
        if kind == "failed":
            raise ThinkingFailedError(outcome)
        if ticket.again:
            ticket.tries = 0
        else:
            ticket.resolve(outcome)

    async def _ask(self, ticket: _Ticket) -> tuple[str, Any]:
        """Begin a job and listen to its end. Raises LinkBrokenError."""
        # Each beginning has a greater number, so that a stop meant for an earlier one cannot hit it.
        ticket.number, ticket.displaced = next(self._numbers), False
        await self._link.ask(ticket.number, ticket.job)
        if ticket.stopped or ticket.answer.done():
            self._halt(ticket)
        while True:
            kind, _, what = await self._link.hear()
            if kind != "report":
                return kind, what
            if ticket.report and not ticket.answer.done() and not ticket.displaced:
                try:
                    ticket.report(what)
                except Exception as error:
                    ticket.resolve(error)
                    self._halt(ticket)

    def _halt(self, ticket: _Ticket) -> None:
        """Have the running job end now."""
        self._link.stop(ticket.number, wanted=not ticket.again and not ticket.answer.done())

"""Jobs for a thinking process, the most urgent first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from itertools import count
from math import inf
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

from marbles_tui.ai.engine.job import Job, Message, Priority

TRIES: Final = 2
"""How often a job is begun before the engine's death is taken to be its fault."""

MOST_REMEMBERED: Final = 1000
"""Accounts of which it is known when they were served last; a room that has closed does not say so."""

R = TypeVar("R")


class ThinkingFailedError(Exception):
    """A job could not be done; the message is one line."""


class LinkBrokenError(Exception):
    """The engine is gone."""


class Link(Protocol):
    """The link to an engine, in a process or a worker, that does one job at a time."""

    @property
    def alive(self) -> bool:
        """Whether they are there."""

    async def start(self) -> None:
        """Have them come if they are not there. Raises ThinkingFailedError."""

    async def ask(self, number: int, job: Job[object]) -> None:
        """Begin a job; each has a greater number than those before. Raises LinkBrokenError."""

    async def hear(self) -> Message:
        """The next thing they say: reports, then how the job has ended. Raises LinkBrokenError."""

    def stop(self, number: int, wanted: bool) -> None:
        """End the job of that number, if it is the one that is begun: it is over when `hear` says so. `wanted` says
        that somebody waits for what it has found so far."""

    async def close(self) -> None:
        """Be rid of them, whatever they do."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A job that somebody waits for; `tries` says how often it was begun."""

    account: str
    priority: Priority
    order: int
    job: Job[object]
    answer: asyncio.Future[Any]
    report: Callable[[Any], None] | None
    context: Context = field(default_factory=copy_context)
    """Whose job it is."""

    tries: int = 0
    stopped: bool = False
    """Whether its answer is wanted now."""

    displaced: bool = False
    """Whether it gives way now, and is begun anew later."""

    @property
    def again(self) -> bool:
        """Whether what it has found is of no use, because it will be begun anew."""
        return self.displaced and not self.stopped

    def resolve(self, outcome: object) -> None:
        """Give the answer, or the exception that came instead, if it is still awaited."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


@dataclass(slots=True, eq=False)
class _Place:
    """A thinking process, its job, and since when."""

    link: Link
    ticket: _Ticket | None = None
    serving: asyncio.Task[None] | None = None
    number: int = 0
    """Of the job that is being done, 0 before it is begun: each has a greater one than those before, so that a stop
    meant for an earlier one cannot hit it."""

    began: float = 0.0
    starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Start the thinking process if it does not run. Raises ThinkingFailedError."""
        async with self.starting:
            if not self.link.alive:
                await self.link.start()

    def halt(self) -> None:
        """Have the running job end now, or as soon as it is begun."""
        if (ticket := self.ticket) and self.number:
            self.link.stop(self.number, wanted=not ticket.again and not ticket.answer.done())


class JobQueue:
    """Has jobs done at the other ends of links, one at a time at each, the most urgent first.

    A more urgent job stops a running one, which is begun anew afterwards. Among jobs as urgent as each other the
    account goes first that has fewer of them running, then the one that was served longest ago. While others wait,
    nobody thinks for longer than `turn` seconds: what was found by then is the answer. Who dies is replaced, and the
    job is tried once more. Lives in one event loop, also inside a running app.
    """

    def __init__(self, *links: Link, turn: float = inf, clock: Callable[[], float] = monotonic) -> None:
        self._places = [_Place(link) for link in links]
        self._turn, self._clock = turn, clock
        self._waiting: list[_Ticket] = []
        self._served: dict[str, int] = {}
        self._orders, self._turns, self._numbers = count(), count(1), count(1)
        self._sharing: asyncio.Handle | None = None

    async def start(self) -> None:
        """Start the thinking process if it does not run. Raises ThinkingFailedError if it does not start."""
        await self._places[0].start()

    async def think(
        self,
        job: Job[R],
        priority: Priority,
        report: Callable[[R], None] | None = None,
        account: str = "",
    ) -> R:
        """The result of a job; `report` hears of what is found on the way. Cancelling gives it up.

        Raises ThinkingFailedError, and what `report` raises.
        """
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        ticket = _Ticket(account, priority, next(self._orders), job, answer, report)
        self._waiting.append(ticket)
        self._share()
        try:
            return await answer
        finally:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            for place in self._places:
                if place.ticket is ticket:
                    place.halt()

    def move_now(self, account: str = "") -> None:
        """End an account's searches for moves, those that run and those that wait, with the best found so far."""
        running = [place.ticket for place in self._places if place.ticket]
        for ticket in (*self._waiting, *running):
            if ticket.account == account and ticket.priority is Priority.MOVE:
                ticket.stopped = True
        for place in self._places:
            if place.ticket and place.ticket.stopped and place.ticket.account == account:
                place.halt()

    async def leave(self, account: str) -> None:
        """An account has gone, and all whom this queue is for with it."""
        await self.close()

    async def close(self) -> None:
        """Close all engines; jobs that still wait are cancelled."""
        if self._sharing:
            self._sharing.cancel()
        for ticket in self._waiting:
            ticket.answer.cancel()
        self._waiting.clear()
        serving = [place.serving for place in self._places if place.serving]
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await asyncio.gather(*(place.link.close() for place in self._places))

    # Who is next

    def _rank(self, ticket: _Ticket) -> tuple[int, int, int, int]:
        running = sum(bool(place.ticket and place.ticket.account == ticket.account) for place in self._places)
        return ticket.priority, running, self._served.get(ticket.account, 0), ticket.order

    def _share(self) -> None:
        """Let those begin who are next; make others give way, or come to an end."""
        for place in self._places:
            if place.ticket is None and self._waiting:
                self._begin(place, min(self._waiting, key=self._rank))
        if not self._waiting:
            return
        running = [(place, place.ticket) for place in self._places if place.ticket]
        if not any(ticket.displaced for _, ticket in running):
            last, ticket = max(running, key=lambda each: each[1].priority)
            if ticket.priority > min(self._waiting, key=self._rank).priority:
                ticket.displaced = True
                last.halt()
        now, later = self._clock(), inf
        for place, ticket in running:
            if ticket.stopped or ticket.displaced:
                continue
            if place.began + self._turn <= now:
                ticket.stopped = True
                place.halt()
            else:
                later = min(later, place.began + self._turn)
        if self._sharing is None and later < inf:
            self._sharing = asyncio.get_running_loop().call_later(later - now, self._share_again)

    def _share_again(self) -> None:
        self._sharing = None
        self._share()

    def _begin(self, place: _Place, ticket: _Ticket) -> None:
        self._waiting.remove(ticket)
        if ticket.account:
            self._served.pop(ticket.account, None)
            self._served[ticket.account] = next(self._turns)
            if len(self._served) > MOST_REMEMBERED:
                del self._served[next(iter(self._served))]
        place.ticket, place.began, place.number = ticket, self._clock(), 0
        ticket.displaced = False
        place.serving = asyncio.create_task(
            self._serve(place, ticket), name="engine", context=ticket.context.copy()
        )

    # How a job is done

    async def _serve(self, place: _Place, ticket: _Ticket) -> None:
        """Do a job; its answer stays open if it is to be begun anew."""
        try:
            await self._do(place, ticket)
        except asyncio.CancelledError:
            ticket.answer.cancel()
            raise
        except Exception as error:  # the asker is told, and the others are still served
            ticket.resolve(error)
        finally:
            place.ticket = place.serving = None
            if not ticket.answer.done():
                self._waiting.append(ticket)
            self._share()

    async def _do(self, place: _Place, ticket: _Ticket) -> None:
        await place.start()
        ticket.tries += 1
        try:
            kind, outcome = await self._ask(place, ticket)
        except LinkBrokenError as error:
            await place.link.close()
            if ticket.tries >= TRIES:
                raise ThinkingFailedError("the engine has died over it") from error
            return
        if kind == "failed":
            raise ThinkingFailedError(outcome)
        if ticket.again:
            ticket.tries = 0
        else:
            ticket.resolve(outcome)

    async def _ask(self, place: _Place, ticket: _Ticket) -> tuple[str, object]:
        """Begin a job and listen to its end. Raises LinkBrokenError."""
        place.number = next(self._numbers)
        await place.link.ask(place.number, ticket.job)
        if ticket.stopped or ticket.displaced or ticket.answer.done():
            place.halt()
        while True:
            kind, _, what = await place.link.hear()
            if kind != "report":
                return kind, what
            if ticket.report and not ticket.answer.done() and not ticket.displaced:
                try:
                    ticket.report(what)
                except Exception as error:
                    ticket.resolve(error)
                    place.halt()

"""Thinking for everybody: a process for each core, and turns that are fair between accounts; on a Dask cluster what
nobody waits for at a table."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, Final, Protocol

from marbles_tui.ai.engine.job import Job, Priority, perform
from marbles_tui.ai.engine.job_queue import ThinkingFailedError
from marbles_tui.ai.engine.process import EngineProcess
from marbles_tui.core.text import sanitize_line

PATIENCE: Final = 5.0
"""Seconds to wait for the scheduler."""

LONGEST: Final = 60.0
"""Seconds after which a job that is not done is done here."""

LOOK: Final = 0.5
"""Seconds between two looks whether the scheduler is still there."""

AGAIN: Final = 60.0
"""Seconds after which a scheduler that was not there is tried again."""

LOUD: Final = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""What tells of a lost scheduler again and again."""

log = logging.getLogger(__name__)


class NoCluster(Exception):
    """The cluster does not do it; the message says why, in a line."""


class Far:
    """A Dask cluster, as long as its scheduler is there. What it does not do is to be done here, and the log says so
    once."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._connecting = asyncio.Lock()
        self._again = 0.0
        self._told = False
        self._cancelling: set[asyncio.Future[Any]] = set()

    async def think(self, job: Job) -> Any:
        """The result of a job; cancelling gives it up. Raises ThinkingFailedError for one that cannot be done, and
        NoCluster."""
        try:
            client = await self._connected()
            result = await self._asked(client, job)
        except NoCluster as error:
            if not self._told:
                self._told = True
                log.warning("long work is done here: %s", error)
            raise
        if self._told:
            self._told = False
            log.warning("long work is done by the cluster at %s again", self._address)
        return result

    async def _connected(self) -> Any:
        async with self._connecting:
            if monotonic() < self._again:
                raise NoCluster(f"no Dask scheduler answers at {self._address}")
            if self._client and self._client.status == "running":
                return self._client
            await self._leave()
            from distributed import Client

            for name in LOUD:
                logging.getLogger(name).setLevel(logging.CRITICAL)
            connect: Any = Client  # it has no types
            try:
                self._client = await asyncio.wait_for(
                    connect(self._address, asynchronous=True, timeout=PATIENCE, set_as_default=False),
                    2 * PATIENCE,
                )
            except (OSError, ValueError, TimeoutError) as error:
                self._again = monotonic() + AGAIN
                raise NoCluster(f"no Dask scheduler answers at {self._address}") from error
            return self._client

    async def _asked(self, client: Any, job: Job) -> Any:
        future = client.submit(perform, job, pure=False)
        done = asyncio.ensure_future(future._result(raiseit=False))
        end = monotonic() + LONGEST
        try:
            while not done.done():
                await asyncio.wait({done}, timeout=LOOK)
                if not done.done() and client.status != "running":
                    self._again = monotonic() + AGAIN
                    raise NoCluster(f"the Dask scheduler at {self._address} is gone")
                if monotonic() > end:
                    raise NoCluster(f"the cluster at {self._address} has not done it in {LONGEST:g} s")
        finally:
            if future.status == "pending":
                self._cancel(client, future)
            done.cancel()
        return self._result_of(future.status, done)

    def _result_of(self, status: str, done: asyncio.Future[Any]) -> Any:
        if status in ("cancelled", "lost") or done.cancelled() or done.exception():
            self._again = monotonic() + AGAIN
            raise NoCluster(f"the Dask scheduler at {self._address} is gone")
        result = done.result()
        if status == "finished":
            return result
        error = result[1] if isinstance(result, tuple) else result
        if isinstance(error, ValueError):
            raise ThinkingFailedError(str(error))
        why = sanitize_line(str(error), 200)
        raise NoCluster(f"a worker of the cluster at {self._address} cannot do it: {why}")

    def _cancel(self, client: Any, future: Any) -> None:
        if client.status == "running":
            task = asyncio.ensure_future(client.cancel([future], force=True))
            self._cancelling.add(task)
            task.add_done_callback(self._cancelling.discard)

    async def _leave(self) -> None:
        client, self._client = self._client, None
        if client:
            with suppress(OSError, TimeoutError, ValueError):
                await client.close(timeout=1)

    async def close(self) -> None:
        """Leave it."""
        for task in tuple(self._cancelling):
            with suppress(Exception):
                await asyncio.wait_for(task, 1)
        await self._leave()


Report = Callable[[Any], None]

MOST_REMEMBERED: Final = 1000
"""Accounts of which it is known when they were served last; a room that has closed does not say so."""


class Process(Protocol):
    """What does one job at a time."""

    async def think(self, job: Job, priority: Priority, report: Report | None = None) -> Any:
        """The result of a job. Cancelling gives it up."""

    def wrap_up(self) -> None:
        """End the running job with what it has found so far."""

    async def close(self) -> None:
        """End it."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A job that somebody waits for."""

    account: str
    priority: Priority
    order: int
    job: Job
    report: Report | None
    answer: asyncio.Future[Any]
    hurried: bool = False
    """Whether its answer is wanted as soon as there is one."""

    displaced: bool = False
    """Whether it gives way now, and is begun anew later."""


@dataclass(slots=True, eq=False)
class Place:
    """A process, what it does, and since when."""

    process: Process
    ticket: Ticket | None = None
    doing: asyncio.Task[None] | None = None
    began: float = 0.0
    wrapped_up: bool = field(default=False)


class Pool:
    """Several processes that think for many accounts.

    Moves go before hints, these before analyses and reviews, which give way while they run. Among jobs as urgent as
    each other the account goes first that has fewer of them running, then the one that was served longest ago. While
    others wait, nobody thinks for longer than `turn` seconds: what was found by then is the answer.
    """

    def __init__(
        self,
        turn: float,
        processes: int | None = None,
        make: Callable[[], Process] = EngineProcess,
        clock: Callable[[], float] = monotonic,
        far: Far | None = None,
    ) -> None:
        """`processes`: one for each core unless another number is given; `far`: what reviews games, as long as it
        does."""
        self._far = far
        self._turn, self._clock = turn, clock
        self._places = [Place(make()) for _ in range(processes or _cores())]
        self._waiting: list[Ticket] = []
        self._served: dict[str, int] = {}
        self._turns, self._orders = count(1), count()
        self._sharing: asyncio.Handle | None = None
        self._closed = False

    @property
    def busy(self) -> int:
        """How many processes think."""
        return sum(place.ticket is not None for place in self._places)

    @property
    def waiting(self) -> int:
        """How many jobs wait for one."""
        return len(self._waiting)

    def seat(self, account: str) -> Seat:
        """A thinker for an account."""
        return Seat(self, account)

    async def think(self, account: str, job: Job, priority: Priority, report: Report | None) -> Any:
        """The result of a job; cancelling gives it up. Raises ThinkingFailedError."""
        if self._far and priority is Priority.REVIEW:
            with suppress(NoCluster):
                return await self._far.think(job)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        ticket = Ticket(account, priority, next(self._orders), job, report, answer)
        self._waiting.append(ticket)
        self._share()
        try:
            return await answer
        finally:
            self._give_up(ticket)

    def hurry(self, account: str) -> None:
        """End the search for the moves of an account with the best found so far."""
        for ticket in self._waiting:
            ticket.hurried = ticket.hurried or (
                ticket.account == account and ticket.priority is Priority.MOVE
            )
        for place in self._places:
            ticket_ = place.ticket
            if ticket_ and ticket_.account == account and ticket_.priority is Priority.MOVE:
                place.process.wrap_up()

    async def close(self) -> None:
        """End all processes; whoever still waits is cancelled."""
        self._closed = True
        if self._sharing:
            self._sharing.cancel()
        for ticket in (*self._waiting, *(place.ticket for place in self._places if place.ticket)):
            ticket.answer.cancel()
        self._waiting.clear()
        if self._far:
            await self._far.close()
        await asyncio.gather(*(place.process.close() for place in self._places), return_exceptions=True)
        await asyncio.gather(*(place.doing for place in self._places if place.doing), return_exceptions=True)

    # Who is next

    def _give_up(self, ticket: Ticket) -> None:
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        for place in self._places:
            if place.ticket is ticket and place.doing:
                place.doing.cancel()

    def _rank(self, ticket: Ticket) -> tuple[int, int, int, int]:
        running = Counter(place.ticket.account for place in self._places if place.ticket)
        account = ticket.account
        return (ticket.priority, running[account], self._served.get(account, 0), ticket.order)

    def _share(self) -> None:
        """Let those begin who are next; make others give way, or come to an end."""
        if self._closed:
            return
        for place in self._places:
            if place.ticket is None and self._waiting:
                self._begin(place, min(self._waiting, key=self._rank))
        if not self._waiting:
            return
        first = min(self._waiting, key=self._rank)
        running = [place for place in self._places if place.ticket and not place.ticket.displaced]
        last = max(running, key=lambda place: place.ticket.priority if place.ticket else 0, default=None)
        giving_way = any(place.ticket and place.ticket.displaced for place in self._places)
        if last and last.ticket and last.doing and last.ticket.priority > first.priority and not giving_way:
            last.ticket.displaced = True
            last.doing.cancel()
        now = self._clock()
        due = [place.began + self._turn for place in running if not place.wrapped_up]
        for place in running:
            if place.began + self._turn <= now and not place.wrapped_up:
                place.wrapped_up = True
                place.process.wrap_up()
        later = [moment for moment in due if moment > now]
        if self._sharing is None and later:
            self._sharing = asyncio.get_running_loop().call_later(min(later) - now, self._share_again)

    def _share_again(self) -> None:
        self._sharing = None
        self._share()

    def _begin(self, place: Place, ticket: Ticket) -> None:
        self._waiting.remove(ticket)
        if ticket.account:
            self._served.pop(ticket.account, None)
            self._served[ticket.account] = next(self._turns)
            if len(self._served) > MOST_REMEMBERED:
                del self._served[next(iter(self._served))]
        place.ticket, place.began, place.wrapped_up = ticket, self._clock(), False
        ticket.displaced = False
        place.doing = asyncio.create_task(self._do(place, ticket), name="thinking")

    async def _do(self, place: Place, ticket: Ticket) -> None:
        try:
            thinking = asyncio.create_task(place.process.think(ticket.job, ticket.priority, ticket.report))
            if ticket.hurried:
                await asyncio.sleep(0)
                place.process.wrap_up()
            try:
                result = await thinking
            except asyncio.CancelledError:
                thinking.cancel()
                with suppress(BaseException):
                    await thinking
                if ticket.displaced and not ticket.answer.done():
                    self._waiting.append(ticket)
                else:
                    ticket.answer.cancel()
            except Exception as error:  # whoever asked shall hear of it, and the others be served
                if not ticket.answer.done():
                    ticket.answer.set_exception(error)
            else:
                if not ticket.answer.done():
                    ticket.answer.set_result(result)
        finally:
            place.ticket = place.doing = None
            self._share()

    def forget(self, account: str) -> None:
        """An account has gone."""
        self._served.pop(account, None)


class Seat:
    """A thinker that shares the processes with others."""

    def __init__(self, pool: Pool, account: str) -> None:
        self._pool, self._account = pool, account

    async def start(self) -> None:
        """It is always ready."""

    async def think(self, job: Job, priority: Priority, report: Report | None = None) -> Any:
        """The result of a job."""
        return await self._pool.think(self._account, job, priority, report)

    def move_now(self) -> None:
        """End the search for this account's move."""
        self._pool.hurry(self._account)

    async def close(self) -> None:
        """Whoever waits has gone, and their jobs with them."""
        self._pool.forget(self._account)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

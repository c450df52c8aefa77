"""Thinking for everybody: a process for each core, and turns that are fair between accounts; on a Dask cluster what
nobody waits for at a table."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context
from functools import partial
from time import monotonic
from typing import Any, Final, TypeVar

from marbles_tui.ai.engine.job import Job, Priority, perform
from marbles_tui.ai.engine.job_queue import JobQueue, Link, ThinkingFailedError
from marbles_tui.ai.engine.process import ProcessLink
from marbles_tui.core.text import sanitize_line

PATIENCE: Final = 5.0
"""Seconds to wait for the scheduler."""

LONGEST: Final = 60.0
"""Seconds after which a job that is not done is done here."""

LOOK_EVERY: Final = 0.5
"""Seconds between two looks whether the scheduler is still there."""

TRIED_AGAIN: Final = 60.0
"""Seconds after which a scheduler that was not there is tried again."""

LOUD: Final = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""What tells of a lost scheduler again and again."""

log = logging.getLogger(__name__)

R = TypeVar("R")
Clock = Callable[[], float]


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
        self._cancelling: set[asyncio.Future[object]] = set()

    async def think(self, job: Job[R]) -> R:
        """The result of a job; cancelling gives it up. Raises ThinkingFailedError for one that cannot be done, and
        NoCluster."""
        try:
            result = await self._asked(await self._connected(), job)
        except NoCluster as error:
            if not self._told:
                self._told = True
                log.warning("long work is done here: %s", error)
            raise
        if self._told:
            self._told = False
            log.warning("long work is done by the cluster at %s again", self._address)
        return result

    async def _connected(self) -> object:
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
                    Context().run(  # it serves all guests, and outlives the first
                        partial(connect, asynchronous=True, timeout=PATIENCE, set_as_default=False),
                        self._address,
                    ),
                    2 * PATIENCE,
                )
            except (OSError, ValueError, TimeoutError) as error:
                self._again = monotonic() + TRIED_AGAIN
                raise NoCluster(f"no Dask scheduler answers at {self._address}") from error
            return self._client

    async def _asked(self, client: Any, job: Job[R]) -> R:
        future = client.submit(perform, job, pure=False)
        done: asyncio.Future[R] = asyncio.ensure_future(future._result(raiseit=False))
        end = monotonic() + LONGEST
        try:
            while not done.done():
                await asyncio.wait({done}, timeout=LOOK_EVERY)
                if not done.done() and client.status != "running":
                    self._again = monotonic() + TRIED_AGAIN
                    raise NoCluster(f"the Dask scheduler at {self._address} is gone")
                if monotonic() > end:
                    raise NoCluster(f"the cluster at {self._address} has not done it in {LONGEST:g} s")
        finally:
            if future.status == "pending":
                self._cancel(client, future)
            done.cancel()
        return self._result_of(future.status, done)

    def _result_of(self, status: str, done: asyncio.Future[R]) -> R:
        if status in ("cancelled", "lost") or done.cancelled() or done.exception():
            self._again = monotonic() + TRIED_AGAIN
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


class Pool(JobQueue):
    """Several processes that think for many accounts; a cluster, if there is one, reviews games."""

    def __init__(
        self, turn: float, links: Sequence[Link] = (), *, far: Far | None = None, clock: Clock = monotonic
    ) -> None:
        """`links`: a process for each core unless others are given."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        super().__init__(*(links or [ProcessLink() for _ in range(cores)]), turn=turn, clock=clock)
        self._far = far

    @property
    def busy(self) -> int:
        """How many processes think."""
        return sum(place.ticket is not None for place in self._places)

    @property
    def waiting(self) -> int:
        """How many jobs wait for one."""
        return len(self._waiting)

    async def start(self) -> None:
        """Each process begins with its first job."""

    async def think(
        self,
        job: Job[R],
        priority: Priority,
        report: Callable[[R], None] | None = None,
        account: str = "",
    ) -> R:
        """The result of a job; cancelling gives it up. Raises ThinkingFailedError."""
        if self._far and priority is Priority.REVIEW:
            with suppress(NoCluster):
                return await self._far.think(job)
        return await super().think(job, priority, report, account)

    async def close(self) -> None:
        """End all processes; jobs that still wait are cancelled."""
        await super().close()
        if self._far:
            await self._far.close()

    async def leave(self, account: str) -> None:
        """An account has gone: forget when it was served last. Its jobs end when nobody waits for them."""
        self._served.pop(account, None)

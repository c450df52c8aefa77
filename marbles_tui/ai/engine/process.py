"""The arcade's end of the engine process."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from logging import getLogger
from pathlib import Path
from typing import Any, Final

import marbles_tui
from marbles_tui.ai.engine.apart import apart
from marbles_tui.ai.engine.job import Job, Priority
from marbles_tui.ai.engine.protocol import HEAD, length, pack, unpack

logger = getLogger(__name__)

TRIES: Final = 2
"""How often a job is begun before the death of the process is taken to be its fault."""

FAREWELL: Final = 1.0
"""How many seconds the process has to end by itself."""

Report = Callable[[Any], None]


class ThinkingFailedError(Exception):
    """A job could not be done; the message is one line."""


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

    def resolve(self, outcome: object) -> None:
        """Give the answer, or the exception that came instead, to whoever still waits for it."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class EngineProcess:
    """One process that thinks about one job at a time, the most urgent first.

    A more urgent job stops the running one, which is begun anew afterwards. A process that dies is started
    again, and its job is tried once more. Lives in one event loop, also inside a running app.
    """

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._queue: list[_Ticket] = []
        self._current: _Ticket | None = None
        self._serving: asyncio.Task[None] | None = None
        self._logging: asyncio.Task[None] | None = None
        self._orders = count()
        self._numbers = count(1)

    @property
    def pid(self) -> int | None:
        """The number of the process, None while none runs."""
        running = self._process and self._process.returncode is None
        return self._process.pid if self._process and running else None

    @property
    def attempt(self) -> tuple[Job, int] | None:
        """The job that the process works on, and how often it has been tried; None while it rests."""
        ticket = self._current
        return (ticket.job, ticket.tries) if ticket and ticket.number and self.pid is not None else None

    async def start(self) -> None:
        """Start the process if it does not run; it is ready in about a tenth of a second.

        Raises ThinkingFailedError if the system does not let it start.
        """
        async with self._starting:
            if self._process and self._process.returncode is None:
                return
            # -P: nothing that lies about in the user's folder shall be imported.
            command = (sys.executable, "-P", "-m", "marbles_tui.ai.engine.worker")
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *command,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=PIPE,
                    env=environment(),
                    **apart(),
                )
            except OSError as error:
                raise ThinkingFailedError(f"the engine process cannot be started: {error}") from error
            self._logging = asyncio.create_task(_log(self._process), name="engine log")

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
        """End the process; whoever still waits is cancelled."""
        if self._serving:
            self._serving.cancel()
            with suppress(asyncio.CancelledError):
                await self._serving
        for ticket in self._queue:
            ticket.answer.cancel()
        self._queue.clear()
        process, self._process = self._process, None
        if process and process.returncode is None:
            assert process.stdin
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), FAREWELL)
            except TimeoutError:
                await _kill(process)
        if self._logging:
            await self._logging

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
        except (OSError, asyncio.IncompleteReadError) as error:
            process, self._process = self._process, None
            if process:
                await _kill(process)
            if ticket.tries >= TRIES:
                raise ThinkingFailedError("the engine process has died over it") from error
            return
        if kind == "failed":
            raise ThinkingFailedError(outcome)
        if ticket.displaced and not ticket.stopped:
            ticket.tries = 0
        else:
            ticket.resolve(outcome)

    async def _ask(self, ticket: _Ticket) -> tuple[str, Any]:
        """Begin a job and read to its end. Raises OSError or IncompleteReadError if the process dies."""
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        # Each beginning has a greater number, so that a stop meant for an earlier one cannot hit it.
        ticket.number, ticket.displaced = next(self._numbers), False
        process.stdin.write(pack(("job", ticket.number, ticket.job)))
        if ticket.stopped or ticket.answer.done():
            self._halt(ticket)
        await process.stdin.drain()
        while True:
            head = await process.stdout.readexactly(HEAD.size)
            kind, _, what = unpack(await process.stdout.readexactly(length(head)))
            if kind != "report":
                return kind, what
            if ticket.report and not ticket.answer.done() and not ticket.displaced:
                try:
                    ticket.report(what)
                except Exception as error:
                    ticket.resolve(error)
                    self._halt(ticket)

    def _halt(self, ticket: _Ticket) -> None:
        """Want the answer to the running job now."""
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(pack(("stop", ticket.number)))


def environment() -> dict[str, str]:
    """The environment in which the process finds this very package, wherever the arcade was started."""
    house = Path(marbles_tui.__file__).parents[1]
    if house.name in ("site-packages", "dist-packages"):
        return dict(os.environ)
    paths = filter(None, (str(house), os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


async def _log(process: Process) -> None:
    """Log what the process complains of, until it ends."""
    assert process.stderr
    while text := await process.stderr.read(1 << 16):
        logger.warning("engine process: %s", text.decode(errors="replace").rstrip())


async def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()

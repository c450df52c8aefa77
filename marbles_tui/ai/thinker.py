"""The arcade's end of the thinking process."""

from __future__ import annotations

import asyncio
import heapq
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from marbles_tui.ai.frames import HEAD, length, pack, unpack
from marbles_tui.ai.job import Job, Rank

LAST_SECOND: Final = 1.0
"""How long the process may take to end when asked to."""


class ThinkingFailedError(Exception):
    """A job could not be done; the message is one line."""


Report = Callable[[Any], None]


@dataclass(order=True)
class _Task:
    rank: Rank
    number: int
    job: Job = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)
    report: Report | None = field(compare=False)
    again: bool = field(default=False, compare=False)
    """Whether it was stopped for a higher one and is to be done anew."""
    died: int = field(default=0, compare=False)
    """How often the process has died over it."""


class Thinker:
    """One process that thinks about one job at a time, the highest rank first.

    A job of a higher rank stops a lower one, which is begun anew afterwards. A process that dies is started
    again, and its job is tried once more.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._waiting: list[_Task] = []
        self._current: _Task | None = None
        self._number = 0
        self._closed = False

    async def start(self) -> None:
        """Start the process if it does not run."""
        async with self._starting:
            if self._closed or (self._process and self._process.returncode is None):
                return
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "marbles_tui.ai.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            self._listening = asyncio.create_task(self._listen(self._process))

    async def think(self, job: Job, rank: Rank, report: Report | None = None) -> Any:
        """The result of a job; `report` hears of what is found on the way. Cancelling gives it up.

        Raises ThinkingFailedError.
        """
        await self.start()
        self._number += 1
        answer = asyncio.get_running_loop().create_future()
        task = _Task(rank, self._number, job, answer, report)
        heapq.heappush(self._waiting, task)
        self._turn()
        try:
            return await answer
        finally:
            if task in self._waiting:
                self._waiting.remove(task)
                heapq.heapify(self._waiting)
            elif task is self._current:
                self._stop(task)

    def move_now(self) -> None:
        """End the search for a move with the best found so far."""
        if self._current and self._current.rank is Rank.MOVE:
            self._stop(self._current)

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        process = self._process
        if self._listening:
            self._listening.cancel()
        if process and process.returncode is None:
            if process.stdin:
                process.stdin.close()
            with suppress(ProcessLookupError, TimeoutError):
                await asyncio.wait_for(process.wait(), LAST_SECOND)
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    def _turn(self) -> None:
        """Begin the next job, or stop the current one for it."""
        if not self._waiting:
            return
        if self._current is None:
            task = heapq.heappop(self._waiting)
            task.again = False
            self._current = task
            self._send("job", task.number, task.job)
        elif self._waiting[0].rank < self._current.rank and not self._current.again:
            self._current.again = True
            self._stop(self._current)

    def _stop(self, task: _Task) -> None:
        self._send("stop", task.number)

    def _send(self, *message: Any) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(pack(message))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        try:
            while True:
                head = await process.stdout.readexactly(HEAD.size)
                self._hear(*unpack(await process.stdout.readexactly(length(head))))
        except (asyncio.IncompleteReadError, ConnectionError):
            await process.wait()
            await self._died()

    def _hear(self, kind: str, number: int, what: Any) -> None:
        task = self._current
        if task is None or task.number != number:
            return
        if kind == "report":
            if task.report and not task.answer.done() and not task.again:
                task.report(what)
            return
        self._current = None
        if task.answer.done():
            pass  # nobody waits for it any more
        elif task.again and kind == "done":
            self._number += 1
            task.number = self._number
            heapq.heappush(self._waiting, task)
        elif kind == "done":
            task.answer.set_result(what)
        else:
            task.answer.set_exception(ThinkingFailedError(what))
        self._turn()

    async def _died(self) -> None:
        """The process is gone: start it again, and try its job once more."""
        task, self._current = self._current, None
        if self._closed:
            return
        if task and not task.answer.done():
            task.died += 1
            if task.died > 1:
                task.answer.set_exception(ThinkingFailedError("the thinking process has died twice"))
            else:
                heapq.heappush(self._waiting, task)
        if self._waiting:
            await self.start()
            self._turn()

"""The queue before whoever thinks, without anybody who does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from marbles_tui.ai.engine.job import Job, Priority, Think
from marbles_tui.ai.engine.job_queue import JobQueue, LinkBrokenError, ThinkingFailedError
from marbles_tui.ai.engine.protocol import Message

MOVE, HINT, ANALYSIS = (Think("egg-carton", record) for record in ("move", "hint", "analysis"))


class Scripted:
    """A link whose other end says what the test puts into its mouth."""

    def __init__(self) -> None:
        self.alive = False
        self.starts = 0
        self.asked: list[tuple[int, Job]] = []
        self.stops: list[tuple[int, bool]] = []
        self.said: asyncio.Queue[Message | None] = asyncio.Queue()

    async def start(self) -> None:
        self.starts += 1
        self.alive = True

    async def ask(self, number: int, job: Job) -> None:
        self.asked.append((number, job))

    async def hear(self) -> Message:
        message = await self.said.get()
        if message is None:
            raise LinkBrokenError
        return message

    def stop(self, number: int, wanted: bool) -> None:
        self.stops.append((number, wanted))

    async def kill(self) -> None:
        self.alive = False

    async def close(self) -> None:
        self.alive = False

    async def answer(self, what: Any, kind: str = "done") -> None:
        """Say how the job that was asked for last goes on."""
        self.said.put_nowait((kind, self.asked[-1][0], what))
        await turns()

    async def die(self) -> None:
        self.alive = False
        self.said.put_nowait(None)
        await turns()


async def turns() -> None:
    """Let all that can be done now be done: a few turns of the loop."""
    for _ in range(10):
        await asyncio.sleep(0)


class Asking:
    """A queue, its scripted link, and a way to ask without waiting."""

    def __init__(self) -> None:
        self.link = Scripted()
        self.queue = JobQueue(self.link)

    async def ask(self, job: Job, priority: Priority, **named: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(self.queue.think(job, priority, **named))
        await turns()
        return task


@pytest_asyncio.fixture
async def it() -> AsyncIterator[Asking]:
    """A queue that nobody has asked yet."""
    it = Asking()
    yield it
    await it.queue.close()


async def test_who_waits_longest_is_next_among_the_most_urgent(it: Asking) -> None:
    first = await it.ask(MOVE, Priority.MOVE)
    waiting = [
        await it.ask(job, priority)
        for job, priority in ((ANALYSIS, Priority.ANALYSIS), (HINT, Priority.HINT))
    ]
    for answer in ("a", "b", "c"):
        await it.link.answer(answer)
    assert [await task for task in (first, *waiting)] == ["a", "c", "b"]
    assert it.link.starts == 1


async def test_what_is_displaced_is_stopped_and_begun_anew_with_a_greater_number(it: Asking) -> None:
    heard: list[Any] = []
    analysis = await it.ask(ANALYSIS, Priority.ANALYSIS, report=heard.append)
    await it.link.answer("depth 1", "report")
    move = await it.ask(MOVE, Priority.MOVE)
    assert it.link.stops == [(1, False)]
    await it.link.answer("too late", "report")
    await it.link.answer("half")
    assert not analysis.done()
    await it.link.answer("best")
    assert await move == "best"
    await it.link.answer("whole")
    assert await analysis == "whole"
    assert it.link.asked == [(1, ANALYSIS), (2, MOVE), (3, ANALYSIS)]
    assert heard == ["depth 1"]


async def test_a_move_that_is_wanted_now_is_asked_for_now_or_as_soon_as_it_is_begun(it: Asking) -> None:
    first, second = [await it.ask(MOVE, Priority.MOVE) for _ in range(2)]
    it.queue.move_now()
    await it.link.answer("one")
    await it.link.answer("two")
    assert (await first, await second) == ("one", "two")
    assert it.link.stops == [(1, True), (2, True)]


async def test_what_nobody_waits_for_is_stopped_and_not_wanted(it: Asking) -> None:
    move = await it.ask(MOVE, Priority.MOVE)
    other = await it.ask(HINT, Priority.MOVE)
    move.cancel()
    await turns()
    assert it.link.stops == [(1, False)]
    await it.link.answer("for nobody")
    await it.link.answer("here")
    assert await other == "here"


async def test_who_dies_is_replaced_and_tried_once_more(it: Asking) -> None:
    move = await it.ask(MOVE, Priority.MOVE)
    await it.link.die()
    assert (it.link.starts, it.queue.attempt) == (2, (MOVE, 2))
    await it.link.die()
    with pytest.raises(ThinkingFailedError, match="died"):
        await move
    again = await it.ask(HINT, Priority.MOVE)
    await it.link.answer("alive")
    assert await again == "alive"


async def test_being_displaced_does_not_count_as_a_try(it: Asking) -> None:
    analysis = await it.ask(ANALYSIS, Priority.ANALYSIS)
    for _ in range(3):
        await it.ask(MOVE, Priority.MOVE)
        await it.link.answer("given way")
        await it.link.answer("a move")
    assert it.queue.attempt == (ANALYSIS, 1)
    await it.link.answer("done")
    assert await analysis == "done"


async def test_nobody_can_be_had(it: Asking) -> None:
    async def fail() -> None:
        raise ThinkingFailedError("no room")

    it.link.start = fail  # type: ignore[method-assign]
    with pytest.raises(ThinkingFailedError, match="no room"):
        await it.queue.think(MOVE, Priority.MOVE)


async def test_closing_cancels_who_waits() -> None:
    it = Asking()
    tasks = [await it.ask(MOVE, Priority.MOVE) for _ in range(2)]
    await it.queue.close()
    assert not it.link.alive
    for task in tasks:
        with pytest.raises(asyncio.CancelledError):
            await task

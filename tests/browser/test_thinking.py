"""The computers of a page: both ends of the channel, put together without a browser."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine.job import Priority, Think, dump, unpack
from marbles_tui.ai.engine.job_queue import JobQueue, ThinkingFailedError
from marbles_tui.browser.thinker import PageThinker
from marbles_tui.browser.thinking import WorkerLink
from tests.ai.test_process import turns
from tests.for_each import for_each

START = '[Game "gobblet"]\n'
QUICK = Think("gobblet", START, "novice")
LONG = Think("gobblet", START, None, Limit(nodes=10_000_000))


class Body(bytes):
    """Bytes as an array of the browser's."""

    def to_bytes(self, *_: Any, **__: Any) -> bytes:
        return self


class Page:
    """A page that has both workers in one thread. Like a worker that thinks, it does nothing else meanwhile: what the
    arcade is to do then, it does when the search looks for a stop."""

    def __init__(self, *, shares: bool = True) -> None:
        self.shares = shares
        self.link = WorkerLink(self)
        self.queue = JobQueue(self.link)
        self.said: list[bytes] = []
        self.asked: list[bytes] = []
        self.begun = self.number = 0
        self.ended: list[int] = []
        self.meanwhile = list[Any]()

    def begin_thinker(self) -> bool:
        self.begun += 1
        self.number = 0
        return self.shares

    def ask_thinker(self, body: bytes) -> None:
        self.asked.append(body)

    def stop_thinker(self, number: int) -> None:
        assert self.shares
        self.number = number

    def end_thinker(self) -> None:
        self.ended.append(self.begun)

    def tell(self, body: bytes) -> None:
        self.said.append(body)

    def stopped(self) -> int:
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return self.number

    async def think(self) -> None:
        """Do what the worker has been asked, and tell the arcade."""
        await turns()
        PageThinker(self).hear(Body(self.asked.pop(0)))
        for body in self.said:
            self.link.receive(body)
        self.said.clear()
        await turns()


async def test_a_move_is_thought_of_in_the_worker() -> None:
    page = Page()
    move = asyncio.create_task(page.queue.think(QUICK, Priority.MOVE))
    await page.think()
    assert isinstance(await move, Analysis)
    assert page.begun == 1


async def test_a_stop_is_heard_through_the_shared_memory() -> None:
    page = Page()
    move = asyncio.create_task(page.queue.think(LONG, Priority.MOVE))
    page.meanwhile.append(page.queue.move_now)
    await page.think()
    assert (await move).move
    assert (page.begun, page.ended) == (1, [])


async def test_a_bad_question_is_answered_with_its_reason() -> None:
    page = Page(shares=False)
    move = asyncio.create_task(page.queue.think(Think("gobblet", START, "boss"), Priority.MOVE))
    await page.think()
    with pytest.raises(ThinkingFailedError, match="no level 'boss'"):
        await move
    page.link.stop(1, wanted=False)
    assert not page.ended, "it waits for the next question"


async def test_without_shared_memory_a_stop_ends_the_worker_with_what_it_has_told() -> None:
    page = Page(shares=False)
    heard: list[Any] = []
    move = asyncio.create_task(page.queue.think(LONG, Priority.MOVE, heard.append))
    await turns()
    page.queue.move_now()
    assert page.ended == []  # it has told of nothing yet
    PageThinker(page).hear(Body(_limited(LONG)))
    page.link.receive(page.said[0])
    await turns()
    assert page.ended == [1]
    assert await move == heard[0]
    page.asked.clear()
    page.said.clear()
    again = asyncio.create_task(page.queue.think(QUICK, Priority.MOVE))
    await page.think()
    assert (await again).move
    assert page.begun == 2


async def test_without_shared_memory_what_gives_way_is_begun_anew_in_another_worker() -> None:
    page = Page(shares=False)
    analysis = asyncio.create_task(page.queue.think(QUICK, Priority.ANALYSIS))
    await turns()
    move = asyncio.create_task(page.queue.think(QUICK, Priority.MOVE))
    await turns()
    assert (page.begun, page.ended) == (2, [1])
    page.asked.pop(0)
    await page.think()
    assert (await move).move
    assert not analysis.done()
    await page.think()
    assert (await analysis).move
    assert page.begun == 2


@for_each("seed", range(30))
def test_each_question_has_an_answer_of_its_own_whatever_is_stopped(seed: int) -> None:
    """Without shared memory, where a stop ends the worker: to its end, unless the answer was wanted now."""
    asyncio.run(_asked_at_random(Random(seed)))


async def _asked_at_random(random: Random) -> None:
    page, answers, hurried = Page(shares=False), dict[str, asyncio.Task[Any]](), set[str]()

    def says(kind: str, how: str) -> None:
        """The worker, of the question that it was asked last."""
        if page.asked:
            _, number, question = unpack(page.asked[-1])
            page.link.receive(dump((kind, number, f"{question} {how}")))
            if kind == "done":
                page.asked.clear()

    for step in range(60):
        ended, asked, found = len(page.ended), [*page.asked], page.link._found
        choice = random.choice(("ask", "report", "report", "done", "now", "cancel")) if step < 50 else "done"
        match choice:
            case "ask":
                job: Any = f"question {step}"
                answers[job] = asyncio.create_task(page.queue.think(job, Priority.MOVE))
            case "now":
                page.queue.move_now()
                hurried |= {name for name, answer in answers.items() if not answer.done()}
            case "cancel" if answers:
                answers.pop(random.choice([*answers])).cancel()
            case "report":
                says("report", "so far")
            case "done":
                says("done", "to its end")
        await turns()
        assert all(unpack(body)[2] in answers for body in page.asked if body not in asked), (
            "nobody waits for it"
        )
        if choice == "now" and asked and found is not None:
            assert len(page.ended) > ended, "it has told of something, and is wanted now"
        if len(page.ended) > ended:  # what was asked of a worker that has ended is asked no more
            page.asked = page.asked[-1:] if page.link.alive else []
    for name, answer in answers.items():
        told = await asyncio.wait_for(answer, 10)
        assert told == f"{name} to its end" or (told == f"{name} so far" and name in hurried)
    await page.queue.close()


async def test_a_worker_that_dies_is_replaced_once() -> None:
    page = Page()
    move = asyncio.create_task(page.queue.think(QUICK, Priority.MOVE))
    for begun in (1, 2):
        await turns()
        assert page.begun == begun
        page.link.die()
    with pytest.raises(ThinkingFailedError):
        await move


async def test_a_browser_that_has_no_workers_is_no_surprise() -> None:
    page = Page()

    def refuse() -> bool:
        raise RuntimeError("not allowed here")

    page.begin_thinker = refuse  # type: ignore[method-assign]
    with pytest.raises(ThinkingFailedError, match="not allowed here"):
        await page.queue.think(QUICK, Priority.MOVE)


def test_the_worker_that_thinks_loads_no_screens_and_no_loop() -> None:
    code = "import sys, marbles_tui.browser.thinker; print({'asyncio', 'textual'} & {*sys.modules})"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "set()\n"


def _limited(job: Think) -> bytes:
    """The message that asks for a job, which ends by itself soon."""
    return dump(("job", 1, Think(job.game, job.record, None, Limit(nodes=500))))

"""The thinking process, as the arcade meets it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import marbles_tui
from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.job import CountSolutions, Job, MakePuzzle, Message, Priority, Think, pack
from marbles_tui.ai.engine.job_queue import JobQueue, LinkBrokenError, ThinkingFailedError
from marbles_tui.ai.engine.process import ProcessLink, environment
from marbles_tui.ai.think import think
from marbles_tui.core import BadOption, BadRecord
from marbles_tui.games import find

EGG_CARTON = find("egg-carton")
START = '[Game "egg-carton"]\n'
QUICK = Think("egg-carton", START, "novice")
LONG = Think("abacus", "", limit=Limit(seconds=120))


@pytest_asyncio.fixture
async def link() -> AsyncIterator[ProcessLink]:
    link = ProcessLink()
    yield link
    await link.close()


@pytest.fixture
def engine(link: ProcessLink) -> JobQueue:
    return JobQueue(link)


class Asked:
    """A long thought that has begun."""

    def __init__(self) -> None:
        self._heard = asyncio.Event()

    async def again(self) -> None:
        """Wait until it is heard of."""
        self._heard.clear()
        await asyncio.wait_for(self._heard.wait(), 60)

    async def of(self, engine: JobQueue, priority: Priority = Priority.MOVE) -> asyncio.Task[Analysis]:
        """Ask an engine."""
        task = asyncio.create_task(engine.think(LONG, priority, lambda _: self._heard.set()))
        await self.again()
        return task


async def test_a_move_can_be_had_now_also_of_a_process_that_takes_the_place_of_a_dead_one(
    engine: JobQueue, link: ProcessLink
) -> None:
    asked = Asked()
    move = await asked.of(engine)
    assert link.pid is not None
    assert os.getsid(link.pid) != os.getsid(0)  # a signal from the keyboard is not for it
    os.kill(link.pid, signal.SIGKILL)
    await asked.again()
    engine.move_now()
    assert (await asyncio.wait_for(move, 20)).move


async def test_hears_what_is_thought_on_the_way_and_a_listener_that_fails_harms_nobody(
    engine: JobQueue,
) -> None:
    def fail(thought: Analysis) -> None:
        raise KeyError(thought.move)

    reports: list[Analysis] = []
    thought = await engine.think(Think("egg-carton", START), Priority.ANALYSIS, reports.append)
    assert (reports[0].words(), reports[0].move) == ("can force a win", thought.move)
    with pytest.raises(KeyError):
        await engine.think(Think("egg-carton", START), Priority.ANALYSIS, fail)
    assert (await engine.think(QUICK, Priority.MOVE)).move in list("ABCDEF")


async def test_what_cannot_be_answered_is_said_and_what_goes_wrong_unexpectedly_logged(
    engine: JobQueue, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ThinkingFailedError, match=r"^egg-carton has no level 'boss'"):
        await engine.think(Think("egg-carton", START, "boss"), Priority.MOVE)
    with pytest.raises(ThinkingFailedError, match=r"^StopIteration"):
        await engine.think(Think("chess", START), Priority.MOVE)
    assert (await engine.think(QUICK, Priority.MOVE)).move
    await engine.close()
    assert "Traceback" in caplog.text
    assert "StopIteration" in caplog.text


async def test_closing_leaves_no_process_and_nobody_waiting(engine: JobQueue, link: ProcessLink) -> None:
    moves = [await Asked().of(engine), asyncio.create_task(engine.think(QUICK, Priority.MOVE))]
    await turns()
    process = link.pid
    assert process is not None
    await engine.close()
    assert link.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    for move in moves:
        with pytest.raises(asyncio.CancelledError):
            await move


async def test_solves_puzzles(engine: JobQueue) -> None:
    found = await engine.think(CountSolutions("egg-carton", f'[Puzzle "one turn"]{START}'), Priority.MOVE)
    assert found
    assert (found.number, len(found.shortest)) == (3, 9)
    text = await engine.think(MakePuzzle("egg-carton", 1), Priority.MOVE)
    assert text == await engine.think(MakePuzzle("egg-carton", 1), Priority.MOVE)


def test_ends_with_its_parent_in_the_midst_of_a_thought() -> None:
    command = [sys.executable, "-m", "marbles_tui.ai.engine.job"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin
    process.stdin.write(pack(("job", 1, LONG)))
    process.stdin.close()
    assert process.wait(timeout=20) == 0


def test_does_not_load_the_screens() -> None:
    code = "import sys, marbles_tui.ai.engine.job, marbles_tui.ai.engine.process; print('textual' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"


async def test_imports_its_own_package_and_nothing_from_the_folder_it_is_started_in(
    engine: JobQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("heapq.py", "pickle.py"):
        (tmp_path / name).write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    assert (await engine.think(QUICK, Priority.MOVE)).move
    folder = Path(environment()["PYTHONPATH"].split(os.pathsep)[0])
    assert (folder / "marbles_tui").samefile(Path(marbles_tui.__file__).parent)


MOVE, HINT, ANALYSIS = (Think("egg-carton", record) for record in ("move", "hint", "analysis"))


class Scripted:
    """A link whose other end says what the test puts into its mouth."""

    def __init__(self) -> None:
        self.alive = False
        self.starts = 0
        self.asked: list[tuple[int, Job[Any]]] = []
        self.stops: list[tuple[int, bool]] = []
        self.said: asyncio.Queue[Message | None] = asyncio.Queue()

    async def start(self) -> None:
        self.starts += 1
        self.alive = True

    async def ask(self, number: int, job: Job[Any]) -> None:
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

    async def ask(self, job: Job[Any], priority: Priority, **named: Any) -> asyncio.Task[Any]:
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
    assert (it.link.starts, it.link.asked) == (2, [(1, MOVE), (2, MOVE)])
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
    await it.link.die()
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


SIX_EACH = START + '[Setup "6"]\n'


def test_thinks_about_the_end_of_the_record() -> None:
    moves = START + "1. D E A B F C F D"
    thought = think(EGG_CARTON, moves, limit=Limit(nodes=500))
    assert (thought.move, thought.wins_in, thought.words("selection")) == ("E", 1, "wins in 1 selection")
    over = think(EGG_CARTON, f"{moves} E")
    assert (over.move, over.value > 0, over.words()) == (None, True, "has won")


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    one, other = (think(EGG_CARTON, SIX_EACH, limit=Limit(nodes=4_000), seed=7) for _ in range(2))
    assert (one.move, one.value, one.depth, one.nodes, one.pv) == (
        other.move, other.value, other.depth, other.nodes, other.pv,
    )  # fmt: skip


def test_ends_where_the_tighter_limit_or_whoever_wants_the_answer_says() -> None:
    assert think(EGG_CARTON, SIX_EACH, "novice", Limit(nodes=1_000_000)).nodes <= 60
    assert think(EGG_CARTON, SIX_EACH, "expert", Limit(nodes=100)).nodes == 100
    assert think(EGG_CARTON, SIX_EACH, limit=Limit(), stop=lambda: True).move in list("ABCDEF")


def test_bad_records_and_levels_are_refused() -> None:
    with pytest.raises(BadRecord, match="Z is not legal here"):
        think(EGG_CARTON, START + "1. Z")
    with pytest.raises(BadOption, match="no level"):
        think(EGG_CARTON, START, "boss")

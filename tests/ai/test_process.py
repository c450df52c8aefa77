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
from marbles_tui.ai.engine.process import EngineProcess, environment
from marbles_tui.ai.think import think
from marbles_tui.core import BadOption, BadRecord
from marbles_tui.games import GAMES

(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]
START = '[Game "egg-carton"]\n'
QUICK = Think("egg-carton", START, "novice")
PATIENCE = 60.0
"""Seconds to wait for what should happen in a moment."""

LONG = Think("egg-carton", START + '[Setup "4,5,3,6,2,5/6,3,5,2,5,4/0,0/1"]\n', None, Limit(seconds=120))


@pytest_asyncio.fixture
async def engine() -> AsyncIterator[EngineProcess]:
    engine = EngineProcess()
    await engine.start()
    yield engine
    await engine.close()


async def begun(engine: EngineProcess, job: Job[Any], tries: int = 1) -> None:
    """Wait until the process works on a job, for the given time."""
    async with asyncio.timeout(PATIENCE):
        while engine.attempt != (job, tries):
            await asyncio.sleep(0.01)


def kill(engine: EngineProcess) -> None:
    """End the process as the system may do it."""
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGKILL)


async def test_answers(engine: EngineProcess) -> None:
    thought = await engine.think(QUICK, Priority.MOVE)
    assert isinstance(thought, Analysis)
    assert thought.move in list("ABCDEF")


async def test_a_more_urgent_job_goes_first_and_the_other_is_begun_anew(engine: EngineProcess) -> None:
    analysis = asyncio.create_task(engine.think(LONG, Priority.ANALYSIS))
    await begun(engine, LONG)
    await engine.think(QUICK, Priority.MOVE)
    assert not analysis.done()
    await begun(engine, LONG)
    analysis.cancel()
    with pytest.raises(asyncio.CancelledError):
        await analysis


async def test_a_move_can_be_had_now(engine: EngineProcess) -> None:
    move = asyncio.create_task(engine.think(LONG, Priority.MOVE))
    await begun(engine, LONG)
    engine.move_now()
    assert (await asyncio.wait_for(move, 20)).move in list("ABCDEF")


async def test_hears_what_is_thought_on_the_way(engine: EngineProcess) -> None:
    reports: list[Analysis] = []
    thought = await engine.think(Think("egg-carton", START), Priority.ANALYSIS, reports.append)
    assert reports[0].words() == "can force a win"
    assert reports[0].move == thought.move


async def test_a_listener_that_fails_hears_of_it_and_harms_nobody(engine: EngineProcess) -> None:
    def fail(thought: Analysis) -> None:
        raise KeyError(thought.move)

    with pytest.raises(KeyError):
        await engine.think(Think("egg-carton", START), Priority.ANALYSIS, fail)
    assert (await engine.think(QUICK, Priority.MOVE)).move


async def test_a_bad_question_is_answered_with_its_reason(engine: EngineProcess) -> None:
    with pytest.raises(ThinkingFailedError, match=r"^egg-carton has no level 'boss'"):
        await engine.think(Think("egg-carton", START, "boss"), Priority.MOVE)
    assert (await engine.think(QUICK, Priority.MOVE)).move


async def test_what_goes_wrong_unexpectedly_is_logged(
    engine: EngineProcess, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ThinkingFailedError, match=r"^StopIteration"):
        await engine.think(Think("chess", START), Priority.MOVE)
    assert (await engine.think(QUICK, Priority.MOVE)).move
    await engine.close()
    assert "Traceback" in caplog.text
    assert "StopIteration" in caplog.text


async def test_a_process_that_dies_is_replaced(engine: EngineProcess) -> None:
    move = asyncio.create_task(engine.think(LONG, Priority.MOVE))
    await begun(engine, LONG)
    kill(engine)
    await begun(engine, LONG, tries=2)
    engine.move_now()
    assert (await asyncio.wait_for(move, 20)).move in list("ABCDEF")


async def test_closing_leaves_no_process_and_nobody_waiting() -> None:
    engine = EngineProcess()
    moves = [asyncio.create_task(engine.think(LONG, Priority.MOVE)) for _ in range(2)]
    await begun(engine, LONG)
    process = engine.pid
    assert process is not None
    await engine.close()
    assert engine.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    for move in moves:
        with pytest.raises(asyncio.CancelledError):
            await move


async def test_solves_puzzles(engine: EngineProcess) -> None:
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


def test_imports_nothing_from_the_folder_it_is_started_in(tmp_path: Path) -> None:
    (tmp_path / "heapq.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "pickle.py").write_text("raise SystemExit('shadowed')")

    async def ask() -> Analysis:
        engine = EngineProcess()
        try:
            return await engine.think(QUICK, Priority.MOVE)
        finally:
            await engine.close()

    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert asyncio.run(ask()).move
    finally:
        os.chdir(before)


def test_finds_the_package_of_the_arcade() -> None:
    folder = Path(environment()["PYTHONPATH"].split(os.pathsep)[0])
    assert (folder / "marbles_tui").samefile(Path(marbles_tui.__file__).parent)


async def test_a_signal_from_the_keyboard_is_not_for_it(engine: EngineProcess) -> None:
    assert engine.pid is not None
    assert os.getsid(engine.pid) != os.getsid(0)


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


SIX_EACH = START + '[Setup "6"]\n'


def test_thinks_about_the_end_of_the_record() -> None:
    thought = think(EGG_CARTON, START + "1. D E A B F C F D", limit=Limit(nodes=500))
    assert (thought.move, thought.wins_in, thought.words("selection")) == ("E", 1, "wins in 1 selection")


def test_a_finished_game_leaves_nothing_to_think_about() -> None:
    thought = think(EGG_CARTON, START + "1. D E A B F C F D E")
    assert (thought.move, thought.value > 0, thought.words()) == (None, True, "has won")


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    def sober(thought: Analysis) -> tuple[object, ...]:
        return thought.move, thought.value, thought.depth, thought.nodes, thought.pv

    one, other = (think(EGG_CARTON, SIX_EACH, limit=Limit(nodes=4_000), seed=7) for _ in range(2))
    assert sober(one) == sober(other)


def test_a_level_is_not_made_stronger_by_a_wider_limit() -> None:
    thought = think(EGG_CARTON, SIX_EACH, "novice", Limit(nodes=1_000_000))
    assert thought.nodes <= 60
    assert think(EGG_CARTON, SIX_EACH, "expert", Limit(nodes=100)).nodes == 100


def test_ends_when_the_answer_is_wanted() -> None:
    thought = think(EGG_CARTON, SIX_EACH, limit=Limit(), stop=lambda: True)
    assert thought.move in list("ABCDEF")


def test_reports_what_it_has_proved_before_it_knows_how_long_it_takes() -> None:
    reports: list[Analysis] = []
    think(EGG_CARTON, START, limit=Limit(nodes=3_000), report=reports.append)
    assert [report.words() for report in reports] == ["can force a win"]


def test_bad_records_and_levels_are_refused() -> None:
    with pytest.raises(BadRecord, match="Z is not legal here"):
        think(EGG_CARTON, START + "1. Z")
    with pytest.raises(BadOption, match="no level"):
        think(EGG_CARTON, START, "boss")

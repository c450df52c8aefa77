"""The thinking process, as the arcade meets it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import marbles_tui
from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.job import Job, MakePuzzle, Priority, Solve, Think
from marbles_tui.ai.engine.job_queue import ThinkingFailedError
from marbles_tui.ai.engine.process import EngineProcess, environment
from marbles_tui.ai.engine.protocol import pack
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


async def begun(engine: EngineProcess, job: Job, tries: int = 1) -> None:
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
    number, shortest = await engine.think(Solve("egg-carton", f'[Puzzle "one turn"]{START}'), Priority.MOVE)
    assert (number, len(shortest)) == (3, 9)
    text = await engine.think(MakePuzzle("egg-carton", 1), Priority.MOVE)
    assert text == await engine.think(MakePuzzle("egg-carton", 1), Priority.MOVE)


def test_ends_with_its_parent_in_the_midst_of_a_thought() -> None:
    command = [sys.executable, "-m", "marbles_tui.ai.engine.worker"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin
    process.stdin.write(pack(("job", 1, LONG)))
    process.stdin.close()
    assert process.wait(timeout=20) == 0


def test_does_not_load_the_screens() -> None:
    code = "import sys, marbles_tui.ai.engine.worker, marbles_tui.ai.engine.process; print('textual' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"


def test_imports_nothing_from_the_folder_it_is_started_in(tmp_path: Path) -> None:
    (tmp_path / "heapq.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "pickle.py").write_text("raise SystemExit('shadowed')")

    async def ask() -> Analysis:
        engine = EngineProcess()
        try:
            return await engine.think(QUICK, Priority.MOVE)  # type: ignore[no-any-return]
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

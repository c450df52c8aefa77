"""The thinking process, as the arcade meets it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import marbles_tui
from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.job import Job, Priority
from marbles_tui.ai.engine.process import EngineProcess, ThinkingFailedError, environment
from marbles_tui.ai.engine.protocol import HEAD, length, pack, unpack
from marbles_tui.games import GAMES

(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]
START = '[Game "egg-carton"]\n'
QUICK = Job("egg-carton", START, "novice")
LONG = Job("egg-carton", START + '[Setup "4,5,3,6,2,5/6,3,5,2,5,4/0,0/1"]\n', None, Limit(seconds=120))


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[EngineProcess]:
    thinker = EngineProcess()
    await thinker.start()
    yield thinker
    await thinker.close()


async def begun(thinker: EngineProcess, job: Job, tries: int = 1) -> None:
    """Wait until the process works on a job, for the given time."""
    while True:
        ticket = thinker._current
        if ticket and ticket.job is job and ticket.number and ticket.tries == tries and thinker._process:
            return
        await asyncio.sleep(0.01)


async def test_answers(thinker: EngineProcess) -> None:
    thought = await thinker.think(QUICK, Priority.MOVE)
    assert isinstance(thought, Analysis)
    assert thought.move in list("ABCDEF")


async def test_starts_when_it_is_first_asked() -> None:
    thinker = EngineProcess()
    assert (await thinker.think(QUICK, Priority.MOVE)).move
    await thinker.close()


async def test_answers_the_most_urgent_first(thinker: EngineProcess) -> None:
    answered: list[Priority] = []

    async def ask(rank: Priority, job: Job) -> None:
        await thinker.think(job, rank)
        answered.append(rank)

    ranks = [Priority.ATTRACT, Priority.REVIEW, Priority.ANALYSIS, Priority.MOVE]
    await asyncio.gather(*(ask(rank, QUICK) for rank in ranks))
    assert answered == sorted(ranks)


async def test_a_more_urgent_job_goes_first_and_the_other_is_begun_anew(thinker: EngineProcess) -> None:
    analysis = asyncio.create_task(thinker.think(LONG, Priority.ANALYSIS))
    await begun(thinker, LONG)
    await thinker.think(QUICK, Priority.MOVE)
    assert not analysis.done()
    await begun(thinker, LONG)
    analysis.cancel()
    with pytest.raises(asyncio.CancelledError):
        await analysis


async def test_a_move_can_be_had_now(thinker: EngineProcess) -> None:
    move = asyncio.create_task(thinker.think(LONG, Priority.MOVE))
    await begun(thinker, LONG)
    thinker.move_now()
    assert (await asyncio.wait_for(move, 20)).move in list("ABCDEF")


async def test_a_wanted_move_does_not_end_the_analysis(thinker: EngineProcess) -> None:
    analysis = asyncio.create_task(thinker.think(LONG, Priority.ANALYSIS))
    await begun(thinker, LONG)
    thinker.move_now()
    await asyncio.sleep(0.1)
    assert not analysis.done()
    analysis.cancel()


async def test_who_no_longer_waits_is_not_served(thinker: EngineProcess) -> None:
    moves = [asyncio.create_task(thinker.think(LONG, Priority.MOVE)) for _ in range(3)]
    await begun(thinker, LONG)
    for move in moves:
        move.cancel()
    assert (await asyncio.wait_for(thinker.think(QUICK, Priority.MOVE), 20)).move


async def test_hears_what_is_thought_on_the_way(thinker: EngineProcess) -> None:
    reports: list[Analysis] = []
    thought = await thinker.think(Job("egg-carton", START), Priority.ANALYSIS, reports.append)
    assert reports[0].words() == "won"
    assert reports[0].move == thought.move


async def test_a_listener_that_fails_hears_of_it_and_harms_nobody(thinker: EngineProcess) -> None:
    def fail(thought: Analysis) -> None:
        raise KeyError(thought.move)

    with pytest.raises(KeyError):
        await thinker.think(Job("egg-carton", START), Priority.ANALYSIS, fail)
    assert (await thinker.think(QUICK, Priority.MOVE)).move


async def test_a_bad_question_is_answered_with_its_reason(thinker: EngineProcess) -> None:
    with pytest.raises(ThinkingFailedError, match=r"^egg-carton has no level 'boss'"):
        await thinker.think(Job("egg-carton", START, "boss"), Priority.MOVE)
    assert (await thinker.think(QUICK, Priority.MOVE)).move


async def test_a_process_that_dies_is_replaced(thinker: EngineProcess) -> None:
    move = asyncio.create_task(thinker.think(LONG, Priority.MOVE))
    await begun(thinker, LONG)
    assert thinker._process
    thinker._process.kill()
    await begun(thinker, LONG, tries=2)
    thinker.move_now()
    assert (await asyncio.wait_for(move, 20)).move in list("ABCDEF")


async def test_a_job_that_is_always_the_death_of_it_is_given_up(thinker: EngineProcess) -> None:
    move = asyncio.create_task(thinker.think(LONG, Priority.MOVE))
    for tries in (1, 2):
        await begun(thinker, LONG, tries)
        assert thinker._process
        thinker._process.kill()
    with pytest.raises(ThinkingFailedError, match="died"):
        await move
    assert (await thinker.think(QUICK, Priority.MOVE)).move


async def test_closing_leaves_no_process_and_nobody_waiting() -> None:
    thinker = EngineProcess()
    moves = [asyncio.create_task(thinker.think(LONG, Priority.MOVE)) for _ in range(2)]
    await begun(thinker, LONG)
    process = thinker._process
    await thinker.close()
    assert process
    assert process.returncode is not None
    for move in moves:
        with pytest.raises(asyncio.CancelledError):
            await move


async def test_solves_puzzles(thinker: EngineProcess) -> None:
    number, shortest = await thinker.think(
        Job("egg-carton", f'[Puzzle "one turn"]{START}', work="solutions"), Priority.MOVE
    )
    assert (number, len(shortest)) == (3, 9)
    text = await thinker.think(Job("egg-carton", "", seed=1, work="puzzle"), Priority.MOVE)
    assert text == await thinker.think(Job("egg-carton", "", seed=1, work="puzzle"), Priority.MOVE)


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
        thinker = EngineProcess()
        try:
            return await thinker.think(QUICK, Priority.MOVE)  # type: ignore[no-any-return]
        finally:
            await thinker.close()

    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert asyncio.run(ask()).move
    finally:
        os.chdir(before)


def test_finds_the_package_of_the_arcade() -> None:
    folder = Path(environment()["PYTHONPATH"].split(os.pathsep)[0])
    assert (folder / "marbles_tui").samefile(Path(marbles_tui.__file__).parent)


def test_frames_carry_messages() -> None:
    body = pack(("job", 3, QUICK))
    assert length(body[: HEAD.size]) == len(body) - HEAD.size
    assert unpack(body[HEAD.size :]) == ("job", 3, QUICK)


async def test_a_signal_from_the_keyboard_is_not_for_it(thinker: EngineProcess) -> None:
    assert thinker._process
    assert os.getsid(thinker._process.pid) != os.getsid(0)

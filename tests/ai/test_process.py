"""The thinking process, as the arcade meets it."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

import marbles_tui
from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.engine import client as client_module
from marbles_tui.ai.engine import process
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job import CountSolutions, FindPuzzle, Job, MakePuzzle, Priority, Think, dump
from marbles_tui.ai.engine.job_queue import JobQueue, ThinkingFailedError
from marbles_tui.ai.engine.process import ProcessLink, environment
from marbles_tui.ai.levels import consider, known_levels
from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, read_match
from tests.golden import compare
from tests.tui.records import TOLL

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


async def test_a_process_that_has_died_is_replaced_and_the_log_says_so(
    engine: JobQueue, link: ProcessLink, caplog: pytest.LogCaptureFixture
) -> None:
    move = await Asked().of(engine)
    assert link.pid is not None
    os.kill(link.pid, signal.SIGKILL)
    while not caplog.messages:
        await asyncio.sleep(0.01)
    assert caplog.messages == ["a process that searches has ended with status -9"]
    move.cancel()
    assert (await engine.think(QUICK, Priority.MOVE)).move


async def test_nothing_is_thought_by_a_process_of_another_version_and_the_log_says_so_once(
    engine: JobQueue, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(process, "__version__", "0.9")
    client = EngineClient(engine)
    for _ in range(2):
        assert (await client.think(Match.new(EGG_CARTON), "novice")).move
    assert caplog.messages == [process.UPDATED]

    def moved(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'marbles_tui.ai.search.player'")

    monkeypatch.setattr(client_module, "consider", moved)
    with pytest.raises(ThinkingFailedError, match=r"^the program was updated: quit and open it again$"):
        await client.think(Match.new(EGG_CARTON), "novice")


async def test_a_review_tells_how_it_stands_and_what_was_best(engine: JobQueue) -> None:
    match = Match.new(EGG_CARTON, setup="0,0,0,0,0,1/1,1,1,1,1,1/0,0/1")
    found = await EngineClient(engine).review(match, deep=True)
    assert found
    assert (found.best, found.proved, found.deep) == ("F", True, True)


class Told:
    """An engine that notes what it is asked, and answers nothing of use."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def start(self) -> None: ...

    async def think(
        self, job: Job[Any], priority: Priority, report: object = None, account: str = ""
    ) -> Analysis | None:
        fields = {name: getattr(job, name) for name in job.__slots__ if name not in ("game", "record")}
        told = ", ".join(f"{name} {value}" for name, value in fields.items() if value not in (None, 0, False))
        heard = "heard" if report else "not heard"
        self.lines.append(
            f"{account}: {type(job).__name__} {job.game}, {priority.name}, {heard}, {told}".removesuffix(", ")
        )
        return Analysis("A", 0.0) if isinstance(job, Think) else None


async def test_what_an_engine_is_asked_for_a_table() -> None:
    """`PLAYTHROUGHS=write` takes it anew: read the difference."""
    engine = Told()
    client = EngineClient(engine, "ann")  # type: ignore[arg-type]
    for game in GAMES:
        match = Match.new(game, random=Random(1))
        looks = [await client.review(match), await client.review(match, deep=True)]
        assert [look and look.deep for look in looks] == [False, True]
    await client.think(match, "master", Limit(nodes=5), 7)
    await client.hint(match)
    await client.analyse(match, lambda _: None)
    await client.solutions(match)
    await client.puzzle(game, 7)
    await client.find_puzzle(match, one_turn=True)
    compare(Path(__file__).with_name("asked.txt"), engine.lines)


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
    with pytest.raises(ThinkingFailedError, match=r"^LookupError"):
        await engine.think(Think("chess", START), Priority.MOVE)
    assert (await engine.think(QUICK, Priority.MOVE)).move
    await engine.close()
    assert "Traceback" in caplog.text
    assert "LookupError" in caplog.text


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
    process.stdin.write(dump(("job", 1, LONG)))
    process.stdin.close()
    assert process.wait(timeout=20) == 0


IMPORTS = """
import pickle, sys
from marbles_tui.ai.engine import job
job.prepare()
ready = set(sys.modules)
for each in pickle.load(sys.stdin.buffer):
    job.do(1, each, lambda: False, lambda message: message[0] == "failed" and sys.exit(str(message)))
print(*sorted(name for name in set(sys.modules) - ready if name.startswith("marbles_tui")))
print(*sorted(ready & {"textual", "asyncio", "ssl", "marbles_tui.core.scene"}))
"""


def test_imports_nothing_once_it_is_ready_and_before_that_only_what_jobs_need() -> None:
    jobs: list[Job[object]] = []
    for game in GAMES:
        starts = [str(Match.new(game, setup=name, random=Random(1))) for name in game.setups]
        thought = [TOLL] if game.key == "getaway" else starts
        levels = [None, *(level.key for level in known_levels(game))]
        jobs += [Think(game.key, record, level, Limit(nodes=20)) for record in thought for level in levels]
        jobs += [CountSolutions(game.key, start) for start in starts]
        jobs += [FindPuzzle(game.key, starts[0], one_turn) for one_turn in (True, False)]
        jobs += [MakePuzzle(game.key, 1)]
    assert {type(each).__name__ for each in jobs} == {kind.__name__ for kind in Job.__subclasses__()}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS], input=pickle.dumps(jobs), capture_output=True, check=False
    )
    assert (done.stdout.decode(), done.stderr.decode()) == ("\n\n", "")


async def test_imports_its_own_package_and_nothing_from_the_folder_it_is_started_in(
    engine: JobQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("heapq.py", "pickle.py"):
        (tmp_path / name).write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    assert (await engine.think(QUICK, Priority.MOVE)).move
    folder = Path(environment()["PYTHONPATH"].split(os.pathsep)[0])
    assert (folder / "marbles_tui").samefile(Path(marbles_tui.__file__).parent)


async def turns() -> None:
    """Let all that can be done now be done: a few turns of the loop."""
    for _ in range(10):
        await asyncio.sleep(0)


SIX_EACH = Match.new(EGG_CARTON, setup="6")


def test_thinks_about_the_end_of_the_record() -> None:
    match = read_match(START + "1. D E A B F C F D", GAMES).whole()
    thought = consider(match, limit=Limit(nodes=500))
    assert (thought.move, thought.wins_in, thought.words()) == ("E", 1, "wins in 1 move")
    over = consider(match.read("E"))
    assert (over.move, over.value > 0, over.words()) == (None, True, "has won")


def test_the_same_seed_and_nodes_give_the_same_thought() -> None:
    one, other = (consider(SIX_EACH, limit=Limit(nodes=4_000), seed=7) for _ in range(2))
    assert (one.move, one.value, one.depth, one.nodes, one.pv) == (
        other.move, other.value, other.depth, other.nodes, other.pv,
    )  # fmt: skip


def test_ends_where_the_tighter_limit_or_whoever_wants_the_answer_says() -> None:
    assert consider(SIX_EACH, "novice", Limit(nodes=1_000_000)).nodes <= 60
    assert consider(SIX_EACH, "expert", Limit(nodes=100)).nodes == 100
    assert consider(SIX_EACH, limit=Limit(), stop=lambda: True).move in list("ABCDEF")


def test_a_bad_record_is_refused() -> None:
    with pytest.raises(BadRecord, match="Z is not legal here"):
        Think("egg-carton", START + "1. Z").run(EGG_CARTON, lambda: False, print)


async def test_of_many_accounts_those_are_remembered_that_were_served_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("marbles_tui.ai.engine.job_queue.MOST_REMEMBERED", 2)
    served: list[object] = []

    class Instant:
        alive = True

        async def ask(self, number: int, job: object) -> None:
            served.append(job)

        async def hear(self) -> tuple[str, int, object]:
            await asyncio.sleep(0)
            return "result", 0, None

        async def close(self) -> None: ...

    instant: Any = Instant()
    queue = JobQueue(instant)

    async def think(account: Any) -> None:
        await queue.think(account, Priority.MOVE, account=account)

    for account in "abac":
        await think(account)
    await asyncio.gather(*map(think, "cab"))  # the first begins at once, and the others wait
    assert "".join(map(str, served)) == "abac" + "cba"
    await queue.close()

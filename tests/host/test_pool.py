"""Whose turn it is to have the computer think."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.ai.engine.job import Job, Message, Priority
from marbles_tui.ai.engine.job_queue import ThinkingFailedError
from marbles_tui.host.pool import Pool

TURN = 3.0


class Bench:
    """Processes that finish a job only when they are told to, and the order in which jobs were begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.running: dict[str, asyncio.Future[Message]] = {}
        self.now = 0.0

    def finish(self, name: str) -> None:
        self.running[name].set_result(("done", 0, name))


class Worker:
    alive = True

    def __init__(self, bench: Bench) -> None:
        self._bench, self._name = bench, ""

    async def start(self) -> None:
        return None

    async def ask(self, number: int, job: Job[Any]) -> None:
        del number
        self._name = job.game
        self._bench.begun.append(job.game)
        self._bench.running[job.game] = asyncio.get_running_loop().create_future()

    async def hear(self) -> Message:
        try:
            return await self._bench.running[self._name]
        finally:
            del self._bench.running[self._name]

    def stop(self, number: int, wanted: bool) -> None:
        del number, wanted
        self._bench.running[self._name].set_result(("done", 0, f"{self._name} so far"))

    async def kill(self) -> None:
        return None

    async def close(self) -> None:
        return None


@pytest.fixture
def bench() -> Bench:
    return Bench()


def pool_of(bench: Bench, processes: int = 1) -> Pool:
    return Pool(TURN, [Worker(bench) for _ in range(processes)], clock=lambda: bench.now)


async def rest() -> None:
    """Let everything happen that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def ask(pool: Pool, account: str, name: str, priority: Priority = Priority.MOVE) -> asyncio.Task[Any]:
    job: Job[str] = Job(name)
    return asyncio.create_task(pool.seat(account).think(job, priority))


async def test_accounts_take_turns(bench: Bench) -> None:
    pool = pool_of(bench)
    asked = [ask(pool, "ann", name) for name in ("a1", "a2", "a3")]
    await rest()
    asked += [ask(pool, "ben", name) for name in ("b1", "b2")]
    for name in ("a1", "b1", "a2", "b2", "a3"):
        await rest()
        bench.finish(name)
    assert await asyncio.gather(*asked) == ["a1", "a2", "a3", "b1", "b2"]
    assert bench.begun == ["a1", "b1", "a2", "b2", "a3"]


async def test_one_account_does_not_have_all_processes(bench: Bench) -> None:
    pool = pool_of(bench, 2)
    asked = [ask(pool, "ann", name) for name in ("a1", "a2", "a3")]
    await rest()
    asked.append(ask(pool, "ben", "b1"))
    await rest()
    bench.finish("a1")
    await rest()
    assert bench.begun == ["a1", "a2", "b1"]
    for name in ("a2", "b1"):
        bench.finish(name)
    await rest()
    bench.finish("a3")
    await asyncio.gather(*asked)


async def test_moves_go_before_hints_and_analyses_give_way(bench: Bench) -> None:
    pool = pool_of(bench)
    analysis = ask(pool, "ann", "analysis", Priority.ANALYSIS)
    await rest()
    hint = ask(pool, "ann", "hint", Priority.HINT)
    move = ask(pool, "ben", "move")
    await rest()
    assert list(bench.running) == ["move"]
    for name in ("move", "hint", "analysis"):
        bench.finish(name)
        await rest()
    assert [await analysis, await hint, await move] == ["analysis", "hint", "move"]
    assert bench.begun[-3:] == ["move", "hint", "analysis"]


async def test_while_others_wait_nobody_thinks_for_longer_than_a_turn(bench: Bench) -> None:
    pool = pool_of(bench)
    ann = ask(pool, "ann", "a")
    await rest()
    bench.now = TURN + 1
    ben = ask(pool, "ben", "b")
    await rest()
    assert await ann == "a so far"
    await rest()
    bench.now += TURN + 1
    pool._share()
    await rest()
    assert not ben.done()  # nobody waits: it takes the time it wants
    bench.finish("b")
    assert await ben == "b"


async def test_move_now_ends_one_s_own_search_alone(bench: Bench) -> None:
    pool = pool_of(bench, 2)
    ann, ben = ask(pool, "ann", "a"), ask(pool, "ben", "b")
    await rest()
    pool.seat("ann").move_now()
    assert await ann == "a so far"
    assert not ben.done()
    bench.finish("b")
    await ben


async def test_a_move_that_waits_is_hurried_too(bench: Bench) -> None:
    pool = pool_of(bench)
    first, later = ask(pool, "ann", "a"), ask(pool, "ben", "b")
    await rest()
    pool.seat("ben").move_now()
    bench.finish("a")
    assert await first == "a"
    assert await later == "b so far"


async def test_who_has_left_is_not_thought_for(bench: Bench) -> None:
    pool = pool_of(bench)
    gone, waits, stays = ask(pool, "ann", "a"), ask(pool, "ann", "a2"), ask(pool, "ben", "b")
    await rest()
    gone.cancel()
    waits.cancel()
    await rest()
    assert list(bench.running) == ["b"]
    assert bench.begun == ["a", "b"]
    bench.finish("b")
    await stays


async def test_what_fails_fails_for_whoever_asked_alone(bench: Bench) -> None:
    pool = pool_of(bench)
    first, later = ask(pool, "ann", "a"), ask(pool, "ben", "b")
    await rest()
    bench.running["a"].set_result(("failed", 0, "it died"))
    with pytest.raises(ThinkingFailedError):
        await first
    await rest()
    bench.finish("b")
    assert await later == "b"


async def test_closing_cancels_everybody(bench: Bench) -> None:
    pool = pool_of(bench)
    asked = [ask(pool, "ann", "a"), ask(pool, "ben", "b")]
    await rest()
    await pool.close()
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in done)
    assert (pool.busy, pool.waiting) == (0, 0)

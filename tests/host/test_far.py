"""Reviews on a Dask cluster, and what becomes of them when it is gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.engine.job import Job, Message, Priority, Think, perform
from marbles_tui.ai.engine.job_queue import ThinkingFailedError
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.host.pool import Far, Pool
from marbles_tui.play import Match
from tests.waiting import until

REVIEW = Think("egg-carton", str(Match.new(EGG_CARTON)), limit=Limit(nodes=200), multipv=2)


class Process:
    """The only one of the host's own."""

    alive = True

    def __init__(self) -> None:
        self.done: list[Job[Any]] = []

    async def start(self) -> None:
        """See `Link`."""

    async def ask(self, number: int, job: Job[Any]) -> None:
        """See `Link`."""
        del number
        self.done.append(job)

    async def hear(self) -> Message:
        """See `Link`."""
        return ("done", 1, "here")

    def stop(self, number: int, wanted: bool) -> None:
        """See `Link`."""

    async def kill(self) -> None:
        """See `Link`."""

    async def close(self) -> None:
        """See `Link`."""


async def test_reviews_go_to_the_cluster_and_come_back_here_when_it_is_gone(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")  # not in each process that reads the tests
    monkeypatch.setattr("marbles_tui.host.pool.PATIENCE", 0.3)
    cluster = await distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0", scheduler_port=0,
        asynchronous=True, silence_logs=50,
    )  # fmt: skip
    own = Process()
    pool = Pool(3.0, [own], far=Far(cluster.scheduler_address))
    try:
        found = await pool.think(REVIEW, Priority.REVIEW)
        assert (found.move, found.pv) == (perform(REVIEW).move, perform(REVIEW).pv)
        assert str(await pool.think(REVIEW, Priority.MOVE)) == "here"
        assert own.done == [REVIEW]
        with pytest.raises(ThinkingFailedError, match="no level 'boss'"):
            await pool.think(Think("gobblet", "", "boss"), Priority.REVIEW)
        long = asyncio.create_task(
            pool.think(Think("egg-carton", REVIEW.record, limit=Limit(0.3)), Priority.REVIEW)
        )
        scheduler = cluster.scheduler
        await until(lambda: scheduler.tasks)
        long.cancel()
        await asyncio.wait({long})
        assert long.cancelled()
        await until(lambda: not scheduler.tasks)  # it is given up there, too
        await cluster.close()
        for _ in range(2):
            assert str(await pool.think(REVIEW, Priority.REVIEW)) == "here"
    finally:
        await pool.close()
        await cluster.close()
    told = [record.message for record in caplog.records if record.name == "marbles_tui.host.pool"]
    assert len(told) == 1
    assert "long work is done here" in told[0]


async def test_a_host_that_finds_no_scheduler_reviews_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.host.pool.PATIENCE", 0.05)
    own, tried, client = Process(), [], pytest.importorskip("distributed").Client

    def connect(*where: Any, **how: Any) -> Any:
        tried.append(where)
        return client(*where, **how)

    monkeypatch.setattr("distributed.Client", connect)
    pool = Pool(3.0, [own], far=Far("tcp://127.0.0.1:9"))
    assert [str(await pool.think(REVIEW, Priority.REVIEW)) for _ in range(2)] == ["here", "here"]
    assert len(tried) == 1, "for a while nobody waits for it again"
    await pool.close()

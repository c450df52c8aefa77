"""A tournament on a real Dask cluster on loopback, one worker of which is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from marbles_tui.games import GAMES
from marbles_tui.table.bouts import Conditions, bouts, play_all

pytestmark = pytest.mark.long

WORKER = "from distributed.cli.dask_worker import main; main()"


@contextmanager
def worker(address: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process of one thread, without a nanny that would start it again."""
    command = [sys.executable, "-c", WORKER, address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def test_a_worker_that_is_killed_loses_no_game() -> None:
    distributed = pytest.importorskip("distributed")
    terms = Conditions(seed=3, setup="random")
    planned = list(bouts(GAMES[0], ("novice", "adept"), 24, terms))
    here = {bout.number: record for bout, record in play_all(iter(planned))}
    cluster = distributed.LocalCluster(n_workers=0, dashboard_address=None, scheduler_port=0, silence_logs=50)
    with (
        cluster,
        worker(cluster.scheduler_address) as first,
        worker(cluster.scheduler_address),
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        client.wait_for_workers(2, timeout=60)
        found: dict[int, str] = {}
        with client.get_executor(pure=False) as executor:
            for bout, record in play_all(iter(planned), executor, 2):
                found[bout.number] = record
                if len(found) == 4:
                    first.kill()
                    first.wait()
    assert found == here

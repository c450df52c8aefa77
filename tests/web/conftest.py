"""The arcade, served."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from marbles_tui.store import MatchStore
from tests.terminal.terminal import seat_a_regular

PATIENCE = 20.0
"""Seconds to wait for what should happen in a moment."""


class Served(NamedTuple):
    """Where it is, and what it runs as."""

    host: str
    port: int
    token: str = ""
    process: int = 0

    @property
    def address(self) -> str:
        """Where a browser that has its key goes."""
        return f"http://{self.host}:{self.port}"

    @property
    def ticket(self) -> str:
        """For a browser that comes for the first time."""
        return f"{self.address}/?token={self.token}"


def free_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listens(at: Served) -> bool:
    """Whether somebody answers there."""
    with suppress(OSError), socket.create_connection((at.host, at.port), 1):
        return True
    return False


def read_line(run: subprocess.Popen[str]) -> str:
    """A line that a program writes in good time."""
    assert run.stdout
    ready, _, _ = select.select([run.stdout], [], [], PATIENCE)
    assert ready, "nothing was said"
    return run.stdout.readline()


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    """`marbles-tui serve`, running."""
    at = Served("localhost", free_port())
    seat_a_regular(home)
    command = [sys.executable, "-m", "marbles_tui", "serve", "--port", str(at.port)]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ)
    )
    try:
        line = read_line(run)
        assert at.address in line
        assert listens(at), "the address was printed before the server listened"
        yield at._replace(token=line.partition("token=")[2].split()[0], process=run.pid)
        if listens(at):
            run.send_signal(signal.SIGINT)
        assert run.wait(PATIENCE) in (0, -signal.SIGKILL)
    finally:
        run.kill()
        run.communicate()


def saved_moves() -> str:
    """The moves of the last saved match, "" if there is none."""
    store = MatchStore.open()
    saved = store.last_unfinished()
    store.close()
    return " ".join(saved.record.partition("\n\n")[2].split()) if saved else ""


def until(true: Callable[[], object], what: str) -> None:
    """Wait for something, without letting anything else happen."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.05)

"""One NATS server for all tests of a process, and a house of its own in it for each."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.cluster.stream import Bus

NUMBERS = count(1)


@cache
def server() -> OwnServer:
    """The server, which ends with the tests."""
    folder = Path(tempfile.mkdtemp(prefix="marbles-nats-"))
    own = OwnServer(folder, sync=False)
    try:
        own.start()
    except NoServer as error:
        shutil.rmtree(folder)
        pytest.skip(str(error))

    def end() -> None:
        own.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return own


def new_house() -> str:
    """A name that no other house has."""
    return f"t{next(NUMBERS)}"


async def connected() -> Bus:
    """A connection to it."""
    own = server()
    bus = Bus([own.url], own.token)
    await bus.open()
    return bus

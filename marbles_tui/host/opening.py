"""Opening a host in several processes, and the NATS server that joins them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from marbles_tui.cluster.joining import move_in
from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.host.events import Events
from marbles_tui.host.keys import host_key
from marbles_tui.host.workers import TOKEN, Workers, reserved, worker_command
from marbles_tui.rooms.sqlite import FILE, locked


def run_workers(
    count: int,
    servers: Sequence[str],
    data: Path,
    address: str,
    port: int,
    options: Sequence[str],
    events: Events,
) -> bool:
    """Keep a house open in several processes until this one is asked to end; whether all was saved. Raises OSError,
    ValueError and NotKept as one process would, and ValueError where there is no NATS server."""
    host_key(data)  # made once, before several want it
    token = os.environ.pop(TOKEN, "")
    own = None if servers else OwnServer(data)
    held, number = reserved(address, port)
    try:
        if own:
            own.start()
            servers, token = [own.url], own.token
        asyncio.run(move_in(servers, token or None, data))
        lock = locked(data / f"{FILE}.lock")
        try:
            shared = ("--bind", address, "--port", str(number), "--data", str(data))
            command = worker_command((*shared, "--nats", ",".join(servers), *options))
            return asyncio.run(Workers(count, command, token, data, events, own).run())
        finally:
            os.close(lock)
    except NoServer as error:
        raise ValueError(str(error)) from error
    finally:
        held.close()
        if own:
            own.stop()

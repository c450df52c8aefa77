"""A house that is opened: by this process alone, as one of several, or by workers that share a port."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from marbles_tui.host.addresses import TOKEN, networks, place
from marbles_tui.host.events import Events
from marbles_tui.host.limits import changed
from marbles_tui.host.reception import Reception
from marbles_tui.host.resources import SharedLoop
from marbles_tui.host.server import own_keys, serve_guests
from marbles_tui.rooms.sqlite import FILE, locked
from marbles_tui.store.log import LogForm, logged

LOG: Final = "host.log"
LOG_FORM: Final = LogForm(largest=4_000_000, files=20, days=30)


def ready(
    events: Events,
    folder: Path,
    *,
    bind: str,
    port: int,
    limits: Sequence[str],
    admins: Sequence[str],
    servers: Sequence[str],
    cluster: str,
    health: int | None,
    metrics: str | None,
    proxies: Sequence[str],
    log_json: bool,
    worker: int,
) -> Callable[[int], bool]:
    """What opens a house in so many workers (0: in this process) until it is asked to close, and says whether all was
    saved; it raises OSError, ValueError and ModuleNotFoundError. The rest is as the options of the command `host` say
    it; `servers`: those of NATS, none for a house of one process. Raises ValueError for an option."""
    balancers, metrics_at = networks(proxies), place(metrics) if metrics else None
    house, rooms = changed(limits)
    owners, data = (*admins, *own_keys()), folder.resolve()

    async def stay_open() -> bool:
        joined = None
        if servers:
            from marbles_tui.cluster.joining import Joined, move_in  # of the extra `host-cluster`

            token = os.environ.pop(TOKEN, "") or None
            if not worker:
                await move_in(servers, token, data)
                locked(data / f"{FILE}.lock")  # until this process ends
            joined = Joined(servers, token)
        reception = Reception(
            data, house, events, room_limits=rooms, owners=owners, joined=joined, cluster=cluster
        )
        return await serve_guests(reception, data, bind, port, worker, health, metrics_at, balancers)

    def open_workers(count: int) -> bool:
        from marbles_tui.host.workers import run_workers  # of the extra `host-cluster`

        given = {"--limit": limits, "--admin": owners, "--proxy": proxies}
        options = [part for name, values in given.items() for value in values for part in (name, value)]
        options += ["--cluster", cluster] if cluster else []
        options += ["--log-json"] if log_json else []
        return run_workers(count, servers, data, bind, port, options, events, metrics_at)

    def opened(workers: int) -> bool:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        log = f"host-{worker}.log" if worker else LOG
        with logged(data / log, LOG_FORM._replace(as_json=log_json)):
            if workers:
                return open_workers(workers)
            with asyncio.Runner(loop_factory=SharedLoop) as runner:
                return runner.run(stay_open())

    return opened

"""A house that is opened: by this process alone, as one of several, or by workers that share a port."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from marbles_tui.host.addresses import TOKEN, networks, place
from marbles_tui.host.events import Events
from marbles_tui.host.limits import changed
from marbles_tui.host.reception import Reception
from marbles_tui.host.server import own_keys, serve_guests
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.sqlite import FILE, locked
from marbles_tui.store.log import LogForm, logged

LOG: Final = "host.log"
LOG_FORM: Final = LogForm(largest=4_000_000, files=20, days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a house is to be opened, as the options of the command `host` say it."""

    folder: Path
    bind: str
    port: int
    limits: Sequence[str]
    admins: Sequence[str]
    servers: Sequence[str]
    """Those of NATS; none for a house of one process."""

    cluster: str
    health: int | None
    metrics: str | None
    proxies: Sequence[str]
    log_json: bool
    worker: int

    def ready(self, events: Events) -> Callable[[int], bool]:
        """What opens the house in that many workers (0: in this process) until it is asked to close, and says whether
        all was saved; it raises OSError, ValueError and ModuleNotFoundError. Raises ValueError for an option."""
        balancers, metrics_at = networks(self.proxies), place(self.metrics) if self.metrics else None
        house, rooms = changed(self.limits)
        owners = (*self.admins, *own_keys())

        async def stay_open(folder: Path) -> bool:
            joined = None
            if self.servers:
                from marbles_tui.cluster.joining import Joined, move_in  # of the extra `host-cluster`

                token = os.environ.pop(TOKEN, "") or None
                if not self.worker:
                    await move_in(self.servers, token, folder)
                    locked(folder / f"{FILE}.lock")  # until this process ends
                joined = Joined(self.servers, token)
            reception = Reception(
                folder, house, events, room_limits=rooms, owners=owners, joined=joined, cluster=self.cluster
            )
            return await serve_guests(
                reception, folder, self.bind, self.port, self.worker, self.health, metrics_at, balancers
            )

        def open_workers(folder: Path, count: int) -> bool:
            from marbles_tui.host.workers import run_workers  # of the extra `host-cluster`

            given = {"--limit": self.limits, "--admin": owners, "--proxy": self.proxies}
            options = [part for name, values in given.items() for value in values for part in (name, value)]
            options += ["--cluster", self.cluster] if self.cluster else []
            options += ["--log-json"] if self.log_json else []
            return run_workers(count, self.servers, folder, self.bind, self.port, options, events, metrics_at)

        def opened(workers: int) -> bool:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder = self.folder.resolve()
            log = f"host-{self.worker}.log" if self.worker else LOG
            try:
                with logged(folder / log, replace(LOG_FORM, as_json=self.log_json)):
                    return open_workers(folder, workers) if workers else asyncio.run(stay_open(folder))
            except NotKept as error:
                raise OSError(str(error)) from error

        return opened

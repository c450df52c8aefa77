"""Several processes on one port: as many as there are cores, joined to one house, and the NATS server that joins
them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from marbles_tui.cluster.joining import move_in
from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.host.addresses import TOKEN, reserved
from marbles_tui.host.control import ControlSocket, Unknown
from marbles_tui.host.events import Events
from marbles_tui.host.monitoring import HttpPage, HttpPort, metrics
from marbles_tui.host.resources import ProcessStanding
from marbles_tui.rooms.asking import Json, NotOpen, ask, control_file, objects
from marbles_tui.rooms.sqlite import FILE, locked
from marbles_tui.store.codec import value_of

LINE: Final = 1 << 20
"""Bytes of an event."""

STARTED_AGAIN: Final = 1.0
"""Seconds after which a worker that has ended by a mistake is started again."""

FAREWELL: Final = 30.0
"""Seconds in which workers save and end."""

TOLD_ONCE: Final = frozenset(("listening", "closing", "closed"))
"""What the workers tell and is told once for all of them."""

log = logging.getLogger(__name__)


class Workers:
    """Starts them, tells of what they tell, and ends them."""

    def __init__(
        self,
        count: int,
        command: Sequence[str],
        token: str,
        data: Path,
        events: Events,
        server: OwnServer | None = None,
        metrics_at: tuple[str, int] | None = None,
    ) -> None:
        """`command`: what starts one of them, but for its number; `server`: the NATS server that is theirs alone, if
        there is one; `metrics_at`: where Prometheus asks."""
        self._metrics_at = metrics_at
        self._server = server
        self._count, self._command, self._token = count, tuple(command), token
        self._data, self._events = data, events
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._stop = asyncio.Event()
        self._told: dict[int, Json] = {}
        self._listening = asyncio.Event()
        self._saved = True
        self._here: dict[int, int] = {}

    async def run(self) -> bool:
        """Returns when the process is asked to end, and all have ended; whether all was saved. Raises OSError."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._stop.set)
        control = ControlSocket(self._data / control_file(), self._answer)
        await control.open()
        port = HttpPort(self._figures)
        if self._metrics_at:
            await port.open(*self._metrics_at)
        keepers = [
            asyncio.create_task(self._keep(worker), name=f"worker {worker}")
            for worker in range(1, self._count + 1)
        ]
        watch = asyncio.create_task(self._watch(), name="NATS server")
        try:
            await _first(self._listening.wait(), self._stop.wait(), *keepers)
            if self._listening.is_set():
                told = self._told[1]
                fingerprint, key = str(told["fingerprint"]), str(told["key"])
                self._events.listening(str(told["address"]), int(str(told["port"])), fingerprint, key)
            await _first(self._stop.wait(), *keepers)
            self._events.tell("closing")
        finally:
            self._stop.set()
            self._end()
            _, late = await asyncio.wait(keepers, timeout=FAREWELL)
            for process in self._processes.values() if late else ():
                with suppress(ProcessLookupError):
                    process.kill()
            watch.cancel()
            await asyncio.gather(*keepers, watch, return_exceptions=True)
            await control.close()
            await port.close()
        for keeper in keepers:
            keeper.result()
        saved = self._saved and not late
        self._events.tell("closed" if saved else "unsaved")
        return saved

    async def _keep(self, worker: int) -> None:
        """Run a worker, and another in its place where it has ended by a mistake. Raises OSError where it does not
        come up at all."""
        while not self._stop.is_set():
            process = await asyncio.create_subprocess_exec(
                *self._command,
                "--worker",
                str(worker),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE,
                env={**os.environ, TOKEN: self._token},
                start_new_session=True,  # Ctrl-C is told to all of them by this process
            )
            self._processes[worker] = process
            if self._stop.is_set():
                self._end()
            assert process.stdout
            async for line in process.stdout:
                with suppress(ValueError, KeyError):
                    self._hear(worker, json.loads(line))
            status = await process.wait()
            del self._processes[worker]
            self._here.pop(worker, None)
            if self._stop.is_set():
                self._saved = self._saved and status == 0
                return
            if worker not in self._told:
                raise OSError(f"a worker has not started: see {self._data / f'host-{worker}.log'}")
            self._events.tell("lost", worker=worker, status=status)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), STARTED_AGAIN)

    async def _watch(self) -> None:
        """Start the NATS server again where it has ended: the workers wait for it."""
        while self._server:
            await asyncio.sleep(STARTED_AGAIN)
            if not self._server.runs:
                log.warning("the NATS server has ended, and is started again")
                try:
                    await asyncio.to_thread(self._server.start)
                except Exception:
                    log.exception("the NATS server does not start")

    def _end(self) -> None:
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.terminate()

    def _hear(self, worker: int, told: dict[str, object]) -> None:
        event = str(told.pop("event"))
        if event == "listening":
            again = worker in self._told
            self._told[worker] = told
            if again:
                self._events.tell("again", worker=worker)
            elif len(self._told) == self._count:
                self._listening.set()
        elif event not in TOLD_ONCE:
            if "here" in told:
                self._here[worker] = int(str(told["here"]))
                told["here"] = sum(self._here.values())
            self._events.tell(event, **told)

    async def _figures(self) -> HttpPage:
        found: dict[str, ProcessStanding] = {}
        with suppress(Unknown):
            for each in objects((await self._answer({"ask": "status"})).get("processes")):
                found[str(each["process"])] = value_of(ProcessStanding, each)
        return metrics(found, self._events.counts)

    async def _answer(self, asked: Json) -> Json:
        """What the first worker says that answers: it asks the others."""
        if asked["ask"] == "close" and not asked.get("game"):
            self._stop.set()
            return {"closing": True, "words": ["The host is closing."]}
        for worker in sorted(self._processes):
            with suppress(NotOpen):
                return await asyncio.to_thread(ask, self._data, asked, worker)
        raise Unknown("no worker answers")


async def _first(*awaited: Coroutine[object, object, object] | asyncio.Task[None]) -> None:
    tasks = [each if isinstance(each, asyncio.Task) else asyncio.ensure_future(each) for each in awaited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task, each in zip(tasks, awaited, strict=True):
        if task is not each:
            task.cancel()


def run_workers(
    count: int,
    servers: Sequence[str],
    data: Path,
    address: str,
    port: int,
    options: Sequence[str],
    events: Events,
    metrics_at: tuple[str, int] | None = None,
) -> bool:
    """Keep a house open in several processes until this one is asked to end; whether all was saved. Raises OSError,
    ValueError and NotKept as one process would, and ValueError where there is no NATS server."""
    token = os.environ.pop(TOKEN, "")
    own = None if servers else OwnServer(data)
    try:
        with reserved(address, port) as number:
            if own:
                own.start()
                servers, token = [own.url], own.token
            asyncio.run(move_in(servers, token or None, data))
            lock = locked(data / f"{FILE}.lock")
            try:
                at = ("host", "--json", "--bind", address, "--port", str(number), "--data", str(data))
                command = (sys.executable, "-m", "marbles_tui", *at, "--nats", ",".join(servers), *options)
                return asyncio.run(Workers(count, command, token, data, events, own, metrics_at).run())
            finally:
                os.close(lock)
    except NoServer as error:
        raise ValueError(str(error)) from error
    finally:
        if own:
            own.stop()

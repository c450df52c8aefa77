"""A house on many machines, all of them this one: NATS servers, hosts, and a way in that leads to any of the hosts.

    python -m scripts.cluster_house [--servers N] [--hosts N]

It is what docs/compose.yaml has, without containers: every server and host is a process of its own on loopback, and
can be killed, stopped and started again while the others go on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import socket
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import nats
import nats.errors

from marbles_tui.cluster.server import found
from marbles_tui.cluster.stream import Bus, KeyValueStream
from marbles_tui.cluster.wire import unpacked
from marbles_tui.games import GAMES
from marbles_tui.host.server import KEY_FILE as KEY
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.backend import NotKept
from scripts.host_guests import Host

PATIENCE: Final = 30.0
"""Seconds to wait until a process listens."""

LARGEST: Final = 1 << 16
"""Bytes that the balancer passes on at once."""


def free_ports(number: int) -> list[int]:
    """Ports of loopback at which nobody listens."""
    with_ports = [socket.socket() for _ in range(number)]
    try:
        for each in with_ports:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in with_ports]
    finally:
        for each in with_ports:
            each.close()


class Server:
    """One nats-server of a cluster, with its own store."""

    def __init__(self, folder: Path, name: str, port: int, own: int, routes: Sequence[int]) -> None:
        """`own`: the port at which the other servers reach it; `routes`: those of all of them."""
        self.folder, self.name, self.port = folder, name, port
        self.pid = 0
        folder.mkdir(parents=True)
        text = {key: json.dumps(str(value)) for key, value in (("name", name), ("store", folder / "store"))}
        others = ", ".join(f'"nats://127.0.0.1:{route}"' for route in routes)
        self._config = folder / "server.conf"
        lines = [
            f'listen: "127.0.0.1:{port}"',
            f"server_name: {text['name']}",
            f"jetstream {{ store_dir: {text['store']}, sync_interval: always }}",
            f'cluster {{ name: "marbles", listen: "127.0.0.1:{own}", routes: [{others}] }}',
        ]
        self._config.write_text("\n".join(lines if len(routes) > 1 else lines[:3]) + "\n")

    async def open(self, largest_file: int = 0) -> None:
        """Returns when it listens. `largest_file`: bytes after which it finds no room to write."""

        def limit() -> None:
            if largest_file:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

        with self.log.open("ab") as log:
            self._run = await asyncio.create_subprocess_exec(
                found(),
                "--config",
                self._config,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=limit,
            )
        self.pid = self._run.pid
        await listens(self.port)

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder / "server.log"

    def largest_file(self) -> int:
        """Bytes of the largest file in its store."""
        return max(file.stat().st_size for file in self.folder.glob("store/**/*") if file.is_file())

    async def end(self, number: int = signal.SIGTERM) -> None:
        """Send a signal and wait for the end."""
        with suppress(ProcessLookupError):
            self._run.send_signal(number)
            self._run.send_signal(signal.SIGCONT)
        await asyncio.wait_for(self._run.wait(), PATIENCE)


async def listens(port: int) -> None:
    """Wait until somebody listens at a port of loopback."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            assert asyncio.get_running_loop().time() < end, f"nobody listens at {port}"
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


class Balancer:
    """One port that leads to one of several others, in turn; those at which nobody listens are passed over."""

    def __init__(self) -> None:
        self.targets: list[int] = []
        self.port = 0
        self._next = 0
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._come, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Listen no more, and cut everybody off."""
        if self._server:
            self._server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._passing.add(task)
        try:
            for _ in self.targets:
                target = self.targets[self._next % len(self.targets)]
                self._next += 1
                try:
                    inward, outward = await asyncio.open_connection("127.0.0.1", target)
                except OSError:
                    continue
                await asyncio.gather(_pass_on(reader, outward), _pass_on(inward, writer))
                break
        except asyncio.CancelledError:
            pass  # the balancer is closed; streams complain of what is cancelled
        finally:
            self._passing.discard(task)
            writer.transport.abort()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(LARGEST):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        with suppress(OSError):
            writer.close()


class ClusterHouse:
    """Servers, hosts and the balancer before them. Used as an asynchronous context manager, which opens all."""

    def __init__(self, folder: Path, *options: str, servers: int = 3, hosts: int = 4) -> None:
        """`options` are those of every host."""
        ports, own = free_ports(servers), free_ports(servers)
        self.servers = [
            Server(folder / f"nats-{at}", f"n{at}", ports[at], own[at], own) for at in range(servers)
        ]
        self.url = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
        self.hosts = [Host(folder / f"host-{at}", "--nats", self.url, *options) for at in range(hosts)]
        self.balancer = Balancer()
        self.port = 0
        """The one port to which guests come."""

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(server.open() for server in self.servers))
        await self._elect()
        first, *others = self.hosts
        await first.open()
        for host in others:
            host.data.mkdir(parents=True, exist_ok=True)
            shutil.copy2(first.data / KEY, host.data / KEY)  # guests know the house by one key
            await host.open()
        self.balancer.targets = [host.port for host in self.hosts]
        await self.balancer.open()
        self.port = self.balancer.port
        return self

    async def _elect(self) -> None:
        """Wait until the servers have agreed on a leader: before that they keep nothing."""
        async with asyncio.timeout(PATIENCE):
            connection = await nats.connect(self.url.split(","))
            while True:
                try:
                    await connection.jetstream().account_info()
                except nats.errors.Error:
                    await asyncio.sleep(0.1)
                else:
                    break
            await connection.close()

    async def kept(self, name: str) -> list[Match]:
        """The games of somebody, or of all for "", as NATS has them: those that are over first. Raises OSError where
        it does not answer."""
        return [read_match(record, GAMES).whole() for record in await self.records(name)]

    async def records(self, name: str = "") -> list[str]:
        """The same as records."""
        bus = Bus(self.url.split(","))
        try:
            await bus.open()
            stream = KeyValueStream(bus, "marbles-kept", "marbles.kept", "auditor")
            games = [entry.data.decode() for entry in await stream.read_all("game.>", learn=False)]
            rooms = [
                unpacked(entry.data)["record"]
                for entry in await stream.read_all("room.>", learn=False)
                if entry.data
            ]
        except NotKept as error:
            raise OSError(str(error)) from error
        finally:
            await bus.close()
        return list(dict.fromkeys(record for record in (*games, *rooms) if not name or f'"{name}"' in record))

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.balancer.close()
        every: tuple[Host | Server, ...] = (*self.hosts, *self.servers)
        for each in every:
            if each.pid:
                with suppress(ProcessLookupError):
                    os.kill(each.pid, signal.SIGCONT)
                await each.end(signal.SIGKILL)


async def _stay(given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with ClusterHouse(Path(folder), servers=given.servers, hosts=given.hosts) as house:
            print(f"Open. Come in:  ssh -p {house.port} 127.0.0.1      (Ctrl-C ends it)", flush=True)
            for server in house.servers:
                print(f"  {server.name}: port {server.port}, process {server.pid}")
            for host in house.hosts:
                print(f"  host: port {host.port}, process {host.pid}")
            await asyncio.Event().wait()


def main() -> None:
    """Open a house and keep it open."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--hosts", type=int, default=4)
    with suppress(KeyboardInterrupt):
        asyncio.run(_stay(parser.parse_args()))


if __name__ == "__main__":
    main()

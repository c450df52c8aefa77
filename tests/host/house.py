"""A house on many machines, all of them this one: NATS servers, hosts, and a way in that leads to any of the hosts.

    python -m tests.host.house [--servers N] [--hosts N]

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
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Final, Protocol, Self

import asyncssh
import pyte

from marbles_tui.cluster.server import found
from marbles_tui.cluster.stream import Bus, KeyValueStream
from marbles_tui.games import GAMES
from marbles_tui.host.server import KEY_FILE as KEY
from marbles_tui.host.server import LOG
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.sqlite import FILE as DATABASE
from marbles_tui.store.matches import FILE as LIBRARY
from tests.processes import cpu, memory
from tests.terminal.terminal import Screen

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
        try:
            await self._open()
        except BaseException:
            await self.close()
            raise
        return self

    async def _open(self) -> None:
        await asyncio.gather(*(server.open() for server in self.servers))
        first, *others = self.hosts
        await first.open()
        for host in others:
            host.data.mkdir(parents=True, exist_ok=True)
            shutil.copy2(first.data / KEY, host.data / KEY)  # guests know the house by one key
            await host.open()
        self.balancer.targets = [host.port for host in self.hosts]
        await self.balancer.open()
        self.port = self.balancer.port

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
                json.loads(entry.data)["record"]
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
        await self.close()

    async def close(self) -> None:
        """Kill all of it."""
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


PATIENCE: Final = 60.0
"""Seconds to wait for what should happen in a moment: far more than a busy machine takes."""

MENU: Final = "l library"
TABLE: Final = "q leave"
"""What the key lines of the menu and of a table say."""

UNLIMITED: Final = tuple(
    f"{limit}=100000" for limit in ("address", "minute", "strangers", "new_names", "handshakes")
)
"""The limits of a host to which everybody comes from one address."""


def moves_of(match: Match) -> str:
    """The moves of a game in one line."""
    return " ".join(map(str, match.moves))


def read_moves(record: str) -> str:
    """The moves of a record. Raises ValueError where it cannot be read."""
    return moves_of(read_match(record, GAMES).whole())


WITHOUT: Final = """
import runpy, sys
sys.modules.update(dict.fromkeys({names}))
runpy.run_module("marbles_tui", run_name="__main__", alter_sys=True)
"""


class Host:
    """`marbles-tui host --json` with its data in a folder, at a free port of this machine."""

    def __init__(self, data: Path, *options: str, profile: str = "", without: Sequence[str] = ()) -> None:
        """`profile`: the file in which it says at its end where its time has gone. `without`: libraries that are
        taken away."""
        profiled = ("-m", "cProfile", "-o", profile) if profile else ()
        started = ("-c", WITHOUT.format(names=tuple(without))) if without else ("-m", "marbles_tui")
        self._command = [sys.executable, *profiled, *started, "host", "--json", "--data", str(data), *options]
        self.data, self.port, self.pid = data.resolve(), 0, 0
        self.code: Path | None = None
        """The folder of the program that is started, if it is another than this one."""

        self.events: list[dict[str, Any]] = []
        """What it has told."""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end(signal.SIGKILL)

    def start(self) -> None:
        """Start it, at the same port as before if there was one."""
        paths = {"PYTHONPATH": str(self.code)} if self.code else {}
        self._run = subprocess.Popen(
            [*self._command, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            start_new_session=True,
            cwd=self.code,
            env=os.environ | paths,
        )
        self.pid = self._run.pid
        self._listening = Thread(target=self._listen, daemon=True)
        before = self.told("listening")
        self._listening.start()
        self.port = int(self.wait_for("listening", before + 1)["port"])

    async def open(self) -> None:
        """The same, while others go on."""
        await asyncio.to_thread(self.start)

    def _listen(self) -> None:
        assert self._run.stdout
        for line in self._run.stdout:
            self.events.append(json.loads(line))

    def wait_for(self, event: str, times: int = 1) -> dict[str, Any]:
        """An event, when it has been told so often. Raises AssertionError where that does not come."""
        end = time.monotonic() + PATIENCE
        while len(found := [told for told in self.events if told["event"] == event]) < times:
            assert self._listening.is_alive(), f"the host has ended: {self.said()}"
            assert time.monotonic() < end, f"no {event}: {self.events}"
            self._listening.join(0.02)
        return found[times - 1]

    def ask(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        self._run.send_signal(number)

    def wait(self) -> int:
        """Wait for the end; the exit status."""
        status = self._run.wait(PATIENCE)
        self._listening.join(PATIENCE)
        return status

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        self.ask(number)
        return self.wait()

    async def end(self, number: int = signal.SIGTERM) -> int:
        """The same, while others go on."""
        return await asyncio.to_thread(self.stop, number)

    def said(self) -> str:
        """What stands in its log."""
        file = self.data / LOG
        return file.read_text(errors="replace") if file.exists() else ""

    def told(self, event: str) -> int:
        """How often it has told of such an event."""
        return sum(told["event"] == event for told in self.events)

    def kept_moves(self, name: str = "", *, libraries: bool = True) -> list[str]:
        """The moves of each game that it keeps, of one player or of all; also of those in `libraries`."""
        found = []
        rooms = "(SELECT json_extract(body, '$.record') AS record FROM document WHERE kind = 'room')"
        kept = [(self.data / DATABASE, rooms)]
        if libraries:
            kept += [(file, "match") for file in self.data.glob(f"accounts/*/{LIBRARY}")]
        for file, table in kept:
            with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
                query = f"SELECT record FROM {table} WHERE instr(record, ?)"
                found += [read_moves(record) for (record,) in database.execute(query, (f'"{name}',))]
        return found

    def newest(self) -> Match | None:
        """The game that was changed last, of those that it plays."""
        with closing(sqlite3.connect(f"{(self.data / DATABASE).as_uri()}?mode=ro", uri=True)) as database:
            query = (
                "SELECT json_extract(body, '$.record') FROM document WHERE kind = 'room'"
                " ORDER BY json_extract(body, '$.finished'), json_extract(body, '$.since') DESC LIMIT 1"
            )
            row = database.execute(query).fetchone()
        return read_match(row[0], GAMES).match if row else None

    def goes_first(self) -> None:
        """Let it have a core before other programs have one, where the system groups them by session and we may."""
        with suppress(OSError):
            Path(f"/proc/{self.pid}/autogroup").write_text("-19")

    # What it takes

    def cpu(self) -> float:
        """Seconds of processor time that it has used, without the processes that think for it."""
        return cpu(self.pid)

    def waited(self) -> float:
        """Seconds for which its first thread was ready to run and another program had the core."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def memory(self) -> float:
        """Megabytes that it holds, without the processes that think for it."""
        return memory(self.pid)

    def descriptors(self) -> int:
        """Files and sockets that it holds open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


def be_elsewhere() -> None:
    """Let this process, in which the guests are, have a core at once whenever something comes for them, as where they
    sit at other machines: else what it waits for a core would count as the host's. What it starts does not."""
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))


class WayIn(Protocol):
    """Something to which guests come."""

    port: int


class SshGuest(asyncssh.SSHClientSession[bytes]):
    """Somebody at a terminal, who comes by ssh with a key of their own."""

    def __init__(self, host: WayIn, name: str, size: tuple[int, int] = (80, 24)) -> None:
        self.host, self.name, self.size = host, name, size
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.here = False
        """Whether the terminal is open."""
        self.bytes = 0
        """How many bytes have come."""
        self.last = 0.0
        """When the last of them came."""
        self._news = asyncio.Event()
        self._unread = bytearray()
        self._screen = Screen(*size)
        self._stream = pyte.ByteStream(self._screen)

    async def come(self, **options: Any) -> None:
        """Connect, and open a terminal. Raises OSError or asyncssh.Error where that is refused."""
        keys = {"client_keys": [self.key], "config": None, "agent_path": None, "known_hosts": None}
        self._connection = await asyncssh.connect(
            "127.0.0.1", self.host.port, username="guest", **(keys | options)
        )
        self.forget()
        self._channel, _ = await self._connection.create_session(
            lambda: self, term_type="xterm-256color", term_size=self.size, encoding=None
        )
        self.here = True

    async def enter(self) -> None:
        """Come in, say one's name where it is asked for, and see the menu, or the table whose clock runs."""
        await self.come()
        await self.expect(MENU, TABLE, "your name")
        if "your name" in self.screen():
            self.type(f"{self.name}\r")
            await self.expect(MENU)

    def forget(self) -> None:
        """Look at an empty terminal."""
        self._unread.clear()
        self._screen.resize(self.size[1], self.size[0])
        self._screen.reset()

    # What the session is told by asyncssh

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """The channel is open."""

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Something is drawn; it is read only when somebody looks at the screen."""
        del datatype
        self.bytes += len(data)
        self.last = time.perf_counter()
        self._unread += data
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The terminal is closed."""
        del exc
        self.here = False
        self._news.set()

    # What a person does

    def type(self, keys: str) -> None:
        """Send keys."""
        if self.here:
            self._channel.write(keys.encode())

    @property
    def unsent(self) -> int:
        """Bytes that were typed and have not been taken by the host."""
        return self._channel.get_write_buffer_size()

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, which the host is told whatever it is."""
        self.size = (columns, rows)
        if 0 < columns <= 500 and 0 < rows <= 200:
            self.screen()
            self._screen.resize(rows, columns)
        if self.here:
            self._channel.change_terminal_size(columns, rows)

    def screen(self) -> str:
        """What is on the screen, line by line."""
        self._stream.feed(bytes(self._unread))
        self._unread.clear()
        return "\n".join(line.rstrip() for line in self._screen.display)

    def look_away(self) -> None:
        """Forget what has come and was not looked at: the screen is not known any more until it is drawn anew."""
        self._unread.clear()

    def wrote(self, text: bytes) -> bool:
        """Whether that text has come since somebody looked, or looked away."""
        return text in self._unread

    def hold(self) -> None:
        """Read nothing more."""
        self._channel.pause_reading()

    async def leave(self) -> None:
        """Close the connection."""
        self.here = False
        self._connection.close()
        await self._connection.wait_closed()

    def vanish(self) -> None:
        """Be gone without a word."""
        self.here = False
        self._connection.abort()

    # What a person waits for

    async def news(self, seconds: float) -> bool:
        """Wait until something more is drawn, at most for so long; whether something was."""
        self._news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), max(0.0, seconds))
            return self.here
        return False

    async def rest(self, quiet: float = 0.3, seconds: float = 10.0) -> None:
        """Wait until nothing has been drawn for `quiet` seconds, at most for `seconds`."""
        end = time.perf_counter() + seconds
        while self.here and time.perf_counter() < end and await self.news(quiet):
            pass

    async def until(self, true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds. Raises AssertionError with the screen if it does not in good time."""
        end = time.perf_counter() + patience
        while not true():
            assert self.here, f"{self.name} was thrown out; waited for {what}\n{self.screen()}"
            assert time.perf_counter() < end, f"{self.name} waited {patience:g} s for {what}\n{self.screen()}"
            await self.news(0.25)

    async def expect(self, *texts: str) -> None:
        """Wait for words on the screen, any of them."""
        await self.until(lambda: any(text in self.screen() for text in texts), " or ".join(texts))

    async def answer(self, keys: str, patience: float = 5.0, least: int = 1) -> float | None:
        """Type, and wait until something is drawn, of so many bytes at least: after how many seconds it was; None if
        nothing was."""
        before, began = self.bytes, time.perf_counter()
        self.type(keys)
        while self.here and self.bytes - before < least:
            left = began + patience - time.perf_counter()
            if left <= 0:
                return None
            await self.news(left)
        return self.last - began if self.here else None


def name_of(number: int) -> str:
    """A name that looks like no other."""
    return "".join("bdfghkmrst"[int(digit)] for digit in f"{number:03}").title()


async def offer_and_take(first: SshGuest, second: SshGuest) -> None:
    """Two sit down at Egg Carton by the lobby, where they find each other by name; the first one begins."""
    await find(first, second.name)
    await first.expect("Do not show what they say")
    first.type("\r")
    await first.expect("FIRST MOVE", "First move")  # hosts of before write it so
    first.type("\x1b[B\x1b[C")
    await first.expect("‹ you ›", "you ▶", " you ")
    first.type("\r")
    await first.expect("withdraw")
    await find(second, first.name)  # and so the offer, which stands above the people
    await second.expect("Waiting for")
    await first.expect("pick")


async def find(guest: SshGuest, name: str) -> None:
    """From the menu to the first in the lobby that is called so, and on with Enter."""
    guest.type("p")
    await guest.expect("n offer", "take this seat")  # where less fits
    guest.type("/")
    await guest.expect("/ ▏")
    guest.type(name)
    await guest.expect(f"/ {name}▏")
    await guest.until(lambda: "nothing found" not in guest.screen(), f"{name} in the lobby")
    guest.type("\r")


def main() -> None:
    """Open a house and keep it open."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--hosts", type=int, default=4)
    with suppress(KeyboardInterrupt):
        asyncio.run(_stay(parser.parse_args()))


if __name__ == "__main__":
    main()

"""An open host in a process of its own, and guests who come in through ssh: all of them in one loop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

import asyncssh
import pyte

from marbles_tui.cli.host import LOG
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.sqlite import FILE as DATABASE
from marbles_tui.store.matches import FILE as LIBRARY
from scripts.terminal import Screen

PATIENCE: Final = 60.0
"""Seconds to wait for what should happen in a moment: far more than a busy machine takes."""

MENU: Final = "l library"
TABLE: Final = "q leave"
"""What the key lines of the menu and of a table say."""

TICKS: Final = os.sysconf("SC_CLK_TCK")

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


class Host:
    """`marbles-tui host --json`, with its data in a folder."""

    def __init__(self, data: Path, *options: str, port: int = 0, profile: str = "") -> None:
        """`profile`: the file in which it says at its end where its time has gone."""
        profiled = ("-m", "cProfile", "-o", profile) if profile else ()
        self._command = [sys.executable, *profiled, "-m", "marbles_tui", "host", "--json"]
        self._command += ["--data", str(data), *options]
        self.data, self.port = data.resolve(), port
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

    async def open(self) -> None:
        """Start it, at the same port as before if there was one."""
        command = (*self._command, "--port", str(self.port))
        paths = {"PYTHONPATH": str(self.code)} if self.code else {}
        self._run = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            cwd=self.code,
            env=os.environ | paths,
        )
        self.pid = self._run.pid
        assert self._run.stdout
        line = await asyncio.wait_for(self._run.stdout.readline(), PATIENCE)
        assert line, "the host has ended"
        self.port = int(json.loads(line)["port"])
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._run.stdout
        while line := await self._run.stdout.readline():
            self.events.append(json.loads(line))

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        with suppress(ProcessLookupError):
            self._run.send_signal(number)
        status = await asyncio.wait_for(self._run.wait(), PATIENCE)
        await self._listening
        return status

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
        kept = [(self.data / DATABASE, "room")]
        if libraries:
            kept += [(file, "match") for file in self.data.glob(f"accounts/*/{LIBRARY}")]
        for file, table in kept:
            with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
                query = f"SELECT record FROM {table} WHERE instr(record, ?)"
                found += [read_moves(record) for (record,) in database.execute(query, (f'"{name}',))]
        return found

    def goes_first(self) -> None:
        """Let it have a core before other programs have one, where the system groups them by session and we may."""
        with suppress(OSError):
            Path(f"/proc/{self.pid}/autogroup").write_text("-19")

    # What it takes

    def cpu(self) -> float:
        """Seconds of processor time that it has used, without the processes that think for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def waited(self) -> float:
        """Seconds for which its first thread was ready to run and another program had the core."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def memory(self) -> float:
        """Megabytes that it holds, without the processes that think for it."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024

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

    async def answer(self, keys: str, patience: float = 5.0) -> float | None:
        """Type, and wait until something is drawn: after how many seconds it was; None if nothing was."""
        before, began = self.bytes, time.perf_counter()
        self.type(keys)
        while self.here and self.bytes == before:
            left = began + patience - time.perf_counter()
            if left <= 0:
                return None
            await self.news(left)
        return time.perf_counter() - began if self.here else None

"""The program in a pseudo-terminal, as a legacy terminal would run it, and what it has saved."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import sqlite3
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

PATIENCE = 15.0
"""Seconds to wait for what should happen in a moment."""

STOPPED = "[1]+ stopped"
"""What is said of a program that rests."""


class Program:
    """`marbles-tui` with some arguments, 80 × 24, with its settings and matches in a folder; its standard input
    is the terminal, or else a pipe that holds `piped`. In the `background` of its session no signal tells it
    that the terminal goes away, and the session's first process writes STOPPED when it rests, as a shell does."""

    def __init__(
        self, home: Path, *arguments: str, piped: bytes | None = None, background: bool = False
    ) -> None:
        self.home = home
        self.output = b""
        self.status: int | None = None
        self.pid, self._handle = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", MARBLES_TUI_HOME=str(home))
            if background:
                _step_behind()
            if piped is not None:
                _read_from_a_pipe(piped)
            os.execv(sys.executable, [sys.executable, "-m", "marbles_tui", *arguments])
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            self.kill()

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what the program writes; whether there was anything."""
        ready, _, _ = select.select([self._handle], [], [], seconds)
        if not ready:
            return False
        try:
            got = os.read(self._handle, 1 << 16)
        except OSError:
            got = b""
        self.output += got
        return bool(got)

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something holds.

        Raises AssertionError if it does not in good time.
        """
        end = time.monotonic() + PATIENCE
        while not true():
            self.read()
            assert time.monotonic() < end, f"{what} did not happen; the output ends {self.output[-300:]!r}"

    def expect(self, text: str) -> None:
        """Wait for words on the screen that are written in one piece."""
        self.until(lambda: text.encode() in self.output, f"{text!r} on the screen")

    def type(self, keys: bytes) -> None:
        """Send bytes as a terminal does."""
        os.write(self._handle, keys)

    def moves(self) -> str:
        """The moves of the last saved match, "" if nothing is saved."""
        file = self.home / "matches.sqlite3"
        if not file.exists():
            return ""
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            row = database.execute("SELECT record FROM match ORDER BY changed DESC, id DESC").fetchone()
        except sqlite3.Error:
            return ""
        finally:
            database.close()
        return row[0].partition("\n\n")[2].strip() if row else ""

    def kill(self, number: int = signal.SIGKILL) -> int:
        """Send a signal and wait for the end; the exit status as a shell has it."""
        os.kill(self.pid, number)
        return self.wait()

    def call_back(self) -> None:
        """Say `fg`, as a shell would."""
        os.killpg(os.tcgetpgrp(self._handle), signal.SIGCONT)

    def hang_up(self) -> None:
        """Take the terminal away, and wait for the end."""
        os.close(self._handle)
        end = time.monotonic() + PATIENCE
        while not os.waitpid(self.pid, os.WNOHANG)[0]:
            assert time.monotonic() < end, "the program does not end"
            time.sleep(0.05)
        self.status = -signal.SIGHUP

    def wait(self) -> int:
        """Wait for the end; the exit status as a shell has it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0):
                    pass
                os.close(self._handle)
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        raise AssertionError("the program does not end")


def _step_behind() -> None:
    """Go on as a child of the session's first process, which heeds no hang-up and waits for the child's end."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    child = os.fork()
    if child:
        while os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]):
            os.write(1, STOPPED.encode())
        os._exit(0)
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())


def _read_from_a_pipe(text: bytes) -> None:
    out, into = os.pipe()
    os.write(into, text)
    os.close(into)
    os.dup2(out, 0)

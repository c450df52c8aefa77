"""A program in a pseudo-terminal, and the screen that a person would see."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pexpect
import pyte

from tests.processes import cpu, memory

PATIENCE: Final = 60.0
"""Seconds to wait for what should happen in a moment: far more than a busy machine takes."""

STOPPED: Final = "[1]+ stopped"
"""What is said of a program that rests."""


ALTERNATE_SCREEN: Final = 1049
"""The private mode in which programs draw whole screens."""


class Screen(pyte.Screen):
    """A terminal of today, as far as the text on it goes."""

    def select_graphic_rendition(self, *attributes: int, private: bool = False) -> None:
        """Take colours and styles, but not the questions about keys that look like them ("CSI > 4 m")."""
        if not private:
            super().select_graphic_rendition(*attributes)

    def set_mode(self, *modes: int, **named: Any) -> None:
        """Set modes; the alternate screen is empty at first."""
        super().set_mode(*modes, **named)
        if named.get("private") and ALTERNATE_SCREEN in modes:
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **named: Any) -> None:
        """Reset modes; what was on the alternate screen is gone."""
        super().reset_mode(*modes, **named)
        if named.get("private") and ALTERNATE_SCREEN in modes:
            self.erase_in_display(2)


def seat_a_regular(home: Path, *more: str) -> None:
    """Let the program start as for somebody who has played before: nobody is asked for a name or shown hints of the
    first game. `more`: what is set besides, where it is not set otherwise."""
    with suppress(OSError):  # some tests want a place where nothing can be written
        home.mkdir(parents=True, exist_ok=True)
        file = home / "settings.toml"
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        known = [
            f"{line}\n" for line in ("greeted = true", "hints = false", *more) if line.split()[0] not in text
        ]
        file.write_text("".join(known) + text, encoding="utf-8")


class Terminal:
    """A program in a terminal of some size, with its settings and matches in the folder `home`.

    Its standard input is the terminal, or else a pipe that holds `piped`. In the `background` of its session no
    signal tells it that the terminal goes away, and the session's first process writes STOPPED when it rests, as a
    shell does.
    """

    def __init__(
        self,
        command: Sequence[str],
        home: Path,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] = {},
        piped: bytes | None = None,
        background: bool = False,
    ) -> None:
        seat_a_regular(home)
        self.home, self.began = home, time.perf_counter()
        self.output = b""
        self.status: int | None = None
        self._screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._drawn = 0
        self._shown = ""

        def prepare() -> None:
            if background:
                _step_behind()
            if piped is not None:
                _read_from_a_pipe(piped)

        self._child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            list(command[1:]),
            env={
                **os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
                "MARBLES_TUI_HOME": str(home),
                **environment,
            },
            dimensions=(rows, columns),
            preexec_fn=prepare if background or piped is not None else None,
            timeout=None,
        )  # fmt: skip
        self._child.delaybeforesend = None
        assert self._child.pid
        self.pid = self._child.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            self.kill()

    def read(self, seconds: float = 0.05) -> bool:
        """Take in the next bytes that the program writes within that time; whether there were any."""
        try:
            got = self._child.read_nonblocking(1 << 16, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.output += got
        return bool(got)

    def drain(self, seconds: float) -> None:
        """Read until the program has been silent for that long."""
        while self.read(seconds):
            pass

    def watch(self, seconds: float) -> None:
        """Read for that long."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.read(min(left, 0.05))

    def rest(self, seconds: float, quiet: float) -> None:
        """Read until the program has written something, then nothing for `quiet` seconds; at most for `seconds`."""
        end = time.perf_counter() + seconds
        self.read(seconds)
        while (left := end - time.perf_counter()) > 0 and self.read(min(left, quiet)):
            pass

    def screen(self) -> str:
        """What is on the screen, line by line."""
        if self._drawn < len(self.output) or not self._shown:
            self._stream.feed(self.output[self._drawn :])
            self._drawn = len(self.output)
            self._shown = "\n".join(line.rstrip() for line in self._screen.display)
        return self._shown

    def until(self, true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds.

        Raises AssertionError if it does not in good time, with what there is instead.
        """
        end = time.monotonic() + patience
        while not true():
            self.read()
            assert time.monotonic() < end, f"waited {patience:g} s for this: {what}\n{self.screen()}"

    def expect(self, text: str) -> None:
        """Wait for words on the screen."""
        self.until(lambda: text in self.screen(), f"{text!r} on the screen")

    def type(self, keys: bytes) -> None:
        """Send bytes as a terminal does."""
        self._child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._screen.resize(rows, columns)
        self._shown = ""
        self._child.setwinsize(rows, columns)

    def send_signal(self, number: int) -> None:
        """Send a signal, if the program still runs."""
        if self._child.isalive():
            os.kill(self.pid, number)

    @property
    def alive(self) -> bool:
        """Whether the program runs."""
        return bool(self._child.isalive())

    def kill(self, number: int = signal.SIGKILL) -> int:
        """Send a signal and wait for the end; the exit status as a shell has it."""
        self.send_signal(number)
        return self.wait()

    def call_back(self) -> None:
        """Say `fg`, as a shell would."""
        os.killpg(os.tcgetpgrp(self._child.child_fd), signal.SIGCONT)

    def hang_up(self) -> None:
        """Take the terminal away, and wait for the end."""
        self._child.ptyproc.fileobj.close()  # type: ignore[attr-defined]  # not in the types
        self.status, end = -signal.SIGHUP, time.monotonic() + PATIENCE  # nothing is read from here on
        while not os.waitpid(self.pid, os.WNOHANG)[0]:
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError("the program does not end")
            time.sleep(0.01)

    def wait(self) -> int:
        """Wait for the end; the exit status as a shell has it."""
        end = time.monotonic() + PATIENCE
        while self._child.isalive():
            self.read()
            assert time.monotonic() < end, f"the program does not end\n{self.screen()}"
        while self.read(0):
            pass
        self._child.close()
        killed, left = self._child.signalstatus, self._child.exitstatus
        self.status = left or 0 if killed is None else -killed
        return self.status


def arcade(*arguments: str) -> tuple[str, ...]:
    """The command that runs the arcade."""
    return (sys.executable, "-m", "marbles_tui", *arguments)


def _step_behind() -> None:
    """Go on as a child of the session's first process, which heeds no hang-up and waits for the child's end."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    child = os.fork()
    if child:
        os.closerange(3, 256)  # whoever started it waits for the end of a pipe
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
    os.close(out)


ROOT: Final = Path(__file__).resolve().parent.parent


class Tmux:
    """`marbles-tui` with some arguments in a terminal of 80 × 24. What it writes at its end stays on the screen."""

    def __init__(self, home: Path, arguments: Sequence[str], environment: Mapping[str, str] = {}) -> None:
        seat_a_regular(home)
        self._socket = f"marbles-{uuid.uuid4().hex[:8]}"
        self._ended = home / f"{self._socket}.status"
        program = shlex.join([sys.executable, "-m", "marbles_tui", *arguments])
        status = shlex.quote(str(self._ended))
        command = f"cd {shlex.quote(str(home))}; {program}; echo $? > {status}; exec sleep 1000"
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
        setting = {
            **os.environ, "MARBLES_TUI_HOME": str(home), "COLORTERM": "truecolor", "PYTHONPATH": path,
            "LC_ALL": "C.UTF-8",
            **environment,
        }  # fmt: skip
        self._run("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", command, env=setting)

    def _run(self, *words: str, env: Mapping[str, str] | None = None, given: str | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *words],
            capture_output=True, env=env, check=False, input=given.encode() if given is not None else None,
        )  # fmt: skip
        return done.stdout.decode(errors="replace")

    @property
    def status(self) -> int | None:
        """The exit status of the program, None while it runs."""
        text = self._ended.read_text() if self._ended.exists() else ""
        return int(text) if text.strip() else None

    @property
    def alive(self) -> bool:
        """Whether the terminal is there: tmux 3.3 itself may crash when its window shrinks to a few cells."""
        return bool(self._run("list-panes"))

    @property
    def pid(self) -> int | None:
        """The program's number, None if it has ended."""
        shell = self._run("list-panes", "-F", "#{pane_pid}").strip()
        found = subprocess.run(
            ["pgrep", "-P", shell], capture_output=True, text=True, check=False
        ).stdout.split()
        return int(found[0]) if found and self.status is None else None

    def screen(self) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p", "-t", "0")

    def coloured(self) -> str:
        """The same with the sequences that give it its colours."""
        return self._run("capture-pane", "-e", "-p", "-N", "-t", "0")

    def all(self) -> str:
        """What is on the screen and what has left it at the top."""
        return self._run("capture-pane", "-p", "-S", "-2000", "-t", "0")

    def expect(self, text: str) -> None:
        """Wait for words on the screen.

        Raises AssertionError if they do not come in good time.
        """
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            assert time.monotonic() < end, f"{text!r} is not on the screen:\n{self.screen()}"
            time.sleep(0.05)

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names."""
        self._run("send-keys", "-t", "0", *names)

    def type(self, text: bytes) -> None:
        """Send bytes as a terminal does."""
        self._run("send-keys", "-t", "0", "-H", *(f"{byte:02x}" for byte in text))

    def paste(self, text: str) -> None:
        """A bracketed paste."""
        self._run("load-buffer", "-", given=text)
        self._run("paste-buffer", "-p", "-t", "0")

    def resize(self, columns: int, rows: int) -> None:
        """Another size."""
        self._run("resize-window", "-t", "0", "-x", str(columns), "-y", str(rows))

    def end(self) -> None:
        """Close the terminal."""
        self._run("kill-server")
        self._ended.unlink(missing_ok=True)


COLUMNS, ROWS = 120, 40


class Measured(Terminal):
    """A program whose speed and size are measured."""

    def __init__(self, command: Sequence[str], home: Path, columns: int = COLUMNS, rows: int = ROWS) -> None:
        # An installed program has its byte code.
        super().__init__(command, home, columns, rows, {"PYTHONDONTWRITEBYTECODE": "", "PYTHONHASHSEED": "0"})

    def wait_for(self, text: bytes, start: int = 0) -> float:
        """Seconds from the start of the program until it has written `text`, after the first `start` bytes."""
        self.until(lambda: text in self.output[start:], f"{text!r} written")
        return time.perf_counter() - self.began

    def answer(self, keys: bytes, text: bytes) -> float:
        """Send keys; the seconds until a text is written anew."""
        start, began = len(self.output), time.perf_counter()
        self.type(keys)
        self.wait_for(text, start)
        return time.perf_counter() - began

    def cpu(self) -> float:
        """Seconds of processor time the program has used, without its children."""
        return cpu(self.pid)

    def memory(self) -> float:
        """Megabytes that the program and its children take, what they share counted once."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return memory(self.pid) + sum(memory(int(pid)) for pid in children)


@contextmanager
def running(*command: str, settings: str = "", size: tuple[int, int] = (COLUMNS, ROWS)) -> Iterator[Measured]:
    """A program in a pseudo-terminal, with settings and matches of its own."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "settings.toml").write_text(settings)
        with Measured(command, Path(home), *size) as terminal:
            yield terminal

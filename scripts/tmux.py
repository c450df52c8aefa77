"""The program in a real terminal: a tmux of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from scripts.terminal import seat_a_regular

PATIENCE: Final = 15.0
"""Seconds to wait for what should happen in a moment."""

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

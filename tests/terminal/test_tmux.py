"""A real terminal: keys, paste and resizing as tmux delivers them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.program import PATIENCE

pytestmark = pytest.mark.terminal


class Tmux:
    """The program in a tmux of its own."""

    def __init__(self, home: Path, arguments: str) -> None:
        self._socket = f"marbles-{uuid.uuid4().hex[:8]}"
        self._home = home
        command = f"{sys.executable} -m marbles_tui {arguments}"
        environment = {**os.environ, "MARBLES_TUI_HOME": str(home), "COLORTERM": "truecolor"}
        self._run("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", command, env=environment)

    def _run(self, *words: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._socket, *words], capture_output=True, text=True, env=env, check=False
        )
        return done.stdout

    def screen(self) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p", "-t", "0")

    def expect(self, text: str) -> None:
        """Wait for words on the screen."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen():
            assert time.monotonic() < end, f"{text!r} is not on the screen:\n{self.screen()}"
            time.sleep(0.05)

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names."""
        self._run("send-keys", "-t", "0", *names)

    def paste(self, text: str) -> None:
        """A bracketed paste."""
        self._run("set-buffer", text)
        self._run("paste-buffer", "-p", "-t", "0")

    def resize(self, columns: int, rows: int) -> None:
        """Another size."""
        self._run("resize-window", "-t", "0", "-x", str(columns), "-y", str(rows))

    def end(self) -> None:
        """Close the terminal."""
        self._run("kill-server")


@pytest.fixture
def tmux(home: Path) -> Iterator[Tmux]:
    """A table of two people, at which nothing takes time to be shown."""
    (home / "settings.toml").write_text("speed = 0\n")
    terminal = Tmux(home, "play egg-carton --seat 1=human --seat 2=human")
    try:
        terminal.expect("select a slot")
        yield terminal
    finally:
        terminal.end()


@pytest.mark.parametrize("letter", ["b", "f"])
def test_meta_b_and_f_select_slots(tmux: Tmux, letter: str) -> None:
    tmux.keys(f"M-{letter}")
    tmux.expect(f"1. {letter.upper()}")
    tmux.keys("u")
    tmux.expect("Player 1, select a slot: A B C D E F")


def test_a_paste_with_an_escape_in_it_plays_nothing(tmux: Tmux) -> None:
    tmux.paste("hello\x1b[201~abcdef")
    time.sleep(1.0)
    assert "1. " not in tmux.screen()
    tmux.keys("a")
    tmux.expect("1. A")


def test_a_window_too_small_is_said_and_nothing_is_lost(tmux: Tmux) -> None:
    tmux.keys("c")
    tmux.expect("1. C")
    tmux.resize(40, 10)
    tmux.expect("Please enlarge")
    tmux.resize(100, 30)
    tmux.expect("1. C")
    tmux.keys("q")
    tmux.expect("continue Egg Carton")

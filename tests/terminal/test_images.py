"""However a game ends at a terminal that shows images, none stays: it is a shell's again, and shows text alone."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.tui.placements import KittyTerminal

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found in /proc"),
    pytest.mark.long,
]

PLAY = "play abacus --seat 1=human --seat 2=human"
ASKED = b"\x1b[c"
"""The end of what a terminal is asked."""

FAILING = """
from marbles_tui.__main__ import main
from marbles_tui.tui.kit.board_view import BoardView

def act(self, before, event, phase):
    raise KeyError("no such marble")

BoardView.act = act
main()
"""
"""An arcade that fails where it is to show a move."""


class KittyWithShell(Terminal):
    """A shell in a terminal that draws images, and keeps them when a program leaves its screen: not all have
    others for each."""

    def __init__(self, home: Path) -> None:
        environment = {"PS1": "shell> ", "TMUX": "", "STY": "", "ZELLIJ": "", "ENV": ""}
        super().__init__(("/bin/sh", "-i"), home, environment=environment)
        self._answered = 0

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what is written, and answer what is asked."""
        read = super().read(seconds)
        while (asked := self.output.find(ASKED, self._answered)) >= 0:
            question = self.output[self._answered : asked + len(ASKED)].decode(errors="replace")
            self._answered = asked + len(ASKED)
            self.type("".join(KittyTerminal().replies(question)).encode())
        return read

    def images(self) -> KittyTerminal:
        """What is kept of them now."""
        terminal = KittyTerminal()
        terminal.write(self.output.decode(errors="replace").replace("\x1b[?1049", "\x1b[?"))
        return terminal

    def plays(self) -> bool:
        """Whether all hollows and marbles of a board are shown."""
        return len(self.images().placements) == 61 + 28

    def run(self, command: str) -> None:
        """Type a command line, and wait for a table."""
        self.type(f"{command}\n".encode())
        self.until(self.plays, "the marbles")

    def arcade(self) -> int:
        """The number of the program that the shell runs."""
        (child,) = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return int(child)

    def is_the_shells(self) -> None:
        """Wait until no image is left and the shell answers."""
        known = self.output.rfind(b"\x1b[?1049h")
        self.until(lambda: not self.images().placements, "no image is left")
        self.until(lambda: b"shell>" in self.output[known:], "the shell asks")
        self.type(b"echo $((6 * 7)) is told\n")
        self.until(lambda: b"42 is told" in self.output[known:], "the shell answers")
        assert not self.images().placements


@pytest.fixture
def terminal(home: Path) -> Iterator[KittyWithShell]:
    (home / "settings.toml").write_text("speed = 6\n")
    with KittyWithShell(home) as found:
        found.expect("shell>")
        yield found


def command(*words: str) -> str:
    return shlex.join([sys.executable, *words])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGABRT])
def test_a_signal_leaves_no_image(terminal: KittyWithShell, number: signal.Signals) -> None:
    terminal.run(f"{command('-m', 'marbles_tui')} {PLAY}")
    os.kill(terminal.arcade(), number)
    terminal.is_the_shells()
    assert not terminal.images().images, "nor is any kept"


def test_a_mistake_in_the_middle_of_a_move_leaves_no_image(terminal: KittyWithShell) -> None:
    terminal.run(f"{command('-c', FAILING)} {PLAY}")
    terminal.type(b"ma1b2\r")
    terminal.is_the_shells()
    assert b"no such marble" in terminal.output
    assert not terminal.images().images


def test_after_ctrl_z_there_is_no_image_and_after_fg_there_are_all(terminal: KittyWithShell) -> None:
    terminal.run(f"{command('-m', 'marbles_tui')} {PLAY}")
    number, before = terminal.arcade(), terminal.images().seen()
    for _ in range(2):
        terminal.type(b"\x1a")
        terminal.is_the_shells()
        assert Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        terminal.type(b"fg\n")
        terminal.until(lambda: terminal.images().seen() == before, "the same marbles again")
    terminal.type(b"\x1a")
    terminal.is_the_shells()
    os.kill(number, signal.SIGKILL)
    terminal.type(b"wait\n")
    terminal.is_the_shells()

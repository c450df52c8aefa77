"""A real terminal: keys, paste and resizing as tmux delivers them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.terminal.terminal import PATIENCE, Tmux

pytestmark = pytest.mark.terminal


def test_what_a_terminal_delivers_arrives(home: Path) -> None:
    """At a table of two people, at which nothing takes time to be shown."""
    (home / "settings.toml").write_text("speed = 0\n")
    tmux = Tmux(home, ["play", "egg-carton", "--seat", "1=human", "--seat", "2=human"])
    try:
        tmux.expect("pick a slot")
        for letter in "bf":
            tmux.keys(f"M-{letter}")
            tmux.expect(f"1. {letter.upper()}")
            tmux.keys("u")
            tmux.expect("Player 1: pick a slot, A B C D E F.")
        tmux.keys("C-z")  # without a shell that is nothing
        tmux.paste("hello\x1b[201~abcdef")
        end = time.monotonic() + PATIENCE
        while "1. " not in tmux.screen():  # keys that come along with a paste are taken for a part of it
            assert time.monotonic() < end, tmux.screen()
            tmux.keys("c")
            time.sleep(0.3)
        assert "1. C" in tmux.screen()  # in order: a letter of the paste would have been played before
        tmux.resize(40, 10)
        tmux.expect("Please enlarge")
        tmux.resize(100, 30)
        tmux.expect("1. C")
        tmux.keys("q")
        tmux.expect("c Continue")
    finally:
        tmux.end()

"""A real terminal: keys, paste and resizing as tmux delivers them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import PATIENCE, Tmux

pytestmark = pytest.mark.terminal


@pytest.fixture
def tmux(home: Path) -> Iterator[Tmux]:
    """A table of two people, at which nothing takes time to be shown."""
    (home / "settings.toml").write_text("speed = 0\n")
    terminal = Tmux(home, ["play", "egg-carton", "--seat", "1=human", "--seat", "2=human"])
    try:
        terminal.expect("pick a slot")
        yield terminal
    finally:
        terminal.end()


@pytest.mark.parametrize("letter", ["b", "f"])
def test_meta_b_and_f_select_slots(tmux: Tmux, letter: str) -> None:
    tmux.keys(f"M-{letter}")
    tmux.expect(f"1. {letter.upper()}")
    tmux.keys("u")
    tmux.expect("Player 1: pick a slot, A B C D E F.")


def test_a_paste_with_an_escape_in_it_plays_nothing(tmux: Tmux) -> None:
    tmux.paste("hello\x1b[201~abcdef")
    end = time.monotonic() + PATIENCE
    while "1. " not in tmux.screen():  # keys that come along with a paste are taken for a part of it
        assert time.monotonic() < end, tmux.screen()
        tmux.keys("c")
        time.sleep(0.3)
    assert (
        "1. C" in tmux.screen()
    )  # keys are read in order: a letter of the paste would have been played before


def test_a_window_too_small_is_said_and_nothing_is_lost(tmux: Tmux) -> None:
    tmux.keys("c")
    tmux.expect("1. C")
    tmux.resize(40, 10)
    tmux.expect("Please enlarge")
    tmux.resize(100, 30)
    tmux.expect("1. C")
    tmux.keys("q")
    tmux.expect("c Continue")


def test_ctrl_z_without_a_shell_is_nothing(tmux: Tmux) -> None:
    tmux.keys("C-z", "a")
    tmux.expect("1. A")

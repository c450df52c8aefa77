"""A short time with the monkey; `python -m tests.terminal.monkey --minutes 30` is a long one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.terminal.mirror import boards_of
from tests.terminal.monkey import Monkey, shows
from tests.terminal.terminal import PATIENCE, Tmux

pytestmark = [pytest.mark.terminal, pytest.mark.long]


def test_the_monkey_finds_nothing(home: Path) -> None:
    monkey = Monkey(3, home)
    try:
        for _ in range(2):
            monkey.burst(10)
    finally:
        monkey.close()
    assert monkey.bursts == 2


def test_the_monkey_knows_a_board_from_another(home: Path) -> None:
    (home / "settings.toml").write_text('speed = 0\nskin = "ascii"\n')
    terminal = Tmux(home, ("play", "egg-carton", "--seat", "1=human", "--seat", "2=human"))
    try:
        terminal.expect("pick a slot")
        terminal.keys("a")
        terminal.expect("1. A")
        played = list(boards_of('[Game "egg-carton"]\n\n1. A', home))
        end = time.monotonic() + PATIENCE
        while not any(shows(seen := terminal.screen().split("\n"), board) for board in played):
            assert time.monotonic() < end, "the board of the move is not shown"  # the list of moves is first
    finally:
        terminal.end()
    for moves in ("1. B", ""):
        boards = boards_of(f'[Game "egg-carton"]\n\n{moves}', home)
        assert not any(shows(seen, board) for board in boards), moves

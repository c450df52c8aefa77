"""The arcade is killed in the middle of games: nothing that was shown is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.store import MatchStore
from scripts.kills import Killer, Lost, rounds, shown

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found in /proc"),
    pytest.mark.long,
]


MORE = 12
"""Rounds that may follow, where in none of the others a move had been drawn when it ended."""


def test_four_kills_lose_nothing(home: Path) -> None:
    killer = Killer(home, seed=7)
    for _ in range(4):
        killer.round()
    for _ in range(MORE):
        if killer.compared:
            break
        killer.round()
    assert killer.compared
    assert killer.plies


def test_a_move_that_was_shown_and_is_not_saved_is_noticed(home: Path) -> None:
    record = '[Game "egg-carton"]\n\n1. A C B\n2. E *\n'
    assert rounds(" 1. A C  2. E ") == {1: ["A", "C"], 2: ["E"]}
    assert shown("Ann    1. A C\n   2. E", record)
    assert shown("1. A C / B\n2. E", record)
    assert not shown("1. A D", record)
    assert not shown("1. A C B\n2. E F", record)
    store = MatchStore.open(home / "matches.sqlite3")
    store.begin(read_match('[Game "egg-carton"] C', GAMES).whole())
    store.close()
    killer = Killer(home, seed=1)
    killer.check("1. C", "a screen that was shown")
    with pytest.raises(Lost, match="in no record"):
        killer.check("1. A B C D E F", "a screen that was never shown")

"""Tries at puzzles are kept."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
from marbles_tui.store.puzzles import add_puzzle, own_file, own_puzzles
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_puzzles import FORK
from tests.store.kept import place
from tests.store.test_versions import write_version

FIRST = Try("gobblet-f55c73", "gobblet", 1450, True, date(2026, 2, 3))


def test_tries_are_kept_in_their_order(home: Path) -> None:
    store = MatchStore.open()
    journey = Try("getaway-2026-11-22", "getaway", 0, True, date(2026, 11, 22), "2026-11-22", 1, 48.5, 41)
    assert store.tries.add(FIRST)
    assert store.tries.add(journey)
    store.close()
    again = MatchStore.open()
    assert again.tries.all() == [FIRST, journey]
    again.close()


def test_tries_of_version_6_are_read(home: Path) -> None:
    write_version(place(home), 6)
    store = MatchStore.open()
    assert store.tries.all() == [FIRST]
    store.close()


def test_a_date_that_is_none_is_left_out(home: Path) -> None:
    store = MatchStore.open()
    store.tries.add(FIRST)
    assert store.database.connection
    store.database.connection.execute("UPDATE puzzle_try SET tried = 'yesterday'")
    assert store.tries.all() == []
    store.close()


def test_puzzles_of_one_s_own_are_kept_once_in_a_file_of_puzzles(home: Path) -> None:
    fork, other = puzzle_of(FORK), puzzle_of(FORK.replace("fork", "another"))
    assert own_puzzles(GAMES) == []
    assert add_puzzle(fork, GAMES)
    assert add_puzzle(other, GAMES)
    assert add_puzzle(fork, GAMES)
    assert [puzzle.id for puzzle in own_puzzles(GAMES)] == ["fork", "another"]
    own_file().write_text("no puzzle\n\n" + own_file().read_text(), encoding="utf-8")
    assert [puzzle.id for puzzle in own_puzzles(GAMES)] == ["fork", "another"]
    own_file().unlink()
    own_file().mkdir()
    assert not add_puzzle(fork, GAMES)

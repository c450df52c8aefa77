"""Tries at puzzles are kept."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
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

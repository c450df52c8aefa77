"""Saved matches: what a store keeps, and how two copies of the program share it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import MatchStore
from tests.store.kept import EGG_CARTON, match_of, moves_of, place


def test_a_match_is_kept_from_move_to_move() -> None:
    store = MatchStore.open()
    number = store.begin(match_of(""))
    assert number is not None
    for moves in ("C", "C A", "C A B"):
        assert store.save(number, match_of(moves)) == number
    assert moves_of(MatchStore.open(), number) == ["C", "A", "B"]
    assert store.trouble == ""


def test_every_move_is_one_transaction_that_others_see_at_once(home: Path) -> None:
    store = MatchStore.open()
    number = store.begin(match_of(""))
    assert number is not None
    outside = sqlite3.connect(place(home))
    seen: list[tuple[int, int]] = []
    changes: list[int] = []
    for moves in ("C", "C A", "C A B"):
        store.save(number, match_of(moves))
        seen.append(outside.execute("SELECT plies, revision FROM match").fetchone())
        changes.append(outside.execute("PRAGMA data_version").fetchone()[0])
    outside.close()
    assert seen == [(1, 2), (2, 3), (3, 4)]
    assert len(set(changes)) == 3


def test_a_match_of_another_start_of_the_program_is_gone_on_with() -> None:
    MatchStore.open().begin(match_of("C"))
    store = MatchStore.open()
    found = store.last_unfinished()
    assert found
    assert store.save(found.id, match_of("C A")) == found.id
    assert moves_of(store, found.id) == ["C", "A"]


def test_the_last_unfinished_match_is_found() -> None:
    store = MatchStore.open()
    first = store.begin(match_of("C"))
    second = store.begin(match_of("A"))
    finished = store.begin(match_of("A #1"))
    found = store.last_unfinished()
    assert found
    assert found.id == second
    assert first is not None
    assert store.database.connection
    store.database.connection.execute(
        "UPDATE match SET changed = '2001-01-01T00:00:00.000Z'"
    )  # all of it long ago
    store.save(first, match_of("C A"))
    found = store.last_unfinished("egg-carton")
    assert found
    assert found.id == first
    assert store.last_unfinished("gobblet") is None
    assert finished is not None
    saved = store.load(finished)
    assert saved
    assert saved.finished


def test_the_summary_says_who_plays_and_who_is_to_move() -> None:
    store = MatchStore.open()
    store.begin(Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("\x1b[2J", "computer novice"))).read("A"))
    found = store.last_unfinished()
    assert found
    assert found.summary == "Egg Carton: Ann - ?[2J, move 2, Ann to move"


@pytest.mark.parametrize("number", [0, 1, 2**63 - 1, 2**63, 10**30])
def test_a_number_that_no_match_has_finds_none(number: int) -> None:
    store = MatchStore.open()
    assert store.load(number) is None
    assert store.trouble == ""


def test_a_name_that_no_file_can_hold_does_not_keep_the_match_from_being_kept() -> None:
    store = MatchStore.open()
    number = store.begin(Match.new(EGG_CARTON, seats=(Seat("Zo\udceb"), Seat("Ben"))).read("C"))
    assert store.trouble == ""
    assert moves_of(store, number) == ["C"]


# Two copies of the program


def test_two_stores_on_one_match_lose_no_move() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    assert other.save(number, match_of("C A")) == number
    forked = one.save(number, match_of("C B"))
    assert forked != number
    assert moves_of(one, number) == ["C", "A"]
    assert moves_of(one, forked) == ["C", "B"]
    assert forked is not None
    assert one.save(forked, match_of("C")) == forked


def test_a_look_at_the_last_match_does_not_hide_that_another_copy_played_on() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    other.save(number, match_of("C A"))
    assert one.last_unfinished()
    forked = one.save(number, match_of("C B"))
    assert moves_of(one, number) == ["C", "A"]
    assert moves_of(one, forked) == ["C", "B"]


def test_a_match_that_was_loaded_again_is_gone_on_with_in_its_place() -> None:
    one, other = MatchStore.open(), MatchStore.open()
    number = one.begin(match_of("C"))
    assert number is not None
    assert other.load(number)
    other.save(number, match_of("C A"))
    assert one.load(number)
    assert one.save(number, match_of("C A B")) == number


def test_nothing_heavy_is_loaded_to_open_a_store() -> None:
    code = (
        "import sys; from marbles_tui.store import MatchStore, load, save\n"
        "load(); MatchStore.open(); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "marbles_tui.store" in loaded.split()
    assert not {"textual", "rich", "tomlkit", "platformdirs"} & set(loaded.split())


def test_a_commit_reaches_the_disk() -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    assert store.database.read("PRAGMA synchronous") == [(2,)]  # FULL
    assert store.database.read("PRAGMA journal_mode") == [("wal",)]


def test_the_names_of_all_people_of_a_table_are_remembered() -> None:
    store = MatchStore.open()
    people = ("Ann", "Bea", "Cem", "Dan", "Eve", "Finn")
    seats = "".join(f'[Player{number} "{name}"]' for number, name in enumerate(people, 1))
    store.begin(read_match(f'[Game "getaway"][Players "6"]{seats} *1', GAMES).whole())
    assert store.names() == list(people)

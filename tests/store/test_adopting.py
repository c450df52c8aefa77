"""Matches of the person without a name are taken over by a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore

START = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
COMPUTER = '[Player2 "Adept"][Seat2 "computer adept"]'


def match_of(text: str) -> Match:
    return read_match(START + text, GAMES).whole()


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore.open(tmp_path / "matches.sqlite3")


def won(store: MatchStore, name: str) -> int:
    return store.progress(name)["egg-carton"].total.won


@pytest.mark.parametrize("counted", [False, True])
def test_the_only_person_of_a_finished_match_gets_the_name(store: MatchStore, counted: bool) -> None:
    number = store.begin(match_of(COMPUTER + " F"))
    assert number
    before = store.library.record(number)
    if counted:
        assert won(store, "") == 1
    assert store.adopt('Ann "the" ]\n') == 1
    after = store.library.record(number)
    assert after == before.replace('"Player 1"', '"Ann \\"the\\" ]"')
    assert read_match(after, GAMES).whole().names == ('Ann "the" ]', "Adept")
    assert store.library.page()[0].players == 'Ann "the" ] - Adept'
    assert store.statistics.missing() == (0 if counted else 1)
    assert (won(store, ""), won(store, 'Ann "the" ]')) == (0, 1)
    assert store.adopt("Ben") == 0


def test_others_keep_their_names(store: MatchStore) -> None:
    kept = [
        store.begin(match_of(" F")),
        store.begin(match_of('[Player1 "Ben"] F')),
        store.begin(match_of('[Player1 "Ben"]' + COMPUTER + " F")),
        store.begin(match_of(COMPUTER)),
    ]
    before = [store.library.record(number) for number in kept if number]
    assert store.adopt("Ann") == 0
    assert [store.library.record(number) for number in kept if number] == before


@pytest.mark.parametrize("name", ["", "  ", "Player 1"])
def test_no_name_takes_nothing_over(store: MatchStore, name: str) -> None:
    store.begin(match_of(COMPUTER + " F"))
    assert store.adopt(name) == 0
    assert won(store, "") == 1


def test_a_match_that_is_still_on_a_table_is_saved_in_its_place(store: MatchStore) -> None:
    match = match_of(COMPUTER + " F")
    number = store.begin(match)
    assert number
    store.adopt("Ann")
    assert store.save(number, match) == number
    assert store.library.count() == 1


def test_all_or_none(store: MatchStore) -> None:
    store.begin(match_of(COMPUTER + " F"))
    assert store.database.connection
    store.database.connection.execute(
        "CREATE TRIGGER no_name BEFORE UPDATE OF players ON match BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    assert store.adopt("Ann") is None
    assert "could not name the matches" in store.trouble
    assert (won(store, ""), won(store, "Ann")) == (1, 0)

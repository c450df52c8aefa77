"""What was imported is not one's own: it is listed, and counts for nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.store import MatchStore
from marbles_tui.store.library import EVERYTHING, Filter
from marbles_tui.store.statistics_cache import entries_of, statistics_of
from marbles_tui.table.start import saved_match
from tests.store.kept import match_of, place
from tests.store.test_versions import write_version

ANN = '[Game "egg-carton"]\n[Player1 "Ann"]\n[Player2 "Novice"]\n[Seat2 "computer novice"]\n'
OPEN = f'{ANN}[Date "2017.03.02"]\n[Result "*"]\n\nC\n'
WON = f'{ANN}[Date "2017.03.02"]\n[Season "1/1"]\n[Result "1"]\n\nC #2\n'


def names(store: MatchStore) -> list[str]:
    """Those who have statistics."""
    for page in store.statistics.pages():
        store.statistics.enter(page, entries_of(page, GAMES))
    return statistics_of(store.statistics.entries(), {}).names()


def test_an_imported_game_is_listed_and_counts_for_nothing() -> None:
    store = MatchStore.open()
    assert store.library.import_(f"{OPEN}\n{WON}", GAMES).taken == 2
    assert [(one.ending, one.imported, one.open) for one in store.library.page()] == [
        ("Ann won", True, False),
        ("no result", True, False),
    ]
    assert store.library.count(Filter(state="unfinished")) == 0
    assert store.library.count(Filter(state="imported")) == 2
    assert store.last_unfinished() is None
    assert (store.kept(), store.tagged("Season"), store.names(), names(store)) == ({}, [], [], [])
    assert store.progress("Ann")["egg-carton"].total.played == 0
    with pytest.raises(BadRecord, match="game 1 was imported"):
        saved_match(store, GAMES, "1")


def test_ones_own_games_come_in_as_such_and_others_can_be_claimed() -> None:
    store = MatchStore.open()
    assert store.library.import_(OPEN, GAMES, own=True).taken == 1
    last = store.last_unfinished()
    assert last
    assert last.id == 1
    assert store.library.import_(OPEN, GAMES).known == 1  # what is one's own stays so
    assert store.last_unfinished()
    store.library.import_(WON, GAMES)
    done = store.library.import_(f"{OPEN}\n{WON}", GAMES, own=True)
    assert done.words == "1 now your own, 1 known already."
    assert (names(store), list(store.kept()), len(store.tagged("Season"))) == (["Ann"], ["egg-carton"], 1)
    assert store.library.count(Filter(state="imported")) == 0


def test_a_name_that_is_adopted_goes_into_no_imported_game() -> None:
    store = MatchStore.open()
    store.library.import_(WON.replace('"Ann"', '"Player 1"'), GAMES)
    assert store.adopt("Zoe") == 0


@pytest.mark.parametrize(
    ("termination", "finished"),
    [("Abandon", True), ("abandoned", True), ("time forfeit", True), ("unterminated", False), ("", False)],
)
def test_a_game_that_was_broken_off_is_over(termination: str, finished: bool) -> None:
    store = MatchStore.open()
    store.library.import_(OPEN.replace("\n\n", f'\n[Termination "{termination}"]\n\n'), GAMES)
    (entry,) = store.library.page()
    assert (entry.finished, entry.result, entry.ending) == (finished, "*", "no result")


MIDNIGHT, NOON, LATER = "2017-03-02T00:00:00.000Z", "2026-11-21T12:00:00.123Z", "2026-11-21T12:01:00.456Z"


@pytest.mark.parametrize(
    ("tags", "begun", "changed", "imported"),
    [
        ("", MIDNIGHT, MIDNIGHT, True),
        ('[Seed "7"]', MIDNIGHT, MIDNIGHT, True),  # somebody else's arcade has written it
        ("", MIDNIGHT, LATER, True),  # gone on with by mistake
        ("", NOON, NOON, True),  # no date in it
        ('[Seed "7"]', NOON, NOON, False),  # left after a move
        ('[Changed "paste"]', NOON, NOON, False),
        ('[Seed "7"]', NOON, LATER, False),
        ("", NOON, LATER, False),
        ('[Seed "7"]\n[Room "kx2"]', MIDNIGHT, MIDNIGHT, False),  # played in a house
    ],
)
def test_an_old_library_is_put_right(home: Path, tags: str, begun: str, changed: str, imported: bool) -> None:
    write_version(place(home), 6)
    old = sqlite3.connect(place(home))
    old.execute("DELETE FROM match")
    old.execute(
        "INSERT INTO match (game, record, finished, summary, plies, begun, changed)"
        " VALUES ('egg-carton', ?, 0, '', 1, ?, ?)",
        (f'[Game "egg-carton"]\n{tags}\n\nC\n', begun, changed),
    )
    old.commit()
    old.close()
    store = MatchStore.open()
    assert [one.imported for one in store.library.page()] == [imported]
    assert (store.last_unfinished() is None) == imported
    copy = home / "matches.version-6-1.sqlite3"
    told = "1 imported game will not count as your own any more, nor be offered to continue."
    told = f"{told} The file as it was: {copy}"
    assert store.take_notice() == (told if imported else "")
    assert store.take_notice() == ""
    store.close()
    before = sqlite3.connect(copy)
    assert before.execute("SELECT begun, changed FROM match").fetchall() == [(begun, changed)]
    assert before.execute("PRAGMA user_version").fetchone() == (6,)
    before.close()


def test_without_room_for_a_copy_nothing_is_changed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_version(place(home), 6)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.rename", full)
        store = MatchStore.open()
        assert "No space left" in store.trouble
        store.close()
    assert list(home.glob("*.version-*")) == []
    store = MatchStore.open()
    assert (store.trouble, store.library.count(EVERYTHING)) == ("", 2)


def test_a_new_library_has_nothing_to_tell_and_no_copy(home: Path) -> None:
    store = MatchStore.open()
    store.begin(match_of("C"))
    assert store.take_notice() == ""
    assert not list(home.glob("*.version-*"))

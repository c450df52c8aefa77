"""A number of the version that is wrong, rows that do not fit, files that are none: said, and the rest goes on."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.ai.review import read_judgements
from marbles_tui.core import BadRecord
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore, StoreThread, schema
from marbles_tui.store.library import Filter
from marbles_tui.store.schema import VERSION, believed
from marbles_tui.table.start import saved_match
from tests.store.kept import match_of, moves_of, place

WON = (
    '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Player 1"]'
    '[Player2 "Adept"][Seat2 "computer adept"] F'
)
DAMAGED = ("[" * 100_000, "{", "7", '["egg-carton"]', '["egg-carton", 1, 2, 3, 4, 5]')
VERSIONS = Path(__file__).parent / "versions"


@pytest.fixture
def kept(home: Path) -> Iterator[sqlite3.Connection]:
    """A database with three matches, one of which is finished."""
    store = MatchStore.open()
    for _ in range(2):
        store.begin(match_of("C A B"))
    store.begin(match_of("C").resign(1))
    store.close()
    with closing(sqlite3.connect(place(home), isolation_level=None)) as database:
        yield database


# The number of the version


@pytest.mark.parametrize("number", [-1, -VERSION, -(2**31), 0, 1, VERSION - 2, 2**30 + VERSION])
def test_a_number_of_the_version_that_cannot_be_right_is_mended_and_said(
    home: Path, kept: sqlite3.Connection, number: int
) -> None:
    kept.execute(f"PRAGMA user_version = {number}")
    store = MatchStore.open()
    assert (store.trouble, store.library.count()) == ("", 3)
    assert kept.execute("PRAGMA user_version").fetchone() == (VERSION,)
    told = store.take_notice()
    assert f"impossible version number, {number}" in told
    (copy,) = home.glob("*.version-*")
    assert str(copy) in told
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (number,)
    assert store.take_notice() == ""


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_database_of_any_version_is_known_by_its_tables(version: int) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript((VERSIONS / f"{version}.sql").read_text())
        assert believed(database) == schema.version_of(database) == version
        database.execute("PRAGMA user_version = -77")
        assert believed(database) == min(version, 7)  # step 8 makes no tables: it is made again


# Rows


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("plies", "abc"),
        ("plies", 1.5),
        ("finished", b"\xff"),
        ("changed", b"\xff\x00"),
        ("players", b"\xff - \xfe"),
        ("game", b"egg"),
        ("result", b"\x00"),
        ("favourite", "yes"),
        ("revision", "many"),
    ],
)
def test_a_row_of_a_wrong_type_leaves_all_others(
    kept: sqlite3.Connection, column: str, value: object
) -> None:
    kept.execute(f"UPDATE match SET {column} = ? WHERE id = 2", (value,))
    store = MatchStore.open()
    page = {entry.id: entry for entry in store.library.page()}
    if column != "revision":
        assert page.keys() == {1, 2, 3}
        assert page[2].ending == "damaged"
        assert f"game 2 ({column}: expected" in store.library.faults
    assert page[1].ending == "unfinished"
    assert [each.plies for each in (page[1], page[3])] == [3, 1]
    assert store.library.page(Filter(words="player"))
    assert moves_of(store, 2) == ["C", "A", "B"]
    assert [str(record).count("[Game ") for record in store.library.records()] == [1, 1, 1]
    store.names()
    store.kept()
    store.adopt("Ann")
    assert store.statistics.soon(GAMES, {})
    assert store.trouble == ""


def test_a_record_that_is_no_text_leaves_all_others(kept: sqlite3.Connection) -> None:
    kept.execute("UPDATE match SET record = ?, finished = 1 WHERE id = 2", (b"\xff\x00",))
    store = MatchStore.open()
    assert store.library.record(2) == "\ufffd\x00"
    assert len(list(store.library.records())) == 3
    assert store.names() == []
    assert store.statistics.soon(GAMES, {}) is not None
    assert store.adopt("Ann") == 0


def test_a_text_that_is_no_utf8_is_listed_and_found(kept: sqlite3.Connection) -> None:
    kept.execute("UPDATE match SET players = CAST(x'ff416e6e' AS TEXT) WHERE id = 2")
    store = MatchStore.open()
    assert [entry.players for entry in store.library.page(Filter(words="ann"))] == ["\ufffdAnn"]
    assert store.trouble == ""


@pytest.mark.parametrize("entry", DAMAGED, ids=[each[:20] for each in DAMAGED])
def test_a_damaged_entry_of_the_statistics_is_left_out(home: Path, entry: str) -> None:
    store = MatchStore.open()
    for _ in range(2):
        store.begin(read_match(WON, GAMES).whole())
    (career,) = store.statistics.soon(GAMES, {}).careers
    assert store.database.write("", "UPDATE ledger SET entry = ? WHERE match = 2", (entry,))
    store.close()
    store = MatchStore.open()
    (left,) = store.statistics.soon(GAMES, {}).careers
    assert (left.name, sum(tally.played for tally in left.against.values())) == (career.name, 1)
    assert store.adopt("Ann") == 2


@pytest.mark.parametrize("review", ["", *DAMAGED], ids=[each[:20] for each in ("", *DAMAGED)])
def test_a_damaged_review_is_none(kept: sqlite3.Connection, review: str) -> None:
    kept.execute("INSERT INTO review VALUES ('key', ?)", (review,))
    assert read_judgements(MatchStore.open().review("key")) == ()


@pytest.mark.parametrize(
    ("column", "value"), [("tried", 7.5), ("tried", b"x"), ("score", "x"), ("seconds", "x")]
)
def test_a_damaged_try_is_left_out(kept: sqlite3.Connection, column: str, value: object) -> None:
    from datetime import date

    store = MatchStore.open()
    for puzzle in ("a", "b"):
        assert store.tries.add(Try(puzzle, "abacus", 1000, True, date(2026, 1, 1)))
    kept.execute(f"UPDATE puzzle_try SET {column} = ? WHERE puzzle = 'a'", (value,))
    assert [each.puzzle for each in store.tries.all()] == ["b"]


# Files


def test_an_empty_file_is_said(home: Path) -> None:
    place(home).touch()
    store = MatchStore.open()
    told = store.take_notice()
    assert "an empty file" in told
    assert str(place(home)) in told
    assert store.begin(match_of("C")) == 1
    store.close()
    assert MatchStore.open().take_notice() == ""


def test_an_empty_file_is_not_said_to_be_kept_where_another_one_was(home: Path) -> None:
    copy = place(home).with_suffix(".version--5-1.sqlite3")
    copy.touch()
    place(home).touch()
    assert str(copy) not in MatchStore.open().take_notice()


def test_whoever_goes_on_with_a_game_is_told_of_an_empty_file(home: Path) -> None:
    place(home).touch()
    store = MatchStore.open()
    with pytest.raises(BadRecord, match=r"^there is no unfinished game to resume\. .* an empty file"):
        saved_match(store, GAMES, "")
    with pytest.raises(BadRecord, match=r"^there is no unfinished game to resume$"):
        saved_match(store, GAMES, "")


def test_a_new_file_is_not_said() -> None:
    assert MatchStore.open().take_notice() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with a name")
@pytest.mark.parametrize("ending", ["", "-wal", "-journal"])
def test_a_pipe_in_place_of_a_file_is_said_and_not_waited_for(home: Path, ending: str) -> None:
    pipe = place(home).with_name(f"{place(home).name}{ending}")
    os.mkfifo(pipe)
    store = MatchStore.open()
    assert f"{pipe.name} is a pipe or a device, not a file" in store.trouble
    assert store.begin(match_of("C")) is None
    assert store.set_aside() is None
    assert pipe.is_fifo()


def test_pages_that_have_changed_places_are_said_and_mended_by_nobody(
    home: Path, kept: sqlite3.Connection
) -> None:
    roots = dict(kept.execute("SELECT name, rootpage FROM sqlite_master"))
    (size,) = kept.execute("PRAGMA page_size").fetchone()
    kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept.close()
    content = bytearray(place(home).read_bytes())
    first, second = (slice((roots[name] - 1) * size, roots[name] * size) for name in ("match", "review"))
    content[first], content[second] = content[second], content[first]
    place(home).write_bytes(content)
    store = MatchStore.open()
    assert "the file is damaged" in store.trouble
    store.close()
    assert place(home).read_bytes() == content


# A mistake


def test_where_a_store_cannot_be_opened_by_a_mistake_nobody_waits_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: Any) -> None:
        raise IndexError("a mistake")

    monkeypatch.setattr("marbles_tui.store.database.migrate", fails)
    thread = StoreThread()
    answers: list[Future[int]] = [thread.do(lambda store: store.library.count()) for _ in range(2)]
    for answer in answers:
        assert isinstance(answer.exception(timeout=60), IndexError)

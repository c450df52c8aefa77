"""Damage, other versions, no place and no room: said in one line, and nothing is deleted."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store.database import VERSION
from marbles_tui.store.library import Filter
from tests.store.kept import EGG_CARTON, VERSION_FILES, match_of, moves_of, place, write_version


def sound_file(home: Path, matches: int = 60) -> bytes:
    """The bytes of a database with some matches."""
    store = MatchStore.open()
    for _ in range(matches):
        store.begin(match_of("C A B"))
    store.close()
    return place(home).read_bytes()


# Damage


def test_wherever_a_file_is_damaged_nothing_is_raised_and_set_aside_helps(home: Path) -> None:
    whole = sound_file(home)
    chance = random.Random(1)
    damaged = 0
    for _ in range(40):
        for old in home.iterdir():
            old.unlink()
        content = bytearray(whole)
        for _ in range(chance.choice((1, 5, 200))):
            content[chance.randrange(len(content) if chance.random() < 0.5 else 4096)] = chance.randrange(256)
        place(home).write_bytes(content)
        store = MatchStore.open()
        store.save(store.begin(match_of("C")) or 1, match_of("C A"))
        store.load(1)
        store.last_unfinished()
        if store.damaged:
            damaged += 1
            assert store.set_aside()
            assert moves_of(store, store.begin(match_of("C"))) == ["C"]
        store.close()
    assert damaged > 10


def killed(home: Path) -> None:
    """Leave the files as a kill does, with Wilhelmina's match in the journal only."""
    store = MatchStore.open()
    store.begin(match_of("C"))
    store.close()
    store = MatchStore.open()
    store.begin(Match.new(EGG_CARTON, seats=(Seat("Wilhelmina"), Seat("Ben"))).read("C"))
    left = {path: path.read_bytes() for path in home.iterdir() if not path.name.endswith("-shm")}
    store.close()
    for path, content in left.items():
        path.write_bytes(content)
    assert [path.name for path in home.iterdir() if b"Wilhelmina" in path.read_bytes()] == [
        "matches.sqlite3-wal"
    ]


@pytest.mark.parametrize("damage", ["head", "empty", "gone"])
def test_moves_in_the_journal_of_a_damaged_file_are_set_aside_with_it(home: Path, damage: str) -> None:
    killed(home)
    if damage == "gone":
        place(home).unlink()
    else:
        place(home).write_bytes(b"" if damage == "empty" else b"\xff" * 100 + place(home).read_bytes()[100:])
    store = MatchStore.open()
    assert store.damaged
    assert store.set_aside()
    assert store.trouble == ""
    store.close()
    assert [path.name.split("-")[0] for path in home.iterdir() if b"Wilhelmina" in path.read_bytes()] == [
        "matches.damaged"
    ]


def test_moves_in_the_journal_of_a_sound_file_are_there_again(home: Path) -> None:
    killed(home)
    found = MatchStore.open().last_unfinished()
    assert found
    assert "Wilhelmina" in found.record


# No place, no right, no room


def test_a_place_that_can_be_written_later_keeps_the_match_from_then_on(home: Path) -> None:
    (home / "file").write_text("")
    store = MatchStore.open(home / "file" / "matches.sqlite3")
    assert store.begin(match_of("C")) is None
    (home / "file").unlink()
    number = store.begin(match_of("C A"))
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A"]


def test_a_store_that_was_closed_stays_closed(home: Path) -> None:
    (home / "file").write_text("")
    store = MatchStore.open(home / "file" / "matches.sqlite3")
    store.close()
    (home / "file").unlink()
    assert store.begin(match_of("C")) is None
    assert list(home.iterdir()) == []


def test_a_disk_that_fills_up_move_by_move_keeps_all_that_was_said_to_be_kept() -> None:
    store = MatchStore.open()
    assert store.connection
    store.connection.execute("PRAGMA max_page_count = 12")
    kept: list[int] = []
    while not store.trouble:
        number = store.begin(match_of("C A B"))
        if number is not None:
            kept.append(number)
    assert "full" in store.trouble
    store.close()
    again = MatchStore.open()
    assert kept
    assert all(moves_of(again, number) == ["C", "A", "B"] for number in kept)
    assert again.begin(match_of("C")) == len(kept) + 1


# Indexes


def spoil(home: Path, index: str) -> None:
    """Change a letter in the pages of an index, as a bad disk does."""
    database = sqlite3.connect(place(home))
    (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    size = database.execute("PRAGMA page_size").fetchone()[0]
    database.close()
    content = bytearray(place(home).read_bytes())
    at = content.index(b"Wilhelmina", (root - 1) * size)
    assert at < root * size
    content[at] ^= 1
    place(home).write_bytes(content)


def test_a_damaged_index_is_mended(home: Path) -> None:
    store = MatchStore.open()
    for _ in range(3):
        store.begin(Match.new(EGG_CARTON, seats=(Seat("Wilhelmina"), Seat("Ben"))).read("C"))
    store.close()
    spoil(home, "match_listed")
    database = sqlite3.connect(place(home))
    assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA integrity_check").fetchone() != ("ok",)
    database.close()
    store = MatchStore.open()
    assert (store.trouble, store.damaged) == ("", False)
    assert {entry.players for entry in store.library.page()} == {"Wilhelmina - Ben"}
    store.close()
    database = sqlite3.connect(place(home))
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


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


# Files


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

    monkeypatch.setattr("marbles_tui.store.database.prepare", fails)
    thread = StoreThread()
    answers: list[Future[int]] = [thread.do(lambda store: store.library.count()) for _ in range(2)]
    for answer in answers:
        assert isinstance(answer.exception(timeout=60), IndexError)


def schema_of(file: Path) -> list[tuple[str, str]]:
    """The names and statements of a database's tables and indexes, without blanks."""
    database = sqlite3.connect(file)
    found = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    named = [(name, "".join(sql.replace('"', "").split())) for name, sql in found]
    database.close()
    return named


def test_there_is_a_database_of_each_version_since_the_first_release() -> None:
    assert sorted(int(file.stem) for file in VERSION_FILES.iterdir()) == list(range(8, VERSION + 1))


@pytest.mark.parametrize("version", range(8, VERSION + 1))
def test_an_old_database_is_read_and_gone_on_with(home: Path, version: int) -> None:
    write_version(place(home), version)
    store = MatchStore.open()
    assert store.trouble == ""
    assert [entry[1:6] for entry in store.library.page()] == [
        ("gobblet", 'Zoë "Z" \\ - Max (expert)', "*", 5, False),
        ("egg-carton", "Ann - Adept", "2", 40, True),
    ]
    assert store.library.count(Filter(words="zoë")) == 1
    last = store.last_unfinished()
    assert last
    assert (last.id, last.changed, last.revision) == (2, "2026-02-03T20:22:00.000Z", 3)
    assert len(read_match(store.library.record(1), GAMES).whole().moves) == 40
    assert store.review("a key") == "+1.0 +2.0"
    assert store.save(2, match_of("C")) == 2
    assert moves_of(store, 2) == ["C"]
    store.close()


@pytest.mark.parametrize("version", range(8, VERSION + 1))
def test_an_old_database_has_the_schema_of_a_new_one(home: Path, tmp_path: Path, version: int) -> None:
    write_version(place(home), version)
    MatchStore.open().close()
    MatchStore.open(tmp_path / "new.sqlite3").close()
    assert schema_of(place(home)) == schema_of(tmp_path / "new.sqlite3")

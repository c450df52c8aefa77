"""Damage, other versions, no place and no room: said in one line, and nothing is deleted."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from marbles_tui.store.schema import VERSION
from tests.store.kept import EGG_CARTON, match_of, moves_of, place


def sound_file(home: Path, matches: int = 60) -> bytes:
    """The bytes of a database with some matches."""
    store = MatchStore.open()
    for _ in range(matches):
        store.begin(match_of("C A B"))
    store.close()
    return place(home).read_bytes()


def assert_goes_on_without(store: MatchStore) -> None:
    """Every call of a store that keeps nothing answers, and the trouble is one line."""
    assert store.begin(match_of("C")) is None
    assert store.save(1, match_of("C A")) == 1
    assert store.load(1) is None
    assert store.last_unfinished() is None
    assert store.last_unfinished("egg-carton") is None
    assert store.trouble.isprintable()
    assert store.trouble


# Damage


@pytest.mark.parametrize(
    "content",
    [
        b"no database at all, but a long enough text " * 40,
        b"SQLite format 3\x00" + b"\xff" * 4000,
        b"\x00" * 8192,
        b"short",
    ],
)
def test_a_file_that_is_no_database_is_said_and_set_aside_but_never_deleted(
    home: Path, content: bytes
) -> None:
    place(home).write_bytes(content)
    store = MatchStore.open()
    assert store.damaged
    assert "games cannot be saved" in store.trouble
    assert_goes_on_without(store)
    assert place(home).read_bytes() == content
    aside = store.set_aside()
    assert aside
    assert aside.read_bytes() == content
    assert (store.trouble, store.damaged) == ("", False)
    assert moves_of(store, store.begin(match_of("C"))) == ["C"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_said_and_set_aside(home: Path, share: float) -> None:
    whole = sound_file(home)
    cut = whole[: int(len(whole) * share)]
    place(home).write_bytes(cut)
    store = MatchStore.open()
    assert store.damaged
    assert_goes_on_without(store)
    aside = store.set_aside()
    assert aside
    assert aside.read_bytes() == cut


def test_a_page_overwritten_or_missing_in_a_file_of_whole_pages_is_said(home: Path) -> None:
    whole = sound_file(home)
    page = 4096
    for content in (whole[:-page], whole[: 4 * page] + b"\xff" * page + whole[5 * page :]):
        place(home).write_bytes(content)
        store = MatchStore.open()
        assert store.damaged
        assert_goes_on_without(store)
        store.close()


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


def test_each_file_set_aside_keeps_a_name_of_its_own(home: Path) -> None:
    for content in (b"first, no database", b"second, no database"):
        place(home).write_bytes(content)
        store = MatchStore.open()
        assert store.set_aside()
        store.close()
        place(home).unlink()
    kept = sorted(path.name for path in home.iterdir())
    assert kept == ["matches.damaged-1.sqlite3", "matches.damaged-2.sqlite3"]
    assert (home / kept[0]).read_bytes() == b"first, no database"


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


def test_a_sound_file_is_not_set_aside(home: Path) -> None:
    place(home).write_bytes(b"no database" * 100)
    slow, quick = MatchStore.open(), MatchStore.open()
    assert quick.set_aside()
    number = quick.begin(match_of("C"))
    assert slow.set_aside() is None
    assert slow.trouble == ""
    assert moves_of(slow, number) == ["C"]


# Other versions


def test_a_database_of_a_newer_program_is_left_alone(home: Path) -> None:
    sound_file(home, 1)
    database = sqlite3.connect(place(home))
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = place(home).read_bytes()
    store = MatchStore.open()
    assert "newer marbles-tui" in store.trouble
    assert not store.damaged
    assert_goes_on_without(store)
    assert store.set_aside() is None
    store.close()
    assert place(home).read_bytes() == before


def test_an_empty_database_is_brought_up_to_date(home: Path) -> None:
    database = sqlite3.connect(place(home))
    database.execute("PRAGMA user_version = 0")
    database.execute("CREATE TABLE note (text)")
    database.execute("INSERT INTO note VALUES ('mine')")
    database.commit()
    store = MatchStore.open()
    assert store.trouble == ""
    assert store.begin(match_of("C")) == 1
    assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert database.execute("SELECT text FROM note").fetchone() == ("mine",)
    database.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(home: Path) -> None:
    database = sqlite3.connect(place(home))
    database.execute("CREATE TABLE match_by_change (text)")  # stands where the index should
    database.commit()
    store = MatchStore.open()
    assert "already" in store.trouble
    assert_goes_on_without(store)
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master")]
    assert names == ["match_by_change"]
    assert database.execute("PRAGMA user_version").fetchone() == (0,)
    database.close()


# No place, no right, no room


def test_a_place_under_a_file_is_said_and_play_goes_on(home: Path) -> None:
    (home / "file").write_text("")
    store = MatchStore.open(home / "file" / "below" / "matches.sqlite3")
    assert "games cannot be saved" in store.trouble
    assert not store.damaged
    assert_goes_on_without(store)


def test_a_place_that_is_a_folder_is_said_and_play_goes_on(home: Path) -> None:
    place(home).mkdir()
    store = MatchStore.open()
    assert not store.damaged
    assert_goes_on_without(store)
    assert store.set_aside() is None
    assert place(home).is_dir()


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


def test_a_read_only_database_is_said_and_can_still_be_read() -> None:
    store = MatchStore.open()
    number = store.begin(match_of("C"))
    assert number is not None
    assert store.database.connection
    store.database.connection.execute("PRAGMA query_only = ON")
    assert store.save(number, match_of("C A")) == number
    assert "moves are not saved yet: attempt to write a readonly database" in store.trouble
    assert not store.damaged
    assert store.begin(match_of("A")) is None
    assert moves_of(store, number) == ["C"]
    store.database.connection.execute("PRAGMA query_only = OFF")
    assert store.save(number, match_of("C A B")) == number
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A", "B"]


def test_a_full_disk_is_said_and_saving_works_again_when_there_is_room() -> None:
    store = MatchStore.open()
    number = store.begin(match_of("C"))
    assert number is not None
    assert store.database.connection
    pages = store.database.connection.execute("PRAGMA page_count").fetchone()[0]
    store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    huge = Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("Ben")), tags=[("Note", "x" * 100_000)])
    assert store.save(number, huge) == number
    assert "moves are not saved yet: database or disk is full" in store.trouble
    assert store.begin(huge) is None
    assert moves_of(store, number) == ["C"]
    store.database.connection.execute("PRAGMA max_page_count = 1000000")
    assert store.save(number, match_of("C A")) == number
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A"]


def test_a_new_match_that_finds_room_again_ends_the_trouble() -> None:
    store = MatchStore.open()
    assert store.database.connection
    store.database.connection.execute("PRAGMA query_only = ON")
    assert store.begin(match_of("C")) is None
    assert store.trouble
    store.database.connection.execute("PRAGMA query_only = OFF")
    assert store.begin(match_of("C A")) == 1
    assert store.trouble == ""


def test_a_disk_that_fills_up_move_by_move_keeps_all_that_was_said_to_be_kept() -> None:
    store = MatchStore.open()
    assert store.database.connection
    store.database.connection.execute("PRAGMA max_page_count = 12")
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

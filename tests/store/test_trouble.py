"""Damage, other versions, no place and no room: said in one line, and nothing is deleted."""

from __future__ import annotations

import os
import random
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
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore, StoreThread
from marbles_tui.store import database as database_module
from marbles_tui.store.database import MIGRATIONS, VERSION, _made_by, believed, version_of
from marbles_tui.store.library import Filter
from marbles_tui.table.start import saved_match
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
    assert store.connection
    store.connection.execute("PRAGMA query_only = ON")
    assert store.save(number, match_of("C A")) == number
    assert "moves are not saved yet: attempt to write a readonly database" in store.trouble
    assert not store.damaged
    assert store.begin(match_of("A")) is None
    assert moves_of(store, number) == ["C"]
    store.connection.execute("PRAGMA query_only = OFF")
    assert store.save(number, match_of("C A B")) == number
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A", "B"]


def test_a_full_disk_is_said_and_saving_works_again_when_there_is_room() -> None:
    store = MatchStore.open()
    number = store.begin(match_of("C"))
    assert number is not None
    assert store.connection
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    huge = Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat("Ben")), tags=[("Note", "x" * 100_000)])
    assert store.save(number, huge) == number
    assert "moves are not saved yet: database or disk is full" in store.trouble
    assert store.begin(huge) is None
    assert moves_of(store, number) == ["C"]
    store.connection.execute("PRAGMA max_page_count = 1000000")
    assert store.save(number, match_of("C A")) == number
    assert store.trouble == ""
    assert moves_of(store, number) == ["C", "A"]


def test_a_new_match_that_finds_room_again_ends_the_trouble() -> None:
    store = MatchStore.open()
    assert store.connection
    store.connection.execute("PRAGMA query_only = ON")
    assert store.begin(match_of("C")) is None
    assert store.trouble
    store.connection.execute("PRAGMA query_only = OFF")
    assert store.begin(match_of("C A")) == 1
    assert store.trouble == ""


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


def test_a_database_that_another_copy_is_just_making_is_no_damage(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = database_module._columns

    def looked_late(database: sqlite3.Connection) -> frozenset[tuple[str, str]]:
        monkeypatch.setattr(database_module, "_columns", look)
        MatchStore.open().close()
        return look(database)

    _made_by(VERSION)  # which looks at columns, too
    place(home).parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(place(home), isolation_level=None)) as half:
        half.execute("PRAGMA journal_mode = WAL")
        for statement in MIGRATIONS[0]:
            half.execute(statement)
        half.execute("PRAGMA user_version = 1")
    monkeypatch.setattr(database_module, "_columns", looked_late)
    store = MatchStore.open()
    assert store.trouble == store.take_notice() == ""


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_database_of_any_version_is_known_by_its_tables(version: int) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript((VERSIONS / f"{version}.sql").read_text())
        assert believed(database) == version_of(database) == version
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
    assert store.write("", "UPDATE ledger SET entry = ? WHERE match = 2", (entry,))
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


VERSION_FILES = Path(__file__).with_name("versions")


def write_version(file: Path, version: int) -> None:
    """The database that a program of that version left."""
    old = sqlite3.connect(file)
    old.executescript((VERSION_FILES / f"{version}.sql").read_text(encoding="utf-8"))
    old.close()


def schema_of(file: Path) -> list[tuple[str, str]]:
    """The names and statements of a database's tables and indexes, without blanks."""
    database = sqlite3.connect(file)
    found = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    named = [(name, "".join(sql.replace('"', "").split())) for name, sql in found]
    database.close()
    return named


def test_there_is_a_database_of_each_version() -> None:
    assert sorted(file.stem for file in VERSION_FILES.iterdir()) == [
        str(version) for version in range(1, VERSION + 1)
    ]


@pytest.mark.parametrize("version", range(1, VERSION + 1))
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
    assert store.review("a key") == ("+1.0 +2.0" if version > 1 else "")
    assert store.save(2, match_of("C")) == 2
    assert moves_of(store, 2) == ["C"]
    store.close()


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_old_database_gets_the_schema_of_a_new_one(home: Path, tmp_path: Path, version: int) -> None:
    write_version(place(home), version)
    MatchStore.open().close()
    MatchStore.open(tmp_path / "new.sqlite3").close()
    assert schema_of(place(home)) == schema_of(tmp_path / "new.sqlite3")


def test_migrations_call_nothing_that_may_change() -> None:
    """What they need beside SQL stands in the schema's own file, under the name of its version."""
    own = {"players_of_version_2", "result_of_version_2"}
    database = sqlite3.connect(":memory:")
    for steps in MIGRATIONS:
        for statement in steps:
            for name in own & {word.strip("(),") for word in statement.replace("(", " ").split()}:
                database.create_function(name, 1, lambda record: "", deterministic=True)
            database.execute(statement)  # any other function would not be known here
    database.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("", True),
        ("DELETE FROM match WHERE finished = 1", False),
        ("UPDATE match SET imported = 1", False),
        ("""UPDATE match SET record = replace(record, '[Game', '[Rated "no"]\n[Game')""", False),
        ("UPDATE match SET game = 'getaway'", False),
    ],
)
def test_who_has_a_rating_is_told_once_that_it_is_worked_out_anew(
    home: Path, change: str, told: bool
) -> None:
    write_version(place(home), 7)
    old = sqlite3.connect(place(home))
    old.execute(change or "SELECT 1")
    old.commit()
    old.close()
    store = MatchStore.open()
    notice = store.take_notice()
    assert notice.startswith("Ratings are Glicko-2 now") == told
    assert store.take_notice() == ""
    store.close()

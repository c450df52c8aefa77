"""Databases of older programs are brought up to date, and read as they were. `versions/` holds what those wrote."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.store import MatchStore
from marbles_tui.store.library import Filter
from marbles_tui.store.schema import MIGRATIONS, VERSION
from tests.store.kept import match_of, moves_of, place

VERSIONS = Path(__file__).with_name("versions")


def write_version(file: Path, version: int) -> None:
    """The database that a program of that version left."""
    old = sqlite3.connect(file)
    old.executescript((VERSIONS / f"{version}.sql").read_text(encoding="utf-8"))
    old.close()


def schema_of(file: Path) -> list[tuple[str, str]]:
    """The names and statements of a database's tables and indexes, without blanks."""
    database = sqlite3.connect(file)
    found = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    named = [(name, "".join(sql.replace('"', "").split())) for name, sql in found]
    database.close()
    return named


def test_there_is_a_database_of_each_version() -> None:
    assert sorted(file.stem for file in VERSIONS.iterdir()) == [
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

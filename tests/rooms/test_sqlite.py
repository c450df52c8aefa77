"""What is particular to a house that is kept in a file."""

from __future__ import annotations

import json
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.rooms.backend import Note, NotKept, OfferState
from marbles_tui.rooms.sqlite import FILE, MIGRATIONS, SqliteBackend
from marbles_tui.store.codec import encoded
from tests.rooms.test_backend import ANN, OFFER, STATE


async def test_the_file_is_the_hosts_alone(tmp_path: Path) -> None:
    backend = SqliteBackend(tmp_path / "data" / FILE)
    await backend.keep_account(ANN)
    await backend.close()
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    again = SqliteBackend(tmp_path / "data" / FILE)
    assert list((await again.load()).accounts) == [ANN]
    await again.close()


async def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    backend = SqliteBackend(tmp_path / FILE)
    with pytest.raises(NotKept, match=FILE):
        await backend.keep_account(ANN)
    (tmp_path / FILE).rmdir()
    await backend.keep_account(ANN)
    await backend.close()


async def test_two_hosts_never_write_the_same_file(tmp_path: Path) -> None:
    first, second = SqliteBackend(tmp_path / FILE), SqliteBackend(tmp_path / FILE)
    await first.load()
    with pytest.raises(NotKept, match="another host"):
        await second.load()
    await first.close()
    assert list((await second.load()).accounts) == []
    await second.close()


async def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("PRAGMA user_version = 99")
    backend = SqliteBackend(tmp_path / FILE)
    with pytest.raises(NotKept, match="newer"):
        await backend.load()
    await backend.close()
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (99,)


async def test_a_file_of_the_first_version_is_read(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        for statement in MIGRATIONS[0]:
            database.execute(statement)
        database.execute("INSERT INTO rating VALUES ('a1', 'gobblet', 1100.5, 90.25, 7, 0.0601)")
        database.execute("PRAGMA user_version = 1")
    backend = SqliteBackend(tmp_path / FILE)
    kept = await backend.load()
    ((whose, rating),) = kept.ratings.items()
    assert (whose, rating[:4]) == (("a1", "gobblet"), (1100.5, 90.25, 7, 0.0601))
    assert rating.played > 1_700_000_000  # as if it had been played today
    await backend.keep_document(OFFER)
    assert (await backend.load()).of(OfferState) == [OFFER]
    await backend.close()


async def test_games_offers_and_notes_of_a_file_with_tables_for_each_are_read(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        for statement in (statement for migration in MIGRATIONS[:3] for statement in migration):
            database.execute(statement)
        room, offer = encoded(STATE), encoded(OFFER)
        database.execute(
            "INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                json.dumps(part) if isinstance(part, list) else part
                for name, part in room.items()
                if name != "host"
            ],
        )
        database.execute(
            "INSERT INTO offer VALUES (?, ?, ?, ?, ?)",
            [json.dumps(part) if isinstance(part, dict) else part for part in offer.values()],
        )
        database.execute("INSERT INTO note VALUES ('message', 'Hello')")
        database.execute("INSERT INTO account VALUES ('a1', 'Ann', 1, 1, 0, 1, '[\"b2\"]', NULL)")
        database.executemany("INSERT INTO key VALUES (?, 'a1')", [(key,) for key in ANN.keys])
        database.execute("PRAGMA user_version = 3")
    backend = SqliteBackend(tmp_path / FILE)
    kept = await backend.load()
    assert list(kept.accounts) == [ANN]
    assert list(kept.documents) == [STATE, OFFER, Note("message", "Hello")]
    await backend.keep_document(replace(STATE, revision=STATE.revision + 1))
    await backend.close()

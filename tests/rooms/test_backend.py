"""What the house keeps, whoever keeps it, and what is particular to a file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.cluster.joining import NatsBackend
from marbles_tui.cluster.stream import KeyValueStream
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, KnownAccount
from marbles_tui.rooms.backend import (
    Archived,
    ArchivedRecord,
    Backend,
    Bout,
    Entrant,
    NameTaken,
    Note,
    NotKept,
    OfferState,
    Overtaken,
    RoomState,
    Terms,
    TournamentState,
)
from marbles_tui.rooms.sqlite import FILE, MIGRATIONS, SqliteBackend
from marbles_tui.store.codec import encoded
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import ChatLine
from tests.cluster.nats_server import connected, new_house

ANN = KnownAccount(
    Account("a1", "Ann", owner=True), ("SHA256:1", "SHA256:2"), muted=True, mutes=frozenset({"b2"})
)
STATE = RoomState(
    id="r1",
    revision=1,
    record='[Game "gobblet"]\n\n1. W1A1',
    holders=("a1", None),
    control="5+3",
    rated=True,
    code="ABCDEF",
    since=1_700_000_000.5,
    kept=1_700_000_001.5,
    left=(299.5, None),
    lines=(ChatLine("a1", "Ann", "Hello!", 1_700_000_000.0, True),),
)


OFFER = OfferState(
    id="o1",
    by="a1",
    terms=Terms(
        "beadmaster",
        setup="typed",
        options=(("players", "3"), ("start", "dealt")),
        seats=("anyone", "me", "computer novice"),
        rated=True,
        control=TimeControl.read("3d"),
        private=True,
    ),
    to="b2",
    code="ABCDEF",
)


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[SqliteBackend]:
    """A house that is kept in a file, which is opened when it is needed."""
    backend = SqliteBackend(tmp_path / FILE)
    yield backend
    await backend.close()


@pytest.fixture(params=["sqlite", "nats"])
async def backend(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Backend]:
    made: Backend = SqliteBackend(tmp_path / "data" / FILE)
    bus = await connected() if request.param == "nats" else None
    if bus:
        house = new_house()
        made = NatsBackend(KeyValueStream(bus, house, house, "p1"), "p1")
    await made.load()
    yield made
    await made.close()
    if bus:
        await bus.close()


async def test_everything_comes_back_as_it_was(backend: Backend) -> None:
    assert list((await backend.load()).accounts) == []
    await backend.keep_account(ANN)
    await backend.keep_document(STATE)
    await backend.keep_document(OFFER)
    rating = Rating(1100.5, 90.25, 7, 0.0601, 1_700_000_001.5)
    after = replace(STATE, revision=2, finished=True, handed=("a1",))
    await backend.keep_document(after, {("a1", "gobblet"): rating})
    kept = await backend.load()
    assert list(kept.accounts) == [ANN]
    assert kept.of(RoomState) == [after]
    assert kept.ratings == {("a1", "gobblet"): rating}
    assert kept.of(OfferState) == [OFFER]
    await backend.forget_document(RoomState, "r1")
    await backend.forget_account("a1")
    await backend.forget_document(OfferState, "o1")
    kept = await backend.load()
    assert (list(kept.accounts), kept.of(RoomState), kept.of(OfferState)) == ([], [], [])


@pytest.mark.parametrize("revision", [0, 1, 3])
async def test_no_change_is_kept_twice_or_out_of_order(backend: Backend, revision: int) -> None:
    await backend.keep_document(STATE)
    with pytest.raises(Overtaken if revision < 2 else NotKept):
        await backend.keep_document(
            replace(STATE, revision=revision, record="x"), {("a1", "gobblet"): Rating(1.0)}
        )
    kept = await backend.load()
    assert kept.of(RoomState) == [STATE]
    assert kept.ratings == {}


async def test_what_fails_alone_fails_alone(backend: Backend) -> None:
    late = backend.keep_document(replace(STATE, id="r2", revision=5))
    good = backend.keep_document(STATE)
    with pytest.raises(NotKept):
        await late
    await good
    assert [state.id for state in (await backend.load()).of(RoomState)] == ["r1"]


async def test_a_name_and_a_key_belong_to_whom_they_were_given_first(backend: Backend) -> None:
    await backend.keep_account(ANN)
    with pytest.raises(NameTaken, match="ANN is taken"):
        await backend.keep_account(KnownAccount(Account("b2", "ANN"), ("SHA256:3",)))
    with pytest.raises(NameTaken, match="key"):
        await backend.keep_account(KnownAccount(Account("b2", "Ben"), ("SHA256:2",)))
    assert list((await backend.load()).accounts) == [ANN]
    renamed = replace(ANN, account=replace(ANN.account, name="Anna"), keys=("SHA256:1",))
    await backend.keep_account(renamed)
    ben = KnownAccount(Account("b2", "Ann"), ("SHA256:2",))
    await backend.keep_account(ben)
    await backend.forget_account("b2")
    await backend.keep_account(replace(renamed, account=ANN.account, keys=ANN.keys))
    assert list((await backend.load()).accounts) == [ANN]


GAME = Archived(
    "r1", "gobblet", ("Ann", "Novice"), ("a1", None), (1.0, 0.0), "row", 21, True, "5+3", 1_700_000_000.5,
    (1510.5, None), "Evening",
)  # fmt: skip
TOURNAMENT = TournamentState(
    "t1", 1, "Evening", "a1", "gobblet", "swiss", "5+3", True, 1_700_000_000.0, 30, 5,
    (Entrant("a1", "Ann"), Entrant("computer novice 1", "Novice", True)),
    (Bout("r1", 1, ("a1", "computer novice 1"), (1.0, 0.0), 1_700_000_000.5),),
)  # fmt: skip


async def test_documents_come_back_as_they_were(backend: Backend) -> None:
    for document in (ArchivedRecord("r1", "1. W1A1"), GAME, TOURNAMENT):
        await backend.keep_document(document)
        assert await backend.read_document(type(document), document.id) == document
    await backend.forget_document(Archived, "r1")
    assert await backend.read_document(Archived, "r1") is None
    assert await backend.read_document(ArchivedRecord, "r1") == ArchivedRecord("r1", "1. W1A1")


async def test_a_tournament_is_changed_by_whoever_is_first(backend: Backend) -> None:
    await backend.keep_document(TOURNAMENT)
    await backend.keep_document(replace(TOURNAMENT, revision=2, ended=5.0))
    if not isinstance(backend, NatsBackend):
        with pytest.raises(Overtaken):
            await backend.keep_document(replace(TOURNAMENT, revision=2, ended=6.0))
    else:
        other = NatsBackend(
            KeyValueStream(backend.stream.bus, backend.stream.name, backend.stream.prefix[:-1], "p2"), "p2"
        )
        await other.load()
        with pytest.raises(Overtaken):
            await other.keep_document(replace(TOURNAMENT, revision=2, ended=6.0))
    kept = await backend.read_document(TournamentState, "t1")
    assert kept
    assert kept.ended == 5.0


# What is particular to a house that is kept in a file.


async def test_the_file_is_the_hosts_alone(tmp_path: Path) -> None:
    backend = SqliteBackend(tmp_path / "data" / FILE)
    await backend.keep_account(ANN)
    await backend.close()
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    again = SqliteBackend(tmp_path / "data" / FILE)
    assert list((await again.load()).accounts) == [ANN]
    await again.close()


async def test_nothing_of_a_deleted_account_stays_in_the_files(tmp_path: Path) -> None:
    def written() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))

    backend = SqliteBackend(tmp_path / FILE)
    await backend.keep_account(ANN)
    assert b"SHA256:1" in written()
    await backend.forget_account(ANN.account.id)
    assert b"SHA256:1" not in written()
    await backend.close()
    assert b"SHA256:1" not in written()


async def test_nothing_of_a_deleted_note_stays_in_the_files(tmp_path: Path) -> None:
    async def left(backend: SqliteBackend) -> bool:
        assert (await backend.load()).documents == []
        await backend.close()
        return any(b"Ann" in file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))

    backend = SqliteBackend(tmp_path / FILE)
    await backend.keep_document(Note("day Ann", "solved"))
    await backend.keep_document(Note("day Ann", ""))
    assert not any(b"Ann" in file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
    assert not await left(backend)
    with closing(sqlite3.connect(tmp_path / FILE)) as before, before:
        body = json.dumps(encoded(Note("day Ann", "")))
        before.execute("INSERT INTO document VALUES ('note', 'day Ann', ?)", (body,))
    assert not await left(backend)


async def test_whoever_reads_the_files_keeps_nobody_waiting_and_what_was_deleted_goes_later(
    tmp_path: Path,
) -> None:
    backend = SqliteBackend(tmp_path / FILE, patience=60)
    await backend.keep_account(ANN)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM sqlite_master").fetchall()
        async with asyncio.timeout(30):
            await backend.forget_account(ANN.account.id)
    await backend.forget_account("somebody")
    assert not any(b"SHA256:1" in file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
    await backend.close()
    await backend.close()


async def test_what_cannot_be_kept_is_said(file: SqliteBackend, tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(NotKept, match=FILE):
        await file.keep_account(ANN)
    (tmp_path / FILE).rmdir()
    await file.keep_account(ANN)
    await file.close()


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


async def test_a_file_of_the_first_version_is_read(file: SqliteBackend, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        for statement in MIGRATIONS[0]:
            database.execute(statement)
        database.execute("INSERT INTO rating VALUES ('a1', 'gobblet', 1100.5, 90.25, 7, 0.0601)")
        database.execute("PRAGMA user_version = 1")
    kept = await file.load()
    ((whose, rating),) = kept.ratings.items()
    assert (whose, rating[:4]) == (("a1", "gobblet"), (1100.5, 90.25, 7, 0.0601))
    assert rating.played > 1_700_000_000  # as if it had been played today
    await file.keep_document(OFFER)
    assert (await file.load()).of(OfferState) == [OFFER]
    await file.close()


async def test_games_offers_and_notes_of_a_file_with_tables_for_each_are_read(
    file: SqliteBackend, tmp_path: Path
) -> None:
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
    kept = await file.load()
    assert list(kept.accounts) == [ANN]
    assert list(kept.documents) == [STATE, OFFER, Note("message", "Hello")]
    await file.keep_document(replace(STATE, revision=STATE.revision + 1))

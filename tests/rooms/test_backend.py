"""What the house keeps, whoever keeps it: each promise of a `Backend` holds for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.cluster.backend import NatsBackend
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
    NotKept,
    OfferState,
    Overtaken,
    RoomState,
    TournamentState,
)
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.sqlite import FILE, SqliteBackend
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import ChatLine
from tests.cluster.nats_server import connected, new_house
from tests.rooms.memory import Memory

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


@pytest.fixture(params=["memory", "sqlite", "nats"])
async def backend(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Backend]:
    if request.param == "nats":
        bus, house = await connected(), new_house()
        yield NatsBackend(KeyValueStream(bus, house, house, "p1"), "p1")
        await bus.close()
    else:
        yield Memory() if request.param == "memory" else SqliteBackend(tmp_path / "data" / FILE)


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
    await backend.close()


@pytest.mark.parametrize("revision", [0, 1, 3])
async def test_no_change_is_kept_twice_or_out_of_order(backend: Backend, revision: int) -> None:
    await backend.load()
    await backend.keep_document(STATE)
    with pytest.raises(Overtaken if revision < 2 else NotKept):
        await backend.keep_document(
            replace(STATE, revision=revision, record="x"), {("a1", "gobblet"): Rating(1.0)}
        )
    kept = await backend.load()
    assert kept.of(RoomState) == [STATE]
    assert kept.ratings == {}
    await backend.close()


async def test_what_fails_alone_fails_alone(backend: Backend) -> None:
    await backend.load()
    late = backend.keep_document(replace(STATE, id="r2", revision=5))
    good = backend.keep_document(STATE)
    with pytest.raises(NotKept):
        await late
    await good
    assert [state.id for state in (await backend.load()).of(RoomState)] == ["r1"]
    await backend.close()


async def test_a_name_and_a_key_belong_to_whom_they_were_given_first(backend: Backend) -> None:
    await backend.load()
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
    await backend.close()


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
    await backend.load()
    for document in (ArchivedRecord("r1", "1. W1A1"), GAME, TOURNAMENT):
        await backend.keep_document(document)
        assert await backend.read_document(type(document), document.id) == document
    await backend.forget_document(Archived, "r1")
    assert await backend.read_document(Archived, "r1") is None
    assert await backend.read_document(ArchivedRecord, "r1") == ArchivedRecord("r1", "1. W1A1")


async def test_a_tournament_is_changed_by_whoever_is_first(backend: Backend) -> None:
    await backend.load()
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

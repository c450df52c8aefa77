"""What the house keeps in its file."""

from __future__ import annotations

import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.play.glicko import Rating
from marbles_tui.rooms.accounts import Account, Known
from marbles_tui.rooms.backend import Backend, Memory, NotKept, OfferState, RoomState
from marbles_tui.rooms.cards import Line
from marbles_tui.rooms.challenge import Terms
from marbles_tui.rooms.control import TimeControl
from marbles_tui.rooms.sqlite import FILE, MIGRATIONS, SqliteBackend

ANN = Known(Account("a1", "Ann", owner=True), ("SHA256:1", "SHA256:2"), muted=True, mutes=frozenset({"b2"}))
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
    lines=(Line("a1", "Ann", "Hello!", 1_700_000_000.0, True),),
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


@pytest.fixture(params=["memory", "sqlite"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    return Memory() if request.param == "memory" else SqliteBackend(tmp_path / "data" / FILE)


async def test_everything_comes_back_as_it_was(backend: Backend) -> None:
    await backend.keep_account(ANN)
    await backend.keep_room(STATE)
    await backend.keep_offer(OFFER)
    rating = Rating(1100.5, 90.25, 7, 0.0601, 1_700_000_001.5)
    after = replace(STATE, revision=2, finished=True, handed=("a1",))
    await backend.keep_room(after, {("a1", "gobblet"): rating})
    kept = await backend.load()
    assert list(kept.accounts) == [ANN]
    assert list(kept.rooms) == [after]
    assert kept.ratings == {("a1", "gobblet"): rating}
    assert list(kept.offers) == [OFFER]
    await backend.forget_room("r1")
    await backend.forget_account("a1")
    await backend.forget_offer("o1")
    kept = await backend.load()
    assert (list(kept.accounts), list(kept.rooms), list(kept.offers)) == ([], [], [])
    await backend.close()


@pytest.mark.parametrize("revision", [0, 1, 3])
async def test_no_change_is_kept_twice_or_out_of_order(backend: Backend, revision: int) -> None:
    await backend.keep_room(STATE)
    with pytest.raises(NotKept):
        await backend.keep_room(
            replace(STATE, revision=revision, record="x"), {("a1", "gobblet"): Rating(1.0)}
        )
    kept = await backend.load()
    assert list(kept.rooms) == [STATE]
    assert kept.ratings == {}
    await backend.close()


async def test_what_fails_alone_fails_alone(backend: Backend) -> None:
    late = backend.keep_room(replace(STATE, id="r2", revision=5))
    good = backend.keep_room(STATE)
    with pytest.raises(NotKept):
        await late
    await good
    assert [state.id for state in (await backend.load()).rooms] == ["r1"]
    await backend.close()


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
    await backend.keep_offer(OFFER)
    assert list((await backend.load()).offers) == [OFFER]
    await backend.close()

"""The house closed and opened again, or killed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.rooms import accounts
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept, OfferState, RoomState, Terms
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.players import Act
from tests.rooms.memory import Memory
from tests.rooms.open_house import all_quiet, guest, held, house, opened, play, seated, until

RATED = Terms("gobblet", rated=True, control=TimeControl.read("5+3"))


async def test_a_finished_game_goes_into_every_library_once_it_can() -> None:
    memory, given = Memory(), list[str]()

    def fails(account: Account, record: str) -> None:
        if account.name == "Ben":
            raise OSError("no space")
        given.append(account.name)

    async with opened(house(backend=memory, keep_for=fails)) as lobby:
        ann, ben = await seated(lobby, RATED, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await play(ann, ben)
        ann.follower.do(Act.RESIGN, 0)
        await until(lambda: given, "Ann has it")
    assert [state.handed for state in held(memory, RoomState).values()] == [(ann.visit.id,)]
    rating = memory.ratings[ann.visit.id, "gobblet"]

    async def keeps(account: Account, record: str) -> None:
        await asyncio.sleep(0)
        given.append(account.name)

    async with opened(house(backend=memory, keep_for=keeps)) as lobby:
        await until(lambda: not held(memory, RoomState), "Ben has it, too")
        assert given == ["Ann", "Ben"]
        assert guest(lobby, "Ann").rating("gobblet") == rating
        assert rating.games == 1


async def test_an_id_that_is_taken_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "id_of_key", lambda fingerprint: "same")
    async with opened() as lobby:
        assert lobby.accounts.arrive("SHA256:mara").id == "same" != lobby.accounts.arrive("SHA256:zoe").id


async def test_a_move_is_not_shown_before_it_is_kept_and_tried_until_it_is() -> None:
    class Full(Memory):
        full = False

        async def keep_document(self, *given: object, **named: object) -> None:
            if self.full:
                raise NotKept("the disk is full")
            await super().keep_document(*given, **named)  # type: ignore[arg-type]

    disk = Full()
    async with opened(house(backend=disk)) as lobby:
        ann, ben = await seated(lobby, Terms("gobblet"), guest(lobby, "Ann"), guest(lobby, "Ben"))
        disk.full = True
        await ann.plays("W1A1")
        assert ben.moves == ann.moves == ""
        assert ann.follower.state.unsaved
        disk.full = False
        await lobby.house.time.passes(1)  # type: ignore[attr-defined]
        assert ben.moves == ann.moves == "W1A1"
        assert read_match(held(disk, RoomState)[ann.follower.context.room].record, GAMES).whole().plies == 1


@pytest.mark.parametrize("record", ["", "nonsense", '[Game "gobblet"]\n\n1. W1A1 W1A1'])
async def test_a_room_that_cannot_be_read_does_not_keep_the_house_closed(record: str) -> None:
    from tests.rooms.test_backend import STATE

    memory = Memory()
    await memory.keep_document(replace(STATE, record=record))
    async with opened(house(backend=memory)) as lobby:
        assert lobby.rooms == {}
    assert "r1" in held(memory, RoomState)


DAILY = Terms("gobblet", control=TimeControl.read("3d"))


async def test_of_an_offer_and_the_game_that_has_begun_by_it_the_game_counts() -> None:
    memory = Memory()
    async with opened(house(backend=memory)) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        offer = ann.offer(DAILY)
        await all_quiet()
        (state,) = held(memory, OfferState).values()
        ben.accept(offer.id)
    await memory.keep_document(state)  # killed before it could be forgotten
    await memory.keep_document(replace(state, id="x", by="nobody"))
    await memory.keep_document(replace(state, id="y", terms=replace(DAILY, setup="no such")))
    async with opened(house(backend=memory)) as lobby:
        assert lobby.offers.open == {}
        assert list(lobby.rooms) == [offer.id]
    assert held(memory, OfferState) == {}

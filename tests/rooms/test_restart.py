"""The house closed and opened again, or killed."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.rooms import accounts
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept, OfferState, RoomState, Terms
from marbles_tui.rooms.sqlite import FILE, SqliteBackend
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


KILLED = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from marbles_tui.rooms.house import House
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.sqlite import SqliteBackend
from marbles_tui.rooms.backend import Terms
from tests.rooms.open_house import Guest, guest
from tests.at_table import plays
from marbles_tui.table.players import Act

async def play():
    lobby = Lobby(House(backend=SqliteBackend(Path(sys.argv[1]))))
    await lobby.bring_back()
    ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
    cards = ann.my_rooms()
    if not cards:
        ben.accept(ann.offer(Terms("abacus")).id)
        cards = ann.my_rooms()
    guests = [Guest(visit, cards[0].id) for visit in (ann, ben)]
    shown = guests[0].match.plies
    print("found", shown, flush=True)
    while True:
        for each in guests:
            seat = each.follower.state.asked
            if seat is not None:
                each.follower.do(each.match.position.moves()[each.match.plies % 7], seat)
        await asyncio.sleep(0)
        if guests[1].match.plies > shown:
            shown = guests[1].match.plies
            print("shown", shown, " ".join(map(str, guests[1].match.moves)), flush=True)

asyncio.run(play())
"""


@pytest.mark.long
async def test_no_move_that_was_shown_is_lost_or_doubled_when_the_host_is_killed(tmp_path: Path) -> None:
    random, shown, moves = Random(3), 0, ""
    for _ in range(4):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLED, str(tmp_path / FILE), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout
        found = (await process.stdout.readline()).decode().split()
        assert found[0] == "found"
        assert int(found[1]) in (shown, shown + 1)  # one more may have been kept than was told of
        for _ in range(random.randrange(2, 9)):
            _, number, *played = (await process.stdout.readline()).decode().split()
            shown, before, moves = int(number), moves, " ".join(played)
            assert moves.startswith(before)
        process.kill()
        rest = (await process.stdout.read()).decode().splitlines()
        await process.wait()
        told = [line for line in rest if line.startswith("shown")]
        for line in told[:-1]:  # the last one may be cut
            _, number, *played = line.split()
            shown, moves = int(number), " ".join(played)
        backend = SqliteBackend(tmp_path / FILE)
        (state,) = (await backend.load()).of(RoomState)
        await backend.close()
        match = read_match(state.record, GAMES).whole()
        assert match.plies - shown in (0, 1, 2)
        assert " ".join(map(str, match.moves)).startswith(moves)
        shown, moves = match.plies, " ".join(map(str, match.moves))


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

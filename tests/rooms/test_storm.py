"""People who do anything at any instant: whatever happens, everybody sees the same game, and it is kept."""

from __future__ import annotations

import logging
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.table.clock import TimeControl
from tests.rooms.memory import Memory
from tests.rooms.open_house import Guest, all_quiet, guest, held, house

pytestmark = pytest.mark.long

NAMES = ("Ann", "Ben", "Uma")
TERMS = (
    Terms("abacus", control=TimeControl.read("5+3"), rated=True),
    Terms("getaway", seats=("me", "anyone", "computer careful")),
    Terms("beadmaster", seats=("computer beginner", "anyone", "me")),
    Terms("egg-carton", control=TimeControl.read("3d")),
    Terms("gobblet", options=(("memory", "on"),)),
)


class Storm:
    """Three people in one game: two who play, one who watches."""

    def __init__(self, terms: Terms, random: Random) -> None:
        self.terms = terms
        self.random = random
        self.memory = Memory()
        self.guests: dict[str, Guest] = {}
        self.room = ""

    def sit(self, lobby: Lobby, name: str) -> None:
        """Come in, if not here, and sit down or watch."""
        if name not in self.guests:
            self.guests[name] = Guest(guest(lobby, name), self.room, slow=self.random.random() < 0.5)

    async def act(self, lobby: Lobby) -> None:
        """One thing that somebody might do."""
        name = self.random.choice(NAMES)
        if name not in self.guests:
            self.sit(lobby, name)
            return
        each = self.guests[name]
        follower = each.follower
        seat = self.random.randrange(len(each.match.seats))
        match self.random.randrange(12):
            case 0:
                follower.undo()
            case 1:
                follower.answer(seat, self.random.random() < 0.5)
            case 2:
                follower.redo()
            case 3:
                self.guests.pop(name)
                each.visit.close()
            case 4:
                await lobby.house.time.passes(self.random.random() * 5)  # type: ignore[attr-defined]
            case 5:
                each.heard.catch_up()
            case 6:
                follower.say("Hello!")
                lobby.house.wall.now += 10  # type: ignore[attr-defined]
            case 7 if self.random.random() < 0.1:
                follower.offer_draw(seat)
            case _:
                each.play_any(self.random)
        if self.random.random() < 0.7:
            await all_quiet()

    async def agree(self, lobby: Lobby) -> None:
        """All have seen and kept the same."""
        await all_quiet()
        room = lobby.rooms.get(self.room)
        if not room:
            return
        for each in self.guests.values():
            while each.follower.state.showing:
                each.heard.catch_up()
                await all_quiet()
            assert not each.task.done()
            assert each.match.moves == room.match.moves
            assert each.match.result == room.match.result
        if not room.state.thinking and not room.state.unsaved and self.room in held(self.memory, RoomState):
            kept = read_match(held(self.memory, RoomState)[self.room].record, GAMES).whole()
            assert kept.moves == room.match.moves
            assert str(kept.result) == str(room.match.result)


@pytest.mark.parametrize("seed", range(10))
async def test_whatever_people_do_everybody_sees_the_same_and_it_is_kept(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    random = Random(seed)
    storm = Storm(TERMS[seed % len(TERMS)], random)
    hour = None
    for _ in range(4):
        at = house(backend=storm.memory)
        if hour:
            at.wall.now = hour  # type: ignore[attr-defined]
        lobby = await Lobby.open(at)
        if not storm.room:
            ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
            card = ben.accept(ann.offer(storm.terms).id)
            assert card
            storm.room = card.id
            ann.close()
            ben.close()
        if storm.room not in lobby.rooms:
            await lobby.close()
            break
        for name in NAMES:
            storm.sit(lobby, name)
        for _ in range(120):
            if storm.room not in lobby.rooms:
                break
            await storm.act(lobby)
        await storm.agree(lobby)
        hour = lobby.house.wall()
        await lobby.close()
        tasks = [each.task for each in storm.guests.values()]
        await all_quiet()
        assert all(task.done() and not task.exception() for task in tasks)
        storm.guests.clear()
    assert [record.message for record in caplog.records] == []

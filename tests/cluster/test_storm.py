"""Three people by way of processes that come and go: everybody sees the same game, and it is kept."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from tests.cluster.houses import Guest, Process, process, seated, until
from tests.cluster.nats_server import new_house

pytestmark = pytest.mark.long

NAMES = ("Ann", "Ben", "Uma")
TERMS = (
    Terms("abacus", control=TimeControl.read("5+3"), rated=True),
    Terms("gobblet", control=TimeControl.read("3d")),
    Terms("getaway", seats=("me", "anyone", "computer careful")),
)
LEASE = 1
CALM = 0.004
"""Seconds in which a thing that was done reaches the others, as a rule."""


class Storm:
    """Two who play and one who watches, in processes of one house."""

    def __init__(self, random: Random) -> None:
        self.random, self.house = random, new_house()
        self.processes: list[Process] = []
        self.guests: dict[str, Guest] = {}
        self.at: dict[str, Process] = {}
        self.room = ""
        self.longest: tuple[str, ...] = ()

    async def open(self) -> None:
        """One more process."""
        self.processes.append(await process(self.house, lease=LEASE))

    async def comes(self, name: str) -> Visit:
        """Somebody comes in, anywhere."""
        self.at[name] = self.random.choice(self.processes)
        return await self.at[name].guest(name)

    async def sits(self, name: str) -> None:
        """Somebody comes to the table."""
        visit = await self.comes(name)
        await until(lambda: self.room in self.at[name].lobby.rooms, "the table is known")
        self.guests[name] = Guest(visit, self.room, slow=self.random.random() < 0.3)

    async def act(self) -> None:
        """One thing that somebody might do."""
        name = self.random.choice(NAMES)
        if name not in self.guests:
            await self.sits(name)
            return
        each = self.guests[name]
        follower, seat = each.follower, self.random.randrange(2)
        match self.random.randrange(10):
            case 0:
                follower.undo()
            case 1:
                follower.answer(seat, self.random.random() < 0.5)
            case 2 if self.random.random() < 0.3:
                self.guests.pop(name)
                each.visit.close()
            case 3:
                each.heard.catch_up()
            case _:
                each.play_any(self.random)
        if self.random.random() < 0.7:
            await asyncio.sleep(CALM)

    async def fail(self) -> None:
        """A process dies, or leaves, and another comes in its place."""
        gone = self.random.choice(self.processes)
        self.processes.remove(gone)
        for name in [name for name in self.guests if self.at[name] is gone]:
            self.guests.pop(name)
        if self.random.random() < 0.6:
            await gone.die()
        else:
            await gone.close()
        await self.open()

    async def agree(self) -> None:
        """All see the same, and so it is kept."""

        def played() -> list[Match]:
            rooms = (each.lobby.rooms.get(self.room) for each in self.processes)
            return [
                room.session.match
                for room in rooms
                if isinstance(room, LiveRoom) and not room.session.state.unsaved
            ]

        seen: list[str] = []

        def same() -> bool:
            for each in self.guests.values():
                each.heard.catch_up()
            found = played()
            seen[:] = [str(move) for each in found[:1] for move in each.moves]
            return len(found) == 1 and all(
                each.moves == " ".join(map(str, found[0].moves)) and each.match.result == found[0].result
                for each in self.guests.values()
            )

        await until(same, "one process plays it, and all see the same")
        state = await self.processes[0].joined.backend.read_document(RoomState, self.room)
        if state and not state.finished:
            kept = read_match(state.record, GAMES).whole()
            assert [str(move) for move in kept.moves][: len(seen)] == seen  # a computer may have gone on


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_and_processes_do_all_see_the_same(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    storm = Storm(Random(seed))
    for _ in range(3):
        await storm.open()
    terms = TERMS[seed % len(TERMS)]
    pair = await seated(await storm.comes("Ann"), await storm.comes("Ben"), terms)
    storm.guests = dict(zip(NAMES, pair, strict=False))
    storm.room = pair[0].follower.context.room
    for _ in range(3):
        for _ in range(60):
            await storm.act()
        for name in NAMES:
            if name not in storm.guests:
                await storm.sits(name)
        await storm.agree()
        if all(each.match.result for each in storm.guests.values()):
            break
        await storm.fail()
    for each in storm.processes:
        await each.close()
    assert [record.message for record in caplog.records] == []

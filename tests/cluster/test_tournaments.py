"""A tournament of a house in several processes."""

from __future__ import annotations

import asyncio

from marbles_tui.rooms.tournaments import DIRECTOR, TournamentPlan, table_of
from tests.cluster.houses import Process, process, processes
from tests.rooms.open_house import AnyMove, Player, sane
from tests.waiting import until

ARENA = TournamentPlan("Night", "egg-carton", begins_in=0, minutes=10, rated=False, computers=("novice",) * 2)


def thinks(room: str) -> AnyMove:
    return AnyMove(len(room))


async def play(process: Process, name: str, stop: asyncio.Event) -> None:
    """Somebody who plays whatever they are called to, until they are to stop."""
    player = Player(await process.guest(name), len(name))
    player.visit.tournaments.join(player.visit.account, next(iter(process.lobby.tournaments)).id)
    while not stop.is_set() and process.open:
        player.acts()
        await asyncio.sleep(0.005)


async def test_it_goes_on_when_the_process_that_directs_it_dies() -> None:
    async with processes(2, lease=1.0, service_for=thinks) as (first, second):
        host = await first.guest("Hanna")
        id = host.tournaments.announce(host.account, ARENA).id
        await until(lambda: second.lobby.tournaments.find(id), "the other process knows it")
        dies, stays = (first, second) if first.joined.peers.falls_here(DIRECTOR) else (second, first)
        stop = asyncio.Event()
        people = [asyncio.create_task(play(stays, name, stop)) for name in ("Ann", "Ben")]
        visitor = asyncio.create_task(play(dies, "Cleo", stop))

        def bouts(at: Process) -> int:
            state = at.lobby.tournaments.find(id)
            return len(state.bouts) if state else 0

        await until(lambda: bouts(stays) >= 2, "games are played")
        before = bouts(stays)
        await dies.die()
        visitor.cancel()
        await until(lambda: bouts(stays) > before, "the other process goes on")
        state = stays.lobby.tournaments.find(id)
        assert state
        sane(state)
        begun = {bout.room for bout in state.bouts}
        stop.set()
        await asyncio.gather(*people)
        third = await process(stays.joined.backend.stream.name.removesuffix("-kept"))
        try:
            known = third.lobby.tournaments.find(id)
            assert known
            assert begun <= {bout.room for bout in known.bouts}
            for bout in known.bouts:
                assert not bout.scores or bout.room in third.lobby.archive
            assert {place.entrant.name for place in table_of(known)} >= {"Ann", "Ben"}
        finally:
            await third.close()

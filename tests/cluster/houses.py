"""Several processes of one house in one loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from marbles_tui.cluster.joining import Joined
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.house import House
from marbles_tui.rooms.limits import Limits
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.visit import Visit
from tests.cluster.nats_server import new_house, server
from tests.rooms.open_house import THREE_TURNS, Guest, guest
from tests.waiting import until


class Process:
    """One of them."""

    def __init__(self, joined: Joined, lobby: Lobby) -> None:
        self.joined, self.lobby = joined, lobby
        self.open = True

    async def close(self) -> None:
        """Leave in good order."""
        if self.open:
            self.open = False
            await self.lobby.close()
            await self.joined.close()

    async def die(self) -> None:
        """Say nothing any more, as a process does that is killed."""
        self.open = False
        await self.joined.bus.close()
        self.lobby.house.closed = True
        for room in tuple(self.lobby.rooms.values()):
            room.close()
        self.joined.peers.stop()
        for task in self.lobby.house.tasks:
            task.cancel()

    async def guest(self, name: str, *, key: bool = True, origin: str = "") -> Visit:
        """Somebody who comes in here."""
        fingerprint = f"SHA256:{name}" if key else None
        account = await self.lobby.arrive(fingerprint)
        visit = Visit(self.lobby, account, fingerprint, origin)
        if not visit.account.named:
            visit.rename(name)
        return visit


async def process(name: str, **given: Any) -> Process:
    """One more process of a house."""
    own = given.pop("server", None) or server()
    joined = Joined([own.url], own.token, name=name, lease=given.pop("lease", 6))
    await joined.bus.open()
    given.setdefault("limits", Limits(pace=0))
    lobby = Lobby(House(backend=joined.backend, peers=joined.peers, **given))
    await joined.open(lobby)
    return Process(joined, lobby)


@asynccontextmanager
async def processes(count: int = 2, **given: Any) -> AsyncIterator[list[Process]]:
    """A house that is open in several processes."""
    name = new_house()
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(count):
            one = await process(name, **given)
            stack.push_async_callback(one.close)
            opened.append(one)
        yield opened


async def seated(first: Visit, second: Visit, terms: Terms) -> list[Guest]:
    """Two in different processes who have agreed to play, at their table."""
    offer = first.offer(terms)
    await until(lambda: any(each.id == offer.id for each in second.challenges()), "the offer")
    second.accept(offer.id)
    await until(lambda: first.called and second.called, "the game begins")
    return [Guest(visit, offer.id) for visit in (first, second)]


async def plays(each: Guest, *moves: str) -> None:
    """Play when asked, and wait until it is seen."""
    for word in moves:
        await until(lambda: each.follower.state.asked is not None, f"asked for {word}")
        seat, plies = each.follower.state.asked, each.match.plies
        assert seat is not None
        assert each.follower.do(each.match.game.find(each.match.position, word), seat)
        await until(lambda: each.match.plies > plies, f"{word} is seen")  # noqa: B023


async def same(guests: Sequence[Guest]) -> None:
    """All see the same."""
    first = guests[0]
    await until(lambda: all(each.moves == first.moves for each in guests), "all see the same")


async def three_turns(first: Guest, second: Guest) -> None:
    """Play until a rated match counts."""
    for at, word in enumerate(THREE_TURNS):
        await plays((first, second)[at % 2], word)
        await same([first, second])


__all__ = [
    "Guest",
    "Process",
    "guest",
    "plays",
    "process",
    "processes",
    "same",
    "seated",
    "three_turns",
]

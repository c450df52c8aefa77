"""A house for tests, and guests who play in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import Event
from marbles_tui.play import Match
from marbles_tui.rooms.backend import D, Terms, TournamentState
from marbles_tui.rooms.house import House
from marbles_tui.rooms.limits import Limits
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.view import GuestMatch
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.players import Act
from tests.rooms.memory import Memory
from tests.table.controlled import FakeTime, Heard, all_quiet, until

__all__ = ["Guest", "Heard", "all_quiet", "guest", "held", "house", "opened", "seated", "until"]


class Wall:
    """The hour, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def house(**given: Any) -> House:
    """A house without a disk, whose time passes when a test says so."""
    given.setdefault("limits", Limits(pace=0))
    return House(
        backend=given.pop("backend", None) or Memory(),
        random=Random(7),
        time=FakeTime(),
        wall=Wall(),
        **given,
    )


@asynccontextmanager
async def opened(at: House | None = None) -> AsyncIterator[Lobby]:
    """An open house, closed afterwards."""
    lobby = Lobby(at or house())
    await lobby.bring_back()
    try:
        yield lobby
    finally:
        await lobby.close()


def held(memory: Memory, kind: type[D]) -> dict[str, D]:
    """What is kept of a kind, by id."""
    return {each.id: each for each in memory.documents.values() if isinstance(each, kind)}


def guest(lobby: Lobby, name: str, *, key: bool = True) -> Visit:
    """Somebody who comes in, with a key that is called as they are."""
    account = lobby.accounts.arrive(f"SHA256:{name}" if key else None)
    visit = Visit(lobby, account, f"SHA256:{name}" if key else None)
    if not visit.account.named:
        visit.rename(name)
    return visit


class Guest:
    """Somebody at a table: a follower that is run, and what its face hears."""

    def __init__(self, visit: Visit, room: str, *, slow: bool = False) -> None:
        self.visit = visit
        self.heard = Heard(slow=slow)
        self.follower: GuestMatch = visit.enter(room)
        self.follower.listen(self.heard, shows=True)
        self.task = asyncio.create_task(self.follower.run())

    @property
    def match(self) -> Match:
        """What the guest sees."""
        return self.follower.state.match

    @property
    def moves(self) -> str:
        """The moves that the guest sees."""
        return " ".join(map(str, self.match.moves))

    async def plays(self, *moves: str) -> None:
        """Play when asked."""
        for word in moves:
            await until(lambda: self.follower.state.asked is not None, f"asked for {word}")
            seat = self.follower.state.asked
            assert seat is not None
            assert self.follower.do(self.match.game.find(self.match.position, word), seat)
            await all_quiet()

    def leaves(self) -> None:
        """Get up."""
        self.follower.close()

    def play_any(self, random: Random) -> None:
        """Roll, or play some legal move, if that is asked."""
        asked = self.follower.state.asked
        if asked is not None and self.follower.state.rolling:
            self.follower.do(Act.ROLL, asked)
        elif asked is not None:
            self.follower.do(random.choice(self.match.position.moves()), asked)


async def seated(lobby: Lobby, terms: Terms, *visits: Visit, slow: Sequence[Visit] = ()) -> list[Guest]:
    """Guests who have agreed to play, at their table in the order in which they came."""
    first, *others = visits
    challenge = first.offer(terms)
    for visit in others:
        visit.accept(challenge.id)
    guests = [Guest(visit, challenge.id, slow=visit in slow) for visit in visits]
    await all_quiet()
    return guests


def seen(events: Sequence[Event]) -> int:
    """How much there is to see."""
    return len(events)


# Rooms for two, for tests.


GOBBLET = Terms("gobblet")
THREE_TURNS = ("W1A1", "K1B2", "W2A2", "K2B3", "W3A3", "K3C1")
"""Moves of Gobblet after which a rated match counts, however it ends."""


async def two(lobby: Lobby, terms: Terms = GOBBLET) -> list[Guest]:
    return await seated(lobby, terms, guest(lobby, "Ann"), guest(lobby, "Ben"))


async def play(first: Guest, second: Guest, moves: Sequence[str] = THREE_TURNS) -> None:
    """Play by turns."""
    for at, word in enumerate(moves):
        await (first, second)[at % 2].plays(word)


# Tournaments, for tests and benches.


class AnyMove:
    """Thinks of nothing."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    async def think(self, match: Match, *given: Any, **named: Any) -> Analysis:
        del given, named
        return Analysis(str(self._random.choice(match.position.moves())), 0.0)

    def move_now(self) -> None:
        """At once."""


def fast(**given: Any) -> House:
    """A house whose computers do not think."""
    return house(service_for=lambda room: AnyMove(len(room)), **given)


async def passes(lobby: Lobby, seconds: float) -> None:
    """It gets later."""
    lobby.house.wall.now += seconds  # type: ignore[attr-defined]
    await lobby.house.time.passes(seconds)  # type: ignore[attr-defined]


def stands(lobby: Lobby, id: str) -> TournamentState:
    """How a tournament stands."""
    state = lobby.tournaments.find(id)
    assert state
    return state


class Player:
    """A guest who plays whatever game they are called to."""

    def __init__(self, visit: Visit, seed: int) -> None:
        self.visit, self.random = visit, Random(seed)
        self.table: Guest | None = None

    def acts(self) -> None:
        """Sit down, or play some move."""
        if self.table and self.table.follower.state.match.stopped:
            self.table.leaves()
            self.table = None
        if self.table is None and (games := self.visit.called or self.visit.my_rooms()):
            self.table = Guest(self.visit, games[0].id)
        elif self.table:
            self.table.play_any(self.random)


async def played(lobby: Lobby, id: str, players: list[Player], seconds: float) -> None:
    """So much of a tournament."""
    for _ in range(int(seconds)):
        await passes(lobby, 1)
        for _ in range(6):
            for player in players:
                player.acts()
            await all_quiet()
        if stands(lobby, id).ended:
            return


def sane(state: TournamentState) -> None:
    """Nobody plays twice at once, and no game is there twice."""
    rooms = [bout.room for bout in state.bouts if bout.room]
    assert len(rooms) == len(set(rooms))
    playing = [player for bout in state.bouts if not bout.scores for player in bout.players]
    assert len(playing) == len(set(playing))

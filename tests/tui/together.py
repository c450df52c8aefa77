"""Guests of one house: several arcades in one process, each with a visit to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.visit import Visit
from marbles_tui.store import Settings
from marbles_tui.table.players import Act
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.table.beside import Status
from tests.at_table import MatchTable, plays
from tests.rooms import open_house
from tests.rooms.open_house import Wall, guest, house
from tests.table.controlled import FakeTime
from tests.tui.stage import Here, Resting, opened


@dataclass
class Guest:
    """Somebody in front of an arcade of their own."""

    visit: Visit
    app: Arcade
    pilot: Here

    @property
    def table(self) -> MatchTable:
        """The table at which they sit."""
        return next(screen for screen in self.app.screen_stack if plays(screen))

    @property
    def prompt(self) -> str:
        """What they may do."""
        return self.table.query_one(Status).prompt

    @property
    def said(self) -> str:
        """What they were told last."""
        return self.table.query_one(Status).said

    @property
    def screen(self) -> str:
        """All that they see."""
        return self.pilot.text

    def enters(self, room: str) -> None:
        """Sit down."""
        with self.app._context():  # as a key of theirs would
            self.app.enter_room(room)

    async def presses(self, *keys: str) -> None:
        """Press keys, and see what comes of it."""
        await self.pilot.press(*keys)

    def plays(self, word: str = "") -> None:
        """Choose a move, the first there is if none is named, or roll."""
        table = self.table
        with self.app._context():
            if table.picking.rolling:
                table.doing.answer(Act.ROLL)
            else:
                position = table.match.position
                table.doing.answer(table.match.game.find(position, word) if word else position.moves()[0])

    def ticks(self) -> None:
        """A second has gone by."""
        with self.app._context():
            self.table.doing.look_round()


class Party:
    """Guests of one house."""

    def __init__(self, lobby: Lobby, guests: Sequence[Guest]) -> None:
        self.lobby = lobby
        self.guests = [*guests]

    @property
    def time(self) -> FakeTime:
        """The time by which clocks run."""
        assert isinstance(self.lobby.house.time, FakeTime)
        return self.lobby.house.time

    @property
    def wall(self) -> Wall:
        """The hour of the day."""
        assert isinstance(self.lobby.house.wall, Wall)
        return self.lobby.house.wall

    async def rest(self) -> None:
        """Wait until all have seen all."""
        for _ in range(2):
            for each in self.guests:
                with each.app._context():  # else it would be laid out as if it were another one's
                    await each.pilot.rest()

    async def sit(self, terms: Terms, players: int = 2) -> str:
        """The first guests play, the others watch; the room's id."""
        first, *others = self.guests
        challenge = first.visit.offer(terms)
        for each in others[: players - 1]:
            each.visit.accept(challenge.id)
        for each in self.guests:
            each.enters(challenge.id)
        await self.rest()
        return challenge.id


@asynccontextmanager
async def arrived(visit: Visit, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Guest]:
    """Somebody who is in a house."""
    settings = Settings(speed=0, hints=False, name=visit.account.name, reduced_motion=True)
    app = Arcade(settings=settings, engine=Resting(), seed=1, visit=visit)
    async with opened(app, size) as pilot:
        yield Guest(visit, app, pilot)


@asynccontextmanager
async def party(
    *names: str,
    size: tuple[int, int] = (80, 24),
    keyless: Sequence[str] = (),
    **given: object,
) -> AsyncIterator[Party]:
    """An open house in which some people are."""
    async with open_house.opened(house(**given)) as lobby, AsyncExitStack() as stack:
        visits = [guest(lobby, name, key=name not in keyless) for name in names]
        yield Party(lobby, [await stack.enter_async_context(arrived(visit, size)) for visit in visits])

"""Lobbies on the screen for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.visit import Visit
from marbles_tui.store import Settings
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.pages.lobby import LobbyScreen
from tests.at_table import plays
from tests.tui.stage import Here, Resting, opened

DAYS = TimeControl.read("3d")


def arcade_of(visit: Visit, **settings: Any) -> Arcade:
    """The arcade of somebody in the house."""
    return Arcade(
        settings=Settings(speed=0, hints=False, idle=0, **settings), engine=Resting(), seed=1, visit=visit
    )


@asynccontextmanager
async def in_lobby(visit: Visit, size: tuple[int, int] = (80, 24), **settings: Any) -> AsyncIterator[Here]:
    """Somebody who has gone from the menu to the lobby."""
    async with opened(arcade_of(visit, **settings), size) as here:
        await here.press("p")
        await here.comes(LobbyScreen)
        yield here


def face(pilot: Here) -> LobbyScreen:
    """What shows the entries."""
    screen = pilot.app.screen_stack[1]
    assert isinstance(screen, LobbyScreen)
    return screen


def at_table(pilot: Here) -> bool:
    """Whether a match is on the screen."""
    return plays(pilot.app.screen)


async def begun(lobby: Lobby, terms: Terms, first: Visit, second: Visit) -> str:
    """A game of two: its room."""
    offer = first.offer(terms)
    second.accept(offer.id)
    first.enter(offer.id)
    return offer.id

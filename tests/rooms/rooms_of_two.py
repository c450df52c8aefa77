"""Rooms for two, for tests."""

from __future__ import annotations

from marbles_tui.rooms.challenge import Terms
from marbles_tui.rooms.lobby import Lobby
from tests.rooms.open_house import Guest, guest, seated

GOBBLET = Terms("gobblet")


async def two(lobby: Lobby, terms: Terms = GOBBLET) -> list[Guest]:
    return await seated(lobby, terms, guest(lobby, "Ann"), guest(lobby, "Ben"))

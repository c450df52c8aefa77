"""Rooms for two, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.lobby import Lobby
from tests.rooms.open_house import Guest, guest, seated

GOBBLET = Terms("gobblet")
THREE_TURNS = ("W1A1", "K1B2", "W2A2", "K2B3", "W3A3", "K3C1")
"""Moves of Gobblet after which a rated match counts, however it ends."""


async def two(lobby: Lobby, terms: Terms = GOBBLET) -> list[Guest]:
    return await seated(lobby, terms, guest(lobby, "Ann"), guest(lobby, "Ben"))


async def play(first: Guest, second: Guest, moves: Sequence[str] = THREE_TURNS) -> None:
    """Play by turns."""
    for at, word in enumerate(moves):
        await (first, second)[at % 2].plays(word)

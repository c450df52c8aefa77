"""Those who choose: people and dice. Computers are at home in `ai`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from random import Random
from typing import Any, Protocol

from marbles_tui.play.match import Match


class Act(Enum):
    """What a player can do instead of a move."""

    CLAIM = auto()
    OFFER = auto()
    RESIGN = auto()


class Player(Protocol):
    """Anyone who can sit at a table."""

    async def choose(self, match: Match) -> Any:
        """A legal move of the match's position, or an Act."""
        ...


class Human:
    """Somebody at the keyboard: chooses what is put before them."""

    def __init__(self) -> None:
        self._choices: asyncio.Queue[Any] = asyncio.Queue()

    def put(self, choice: Any) -> None:
        """Choose a move or an act, at once if it is asked for, else the next time."""
        self._choices.put_nowait(choice)

    async def choose(self, match: Match) -> Any:
        """The next choice; what was chosen before the question does not count."""
        del match
        while not self._choices.empty():
            self._choices.get_nowait()
        return await self._choices.get()


class Dice:
    """Draws for the chance seat from a seed and the ply: the same ply of the same match never rolls anew.

    `ready` is awaited before each draw: there a human may be asked for a key.
    """

    def __init__(self, seed: int, ready: Callable[[Match], Awaitable[None]] | None = None) -> None:
        self._seed = seed
        self._ready = ready

    async def choose(self, match: Match) -> Any:
        """One of the equally likely outcomes."""
        if self._ready:
            await self._ready(match)
        moves = match.position.moves()
        return moves[Random(f"{self._seed}/{match.plies}").randrange(len(moves))]

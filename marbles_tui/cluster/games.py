"""Finished games, for the libraries of those who have played them, on whichever machine they come in next."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

from nats.aio.msg import Msg

from marbles_tui.cluster.bus import Bus
from marbles_tui.cluster.shelf import Change, Shelf
from marbles_tui.cluster.wire import token
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import NotKept

GAME: Final = "game"

log = logging.getLogger(__name__)


class Finished(NamedTuple):
    """A finished game of somebody's, and where it stands among all that is kept."""

    record: str
    seq: int


class Games:
    """Keeps the finished games of every account, and says when there is one more."""

    def __init__(self, bus: Bus, shelf: Shelf, prefix: str) -> None:
        self._bus, self._shelf, self._prefix = bus, shelf, prefix

    async def keep(self, account: Account, record: str) -> None:
        """Keep a game for an account, once however often it is asked. Raises NotKept."""
        key = f"{GAME}.{account.id}.{token(record)}"
        await self._shelf.put(Change(key, record.encode(errors="replace"), checked=False))
        with suppress(NotKept):  # who does not hear it finds it when they come next
            await self._bus.tell(f"{self._prefix}.game.{account.id}")

    async def since(self, account: str, seq: int) -> list[Finished]:
        """The games of an account that were kept after a place. Raises NotKept."""
        entries = await self._shelf.read_all(f"{GAME}.{account}.>", after=seq, learn=False)
        return [Finished(entry.data.decode(), entry.seq) for entry in entries]

    async def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Call something with every account for which a game is kept. Raises NotKept."""

        async def told(message: Msg) -> None:
            try:
                await heard(message.subject.rpartition(".")[2])
            except Exception:
                log.exception("a finished game could not be fetched")

        await self._bus.hear(f"{self._prefix}.game.*", told)

"""Joining a house that is open in several processes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Final

from marbles_tui.cluster.backend import NatsBackend
from marbles_tui.cluster.bus import Bus
from marbles_tui.cluster.peers import LEASE, NatsPeers
from marbles_tui.cluster.profiles import Games, Profiles
from marbles_tui.cluster.stream import KeyValueStream
from marbles_tui.rooms.backend import Contested, Kept
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.sqlite import FILE, SqliteBackend

log = logging.getLogger(__name__)


NAME: Final = "marbles"
"""Of the house, and of all that it keeps in NATS."""


class Joined:
    """This process as one of a house."""

    def __init__(
        self,
        servers: Sequence[str],
        token: str | None = None,
        *,
        name: str = NAME,
        lease: float = LEASE,
    ) -> None:
        """`name`: of the house, where several share NATS; `lease`: seconds after which a process of which nothing is
        heard counts as gone."""
        self.process = token_hex(4)
        self.bus = Bus(servers, token)
        self._kept = KeyValueStream(self.bus, f"{name}-kept", f"{name}.kept", self.process)
        live = KeyValueStream(self.bus, f"{name}-live", f"{name}.live", self.process, passing=True)
        self.backend = NatsBackend(self._kept, self.process)
        self.peers = NatsPeers(self.bus, live, name, self.process, lease)
        self.games = Games(self.bus, self._kept, name)
        self.profiles = Profiles(self._kept)
        self.peers.visiting = self.backend.visiting

    async def connect(self) -> None:
        """Find NATS. Raises NotKept."""
        await self.bus.open()

    async def open(self, lobby: Lobby) -> None:
        """Bring a lobby, whose backend and peers these are, in step with the others. Raises NotKept."""
        self._wire(lobby)
        await lobby.bring_back()
        await self.peers.open(lobby)

    def _wire(self, lobby: Lobby) -> None:
        """Let the lobby hear what others keep."""
        self.backend.on_account = lobby.remote.take_account
        self.backend.on_gone = lobby.remote.drop_account
        self.backend.on_rating = lobby.remote.take_rating

    async def close(self) -> None:
        """Leave, after the lobby was closed."""
        await self.peers.close()
        await self.bus.close()


async def move_in(servers: Sequence[str], token: str | None, data: Path, name: str = NAME) -> None:
    """Take over what a house has kept in a file in its folder, where NATS keeps nothing of it yet. Raises NotKept."""
    if not (data / FILE).exists():
        return
    joined, before = Joined(servers, token, name=name), SqliteBackend(data / FILE)
    await joined.connect()
    try:
        kept = await before.load()
        if await move(kept, joined.backend):
            log.warning("all that was in %s is kept by NATS from now on", before.place)
    finally:
        await before.close()
        await joined.backend.close()
        await joined.bus.close()


async def move(kept: Kept, to: NatsBackend) -> bool:
    """Put all that one keeper has into another that has no account yet; whether it was moved. Raises NotKept."""
    there = await to.load()
    if there.accounts or there.rooms or not (kept.accounts or kept.rooms):
        return False
    try:
        for known in kept.accounts:
            await to.keep_account(known)
        await to.keep_ratings(kept.ratings)
        for state in kept.rooms:
            await to.keep_room(replace(state, revision=1, host=""))
        for offer in kept.offers:
            await to.keep_offer(offer)
    except Contested as contested:
        log.warning("another process moves in at the same time: %s", contested)
    return True

"""Joining a house that is open in several processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Final

from marbles_tui.cluster.backend import NatsBackend
from marbles_tui.cluster.bus import Bus
from marbles_tui.cluster.peers import LEASE, NatsPeers
from marbles_tui.cluster.shelf import Shelf
from marbles_tui.rooms.house import House
from marbles_tui.rooms.lobby import Lobby

NAME: Final = re.compile(r"[a-z0-9_-]{1,32}", re.IGNORECASE)


class Joined:
    """This process as one of a house."""

    def __init__(
        self,
        servers: Sequence[str],
        token: str | None = None,
        *,
        name: str = "marbles",
        copies: int = 1,
        lease: float = LEASE,
    ) -> None:
        """`name`: of the house, where several share NATS; `copies`: on how many servers all is kept."""
        if not NAME.fullmatch(name):
            raise ValueError(f"the name of a house is letters, digits, - and _, not {name!r}")
        self.process = token_hex(4)
        self.bus = Bus(servers, token)
        self._kept = Shelf(self.bus, f"{name}-kept", f"{name}.kept", self.process, copies=copies)
        live = Shelf(self.bus, f"{name}-live", f"{name}.live", self.process, passing=True, copies=copies)
        self.backend = NatsBackend(self._kept, self.process)
        self.peers = NatsPeers(self.bus, live, name, self.process, lease)
        self.peers.visiting = self.backend.visiting

    async def connect(self) -> None:
        """Find NATS. Raises NotKept."""
        await self.bus.open()

    async def open(self, house: House, make: Callable[[House], Lobby] = Lobby) -> Lobby:
        """The lobby of a house whose backend and peers these are, in step with the others. Raises NotKept."""
        lobby = make(house)
        self.wire(lobby)
        await lobby.bring_back()
        await self.peers.open(lobby)
        return lobby

    def wire(self, lobby: Lobby) -> None:
        """Let the lobby hear what others keep."""
        self.backend.on_account = lobby.elsewhere.take_account
        self.backend.on_gone = lobby.elsewhere.drop_account
        self.backend.on_rating = lobby.elsewhere.take_rating

    async def close(self) -> None:
        """Leave, after the lobby was closed."""
        await self.peers.close()
        await self.bus.close()

"""The other processes in which the same house is open."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias

from marbles_tui.rooms.challenge import Challenge
from marbles_tui.rooms.snapshot import Snapshot
from marbles_tui.table.live import Line

Order: TypeAlias = dict[str, Any]
"""What a guest does at a table that another process plays: `do` says what, the rest with what."""


class Peers:
    """What a house needs of the other processes: none, but for a subclass. What it tells them it tells at once; they
    hear it soon."""

    process = ""
    """The id of this process; "" where there is no other, and never will be."""

    async def leave(self) -> None:
        """This process takes up no more matches."""

    def here(self) -> Collection[str]:
        """The ids of the accounts that are in other processes."""
        return ()

    def present(self, room: str) -> Collection[str]:
        """The ids of the accounts that are at a table by way of other processes."""
        del room
        return ()

    def moved(self, account: str) -> None:
        """Somebody has come, gone, sat down or got up here."""

    def came(self, account: str, origin: str) -> None:
        """Somebody has come in here from a network."""

    def played(self, room: str) -> None:
        """Something has changed at a table that is played here."""

    def count(self, room: str) -> int:
        """The number of the next snapshot of a table that is played here."""
        del room
        return 0

    def released(self, snapshot: Snapshot) -> None:
        """A table is played here no more, and can be by any other process."""

    def closed(self, room: str) -> None:
        """A table that was played here is there no more."""

    def look(self, room: str, closely: bool) -> None:
        """Hear of every change of a table that another process plays, or only now and then."""

    async def order(self, room: str, host: str, order: Order) -> bool:
        """Have something done at a table by the process that plays it; whether there was anything to do."""
        del room, host, order
        return False

    def said(self, line: Line) -> None:
        """Somebody has said something in the lobby here."""

    def offered(self, challenge: Challenge) -> None:
        """Somebody has offered a game here."""

    async def exchange(self, id: str, after: Challenge | None) -> bool:
        """Put another offer in the place of the one that is known of that id, or take it away; whether it was still
        the same everywhere."""
        del id, after
        return True

    def coded(self, account: str, code: str, until: float) -> None:
        """A code is good until then, in seconds since 1970, by which another key joins an account."""

    def uncoded(self, code: str) -> None:
        """A code is used up."""

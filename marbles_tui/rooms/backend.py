"""What the house keeps, and who keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from marbles_tui.play.glicko import Rating
from marbles_tui.rooms.accounts import Known
from marbles_tui.rooms.cards import Line
from marbles_tui.rooms.challenge import Terms


@dataclass(frozen=True, slots=True)
class RoomState:
    """A match of the house as it is kept after each change, whole."""

    id: str
    revision: int
    """Counts the changes, from 1: a keeper takes none twice, and none out of order."""

    record: str
    holders: tuple[str | None, ...]
    """By seat the id of its account; None for a computer."""

    control: str
    rated: bool
    code: str
    """Of a private match, else ""."""

    since: float
    """When it changed, in seconds since 1970."""

    kept: float
    """When it was kept, in seconds since 1970."""

    left: tuple[float | None, ...] = ()
    """By seat the seconds it had left then, None where it has all the time; empty without a clock."""

    lines: tuple[Line, ...] = ()
    finished: bool = False
    handed: tuple[str, ...] = ()
    """The accounts that have the finished match in their libraries."""


@dataclass(frozen=True, slots=True)
class OfferState:
    """An offer that waits for days, as it is kept: only whoever has made it has a seat."""

    id: str
    """Also that of the match which begins by it."""

    by: str
    """The id of the account that has made it."""

    terms: Terms
    to: str | None
    """The id of the only account that may accept it."""

    code: str


@dataclass(frozen=True, slots=True)
class Kept:
    """All that was kept when the house was opened: accounts, ratings by account and game, matches that are not
    finished, or not in everybody's library yet, and offers."""

    accounts: Sequence[Known] = ()
    ratings: Mapping[tuple[str, str], Rating] = field(default_factory=dict)
    rooms: Sequence[RoomState] = ()
    offers: Sequence[OfferState] = ()


class NotKept(Exception):
    """Something could not be kept; the message says why, in a line."""


class Backend(Protocol):
    """Keeps what the house must not forget. What a method returns is done when it is kept for good, and raises
    NotKept where that failed; what is asked for first is kept first."""

    async def load(self) -> Kept:
        """All that is kept. Raises NotKept."""
        ...

    def keep_account(self, known: Known) -> Awaitable[None]:
        """Keep an account as it is now."""
        ...

    def forget_account(self, account: str) -> Awaitable[None]:
        """Keep nothing of an account any more."""
        ...

    def keep_room(
        self, state: RoomState, ratings: Mapping[tuple[str, str], Rating] | None = None
    ) -> Awaitable[None]:
        """Keep a match as it stands, with the ratings that its end has changed, both or neither; one that
        `revision` does not follow the kept one raises NotKept."""
        ...

    def forget_room(self, room: str) -> Awaitable[None]:
        """Keep nothing of a match any more."""
        ...

    def keep_offer(self, offer: OfferState) -> Awaitable[None]:
        """Keep an offer."""
        ...

    def forget_offer(self, offer: str) -> Awaitable[None]:
        """Keep nothing of an offer any more."""
        ...

    async def close(self) -> None:
        """Keep what is still under way, then let go."""
        ...


class Memory:
    """Keeps everything as long as the program runs."""

    def __init__(self) -> None:
        self.accounts: dict[str, Known] = {}
        self.ratings: dict[tuple[str, str], Rating] = {}
        self.rooms: dict[str, RoomState] = {}
        self.offers: dict[str, OfferState] = {}

    async def load(self) -> Kept:
        """See `Backend`."""
        return Kept(
            tuple(self.accounts.values()),
            dict(self.ratings),
            tuple(self.rooms.values()),
            tuple(self.offers.values()),
        )

    async def keep_account(self, known: Known) -> None:
        """See `Backend`."""
        self.accounts[known.account.id] = known

    async def forget_account(self, account: str) -> None:
        """See `Backend`."""
        self.accounts.pop(account, None)

    async def keep_room(
        self, state: RoomState, ratings: Mapping[tuple[str, str], Rating] | None = None
    ) -> None:
        """See `Backend`."""
        before = self.rooms.get(state.id)
        if state.revision != (before.revision if before else 0) + 1:
            raise NotKept(f"change {state.revision} does not follow the one that is kept")
        self.rooms[state.id] = state
        self.ratings |= ratings or {}

    async def forget_room(self, room: str) -> None:
        """See `Backend`."""
        self.rooms.pop(room, None)

    async def keep_offer(self, offer: OfferState) -> None:
        """See `Backend`."""
        self.offers[offer.id] = offer

    async def forget_offer(self, offer: str) -> None:
        """See `Backend`."""
        self.offers.pop(offer, None)

    async def close(self) -> None:
        """See `Backend`."""

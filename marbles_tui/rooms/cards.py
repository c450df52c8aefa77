"""What is told of people, offers and matches to those who look at the lobby or sit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from marbles_tui.play import Match
from marbles_tui.rooms.accounts import Account
from marbles_tui.store.codec import AsText
from marbles_tui.table.clock import NO_CLOCK, TimeControl

ME: Final = "me"
ANYONE: Final = "anyone"
COMPUTER: Final = "computer "

Who: TypeAlias = str
"""`me`, `anyone`, the id of an account, or `computer LEVEL`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played, and who is to sit where."""

    game: str
    """The key of the game."""

    setup: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = (ME, ANYONE)
    rated: bool = False
    control: Annotated[TimeControl, AsText()] = NO_CLOCK
    private: bool = False
    """Whether only those see it who know its code."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play that waits for people."""

    id: str
    by: Account
    terms: Terms
    to: Account | None
    """The only one who may accept it; None: everybody."""

    taken: tuple[Account | None, ...]
    """By seat who sits there; None on a free seat and on a computer's."""

    code: str
    """What others type to find it where it is private, else ""."""

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for somebody."""
        pairs = enumerate(zip(self.terms.seats, self.taken, strict=True))
        return tuple(seat for seat, (who, taken) in pairs if not (taken or who.startswith(COMPUTER)))

    def seat_for(self, account: Account, seat: int | None = None) -> int | None:
        """The seat that an account may take: the one named, or the first; None if there is none."""
        seats = [free for free in self.free if self.terms.seats[free] in (ANYONE, account.id)]
        mine = [free for free in seats if self.terms.seats[free] == account.id] or seats
        if self.to not in (None, account) or account in self.taken:
            return None
        return next((free for free in mine if seat in (None, free)), None)


Doing: TypeAlias = Literal["free", "waits", "offers", "plays", "watches"]
"""`waits`: for whoever asks, whose turn it is in a game with them."""


class PersonCard(NamedTuple):
    """Somebody who is here."""

    account: Account
    doing: Doing
    what: str
    """What or whom: the key of a game that is offered, the names of the others at the table; "" where free."""

    room: str | None
    """The id of the match that they are at, if it is not private."""


@dataclass(frozen=True, slots=True)
class RoomCard:
    """A match of the house, as one guest sees it in a list."""

    id: str
    match: Match
    """As it stands, without what is to stay on the host."""

    names: tuple[str, ...]
    control: TimeControl
    rated: bool
    private: bool
    spectators: int
    holders: tuple[str | None, ...]
    """By seat the id of its account; None for a computer."""

    seats: tuple[int, ...]
    """The guest's own seats; none of a match that they only watch."""

    my_turn: bool
    since: float
    """When the last move was made, in seconds since 1970."""

    left: float | None
    """Seconds that the seat to move has left; None without a clock."""

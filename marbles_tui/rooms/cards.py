"""What is told of people and matches to those who look at the lobby or sit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from marbles_tui.play import Match
from marbles_tui.rooms.accounts import Account
from marbles_tui.table.clock import TimeControl

Doing: TypeAlias = Literal["free", "waits", "offers", "plays", "watches"]
"""`waits`: for whoever asks, whose turn it is in a game with them."""


class Person(NamedTuple):
    """Somebody who is here."""

    account: Account
    doing: Doing
    what: str
    """What or whom: the title of a game that is offered, the names of the others at the table; "" where free."""

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
    seats: tuple[int, ...]
    """The guest's own seats; none of a match that they only watch."""

    my_turn: bool
    since: float
    """When the last move was made, in seconds since 1970."""

    left: float | None
    """Seconds that the seat to move has left; None without a clock."""

"""What is told of the house to those who look at it, what is kept of it, and who keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from marbles_tui.play import Match
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, KnownAccount
from marbles_tui.rooms.names import skeleton
from marbles_tui.store.codec import AsText
from marbles_tui.table.clock import NO_CLOCK, TimeControl
from marbles_tui.table.live import ChatLine

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

    def seat_for(self, account: Account) -> int | None:
        """The seat that an account may take, the first of several; None if there is none."""
        seats = [free for free in self.free if self.terms.seats[free] in (ANYONE, account.id)]
        mine = [free for free in seats if self.terms.seats[free] == account.id] or seats
        if self.to not in (None, account) or account in self.taken:
            return None
        return next(iter(mine), None)


Doing: TypeAlias = Literal["free", "waits", "offers", "plays", "watches"]
"""`waits`: whether the other one is to move in a game with the asker."""


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


@dataclass(frozen=True, slots=True)
class RoomState:
    """A match of the house as it is kept after each change, whole."""

    kind: ClassVar = "room"
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

    lines: tuple[ChatLine, ...] = ()
    finished: bool = False
    handed: tuple[str, ...] = ()
    """The accounts that have the finished match in their libraries."""

    host: str = ""
    """The id of the process that plays it, where a house is open in several; else ""."""


@dataclass(frozen=True, slots=True)
class OfferState:
    """An offer that waits for days, as it is kept: only its maker has a seat."""

    kind: ClassVar = "offer"
    id: str
    """Also that of the match which begins by it."""

    by: str
    """The id of the account that has made it."""

    terms: Terms
    to: str | None
    """The id of the only account that may accept it."""

    code: str


@dataclass(frozen=True, slots=True)
class Note:
    """The owner's settings."""

    kind: ClassVar = "note"
    id: str
    text: str
    """"" where it is set no more."""


@dataclass(frozen=True, slots=True)
class Archived:
    """What is listed of a public game that is over."""

    kind: ClassVar = "archive"
    id: str
    """That of its room."""

    game: str
    names: tuple[str, ...]
    holders: tuple[str | None, ...]
    """By seat the id of its account; None for a computer."""

    scores: tuple[float, ...]
    reason: str
    plies: int
    rated: bool
    control: str
    when: float
    """When it ended, in seconds since 1970."""

    ratings: tuple[float | None, ...] = ()
    """By seat the rating after a rated game; empty after another."""

    event: str = ""
    """The name of the tournament in which it was played."""


@dataclass(frozen=True, slots=True)
class ArchivedRecord:
    """The record of such a game."""

    kind: ClassVar = "record"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a tournament."""

    id: str
    """That of an account, or `computer LEVEL NUMBER`."""

    name: str
    left: bool = False
    """Whether they play no more; what they have played counts."""


@dataclass(frozen=True, slots=True)
class Bout:
    """A game of a tournament, or a round that somebody has without one."""

    room: str
    """The id of its room; "" where it was decided without being played."""

    round: int
    """From 1; of an arena always 1."""

    players: tuple[str, ...]
    """The ids of the entrants, seat by seat; one alone has no opponent."""

    scores: tuple[float, ...] = ()
    """Theirs; empty while it is played."""

    when: float = 0.0
    """When it began or, once it is over, ended."""


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament as it is kept after each change, whole."""

    kind: ClassVar = "tournament"
    id: str
    revision: int
    """Counts the changes, from 1."""

    title: str
    by: str
    """The id of the account that has announced it."""

    game: str
    system: str
    """arena, swiss or round-robin."""

    control: str
    rated: bool
    begins: float
    """In seconds since 1970."""

    minutes: int = 30
    """For how long an arena pairs."""

    rounds: int = 5
    """Of a Swiss tournament."""

    entrants: tuple[Entrant, ...] = ()
    bouts: tuple[Bout, ...] = ()
    ended: float = 0.0
    """When it was over, in seconds since 1970; 0 before."""

    cancelled: bool = False
    """Whether somebody has ended it."""

    @property
    def called_off(self) -> bool:
        """Whether it has come to nothing."""
        return self.cancelled or (self.ended > 0 and not self.bouts)


Document: TypeAlias = RoomState | OfferState | Note | Archived | ArchivedRecord | TournamentState
"""What is kept by its kind and id."""

DOCUMENTS: Final[Mapping[str, type[Document]]] = {
    each.kind: each for each in (RoomState, OfferState, Note, Archived, ArchivedRecord, TournamentState)
}
NUMBERED: Final = (RoomState, TournamentState)
"""Those whose changes are counted."""

D = TypeVar("D", bound=Document)
Ratings: TypeAlias = Mapping[tuple[str, str], Rating]
"""By account and game."""


@dataclass(frozen=True, slots=True)
class KeptHouse:
    """All that was kept when the house was opened, but for the records of the archive."""

    accounts: Sequence[KnownAccount] = ()
    ratings: Ratings = field(default_factory=dict)
    documents: Sequence[Document] = ()
    visitors: Sequence[KnownAccount] = ()
    """Accounts that other processes know for the time of a visit."""

    def of(self, kind: type[D]) -> list[D]:
        """The documents of a kind."""
        return [each for each in self.documents if isinstance(each, kind)]


class NotKept(Exception):
    """Something could not be kept; the message says why, in a line."""


class InUse(NotKept):
    """Another host has the folder."""


class Contested(NotKept):
    """Somebody else was first: to try the same again is of no use."""


class Overtaken(Contested):
    """Another change of the same thing is kept already."""


class Outdated(Contested):
    """Ratings have changed meanwhile from which new ones were worked out."""


class Locked(Contested):
    """It is not for this process to change; the message is a sentence for the user."""


class NameTaken(Contested):
    """A name, or a key, belongs to another account; the message is a sentence for the user."""


class Backend(Protocol):
    """Keeps what the house must not forget. What a method returns is done when it is kept for good, and raises
    NotKept where that failed; what is asked for first is kept first."""

    async def load(self) -> KeptHouse:
        """All that is kept; what all processes follow is told instead. Raises NotKept."""

    def keep_account(self, known: KnownAccount) -> Awaitable[None]:
        """Keep an account as it is now. Raises Taken where its name, or one of its keys, belongs to another that is
        kept, and Overtaken where it is kept otherwise than this process knows."""

    def introduce(self, known: KnownAccount) -> Awaitable[None]:
        """Let all processes of the house know an account as long as it is here. Raises Taken, as keeping it would."""

    def forget_account(self, account: str) -> Awaitable[None]:
        """Keep nothing of an account any more."""

    def keep_document(self, document: Document, ratings: Ratings | None = None) -> Awaitable[None]:
        """Keep a document as it stands, with the ratings that the end of a match has changed, all or nothing; a note
        without text only until all processes have heard of it. A document whose `revision` does not follow the kept
        one raises NotKept: Overtaken where that number is kept already. Ratings that were worked out from others than
        are kept raise Outdated."""

    def read_document(self, kind: type[D], id: str) -> Awaitable[D | None]:
        """A document as it is kept now, to go on from there; None where there is none."""

    def forget_document(self, kind: type[Document], id: str) -> Awaitable[None]:
        """Keep nothing of a document any more."""

    async def close(self) -> None:
        """Keep what is still under way, then let go."""


def follows(kept: float, revision: int) -> None:
    """Raises NotKept where a change does not follow the one that is kept."""
    if revision != kept + 1:
        error = Overtaken if revision <= kept else NotKept
        raise error(f"change {revision} does not follow {kept}, the one that is kept")


def taken(known: KnownAccount, name: bool, key: bool) -> None:
    """Raises Taken where the name, or a key, of an account belongs to another."""
    if name:
        raise NameTaken(f"{known.account.name} is taken, or looks like a name that is.")
    if key:
        raise NameTaken("This key belongs to another account already.")


def check_taken(known: KnownAccount, others: Iterable[KnownAccount]) -> None:
    """Raises Taken where it belongs to one of the others."""
    name = skeleton(known.account.name)
    for other in others:
        if other.account.id != known.account.id:
            taken(known, skeleton(other.account.name) == name, bool(set(other.keys) & set(known.keys)))

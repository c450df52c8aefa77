"""A match that is being played, as a face sees it: what stands, what is told, and what may be done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Literal, NamedTuple, Protocol, Self, TypeAlias

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import CHANCE, Event, Result
from marbles_tui.play import Match
from marbles_tui.play.match import decides_or_rolls, next_decision, take_back
from marbles_tui.table.clock import Clock, TimeControl
from marbles_tui.table.players import KEYBOARD, Choice


class OfferKind(Enum):
    """What can be proposed."""

    DRAW = auto()
    UNDO = auto()
    REDO = auto()


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal: its `kind`, the seat that made it, and the seats that must still accept it."""

    kind: OfferKind
    by: int
    waits: tuple[int, ...]

    def accepted(self, seat: int) -> Self:
        """The offer after a seat has accepted it."""
        return replace(self, waits=tuple(other for other in self.waits if other != seat))

    @classmethod
    def draw(cls, seats: int, by: int) -> Self:
        """A draw, which everybody else must accept."""
        return cls(OfferKind.DRAW, by, tuple(seat for seat in range(seats) if seat != by))

    @classmethod
    def step(cls, hands: Sequence[str | None], kind: OfferKind, seat: int | None) -> Self:
        """A step, which must be accepted by one seat of each other hand. If no seat is named, the first one at
        this keyboard wants it."""
        if seat is None:
            seat = hands.index(KEYBOARD) if KEYBOARD in hands else 0
        others = dict.fromkeys(hand for hand in hands if hand not in (None, hands[seat]))
        return cls(kind, seat, tuple(hands.index(hand) for hand in others))


def computers_only(hands: Sequence[str | None]) -> bool:
    """Whether nobody plays who could be asked about a step."""
    return all(hand is None for hand in hands)


def undone(match: Match, hands: Sequence[str | None]) -> Match | None:
    """The match as it is once somebody at this keyboard has taken their last decision back; None where nobody has
    decided anything."""
    return stepped(match, hands, OfferKind.UNDO, Offer.step(hands, OfferKind.UNDO, None).by)


def stepped(match: Match, hands: Sequence[str | None], kind: OfferKind, seat: int) -> Match | None:
    """The match after a step: back to the last decision of the hand that has the seat, or forth to the next one
    of anybody; by a single ply where only computers play. None where there is nothing to step over."""
    if kind is OfferKind.REDO:
        if computers_only(hands):
            return match.forward() if match.undone else None
        return next_decision(match, decides_or_rolls)
    if computers_only(hands):
        return match.back(0 if match.ending else 1) if match.ending or match.plies else None
    return take_back(
        match,
        lambda at, ply: decides_or_rolls(at, ply) and hands[at.positions[ply].actor] == hands[seat],
    )


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """All that stands at a table, but for the clock."""

    match: Match
    """As far as it is to be seen here."""

    hands: tuple[str | None, ...]
    """Who plays, seat by seat; KEYBOARD sits here. See `Player.hand`."""

    thoughts: tuple[Analysis | None, ...]
    """By seat what a computer found when it chose last, where that is known."""

    asked: int | None = None
    """The seat of the person who is asked for a choice or a roll."""

    awaited: int | None = None
    """The seat of the person on another machine who is asked."""

    thinking: int | None = None
    """The seat of the player, no person, who is choosing."""

    showing: bool = False
    """Whether the last move is still being saved or shown."""

    paused: bool = False
    """Whether play is held: nobody is asked, and nothing is played but by a person asked before."""

    unsaved: bool = False
    """Whether the match as it stands is not saved: not yet, or because that failed."""

    offer: Offer | None = None
    """The offer that waits for an answer."""

    spent: frozenset[tuple[int, OfferKind]] = frozenset()
    """Which seats have asked for what since the last move: they may not again before the next."""

    broken_off: bool = False
    """Whether play ends here where the rules would go on."""

    @property
    def rolling(self) -> bool:
        """Whether a person is asked to roll."""
        return self.asked is not None and self.match.turn == CHANCE

    @property
    def stopped(self) -> bool:
        """Whether nobody is to move: the match is over, its goal reached or missed, or broken off."""
        return self.match.stopped or self.broken_off

    # What there is to do

    def may_resign(self) -> bool:
        """Whether somebody can give up."""
        return not self.stopped and len(self.hands) > 1

    def may_claim(self, seat: int) -> bool:
        """Whether a seat can end the match as a draw by its rules."""
        return not self.stopped and self.match.turn == seat and self.match.claimable

    def may_offer_draw(self, seat: int) -> bool:
        """Whether a seat can offer a draw."""
        alone = len(self.hands) == 1
        return not (self.stopped or self.offer or alone or (seat, OfferKind.DRAW) in self.spent)

    def may_step(self, kind: OfferKind, seat: int | None = None) -> bool:
        """Whether a seat, or somebody here, can step back or forth, or ask for it."""
        offer = Offer.step(self.hands, kind, seat)
        busy = self.offer or (offer.by, kind) in self.spent
        return not (offer.waits and busy) and bool(stepped(self.match, self.hands, kind, offer.by))

    def may_answer(self, seat: int) -> bool:
        """Whether an offer waits for a seat."""
        return self.offer is not None and seat in self.offer.waits

    def may_withdraw(self, seat: int) -> bool:
        """Whether the offer is a seat's own."""
        return self.offer is not None and self.offer.by == seat


# What is told


class Played(NamedTuple):
    """A move was played, and is saved unless the table says otherwise."""

    before: Match
    match: Match
    events: Sequence[Event]


class Changed(NamedTuple):
    """Another state of the match is on the table, by other ways than a move: a decision taken back or played again,
    or an end that players brought about. What is being shown has been cancelled."""

    match: Match


class Status(NamedTuple):
    """Something beside the match may have changed."""

    state: TableState


class Asked(NamedTuple):
    """A person is asked to choose a move, or to roll (`TableState.rolling`)."""

    seat: int


class Offered(NamedTuple):
    """Somebody has made an offer; the seats it waits for are to answer."""

    offer: Offer


class Answered(NamedTuple):
    """The offer is closed: the last seat has accepted it, one has refused it, its maker has withdrawn it, or (None)
    it no longer counts, because the match has changed."""

    offer: Offer
    seat: int | None
    accepted: bool


class Over(NamedTuple):
    """The match has ended; without a result if it was only stopped. It can still be taken back."""

    result: Result | None


class Failed(NamedTuple):
    """A player could not choose: the seat is played by hand from now on, and asked next."""

    seat: int
    error: Exception


class Trouble(NamedTuple):
    """The match could not be saved; "": it is saved again."""

    message: str


class ContextChanged(NamedTuple):
    """Something particular to a table with people elsewhere has changed."""

    context: TableContext


News: TypeAlias = (
    Played | Changed | Status | Asked | Offered | Answered | Over | Failed | Trouble | ContextChanged
)

Listener: TypeAlias = Callable[[News], Awaitable[None] | None]
"""Is called in the event loop of the match, after it has changed, and may change it. What it returns for a move is
waited for where it shows moves; else the match goes on meanwhile."""


class Audience:
    """The listeners to a match: those that show moves, which are waited for, and the others."""

    def __init__(self) -> None:
        self._faces: list[Listener] = []
        self._watchers: list[Listener] = []
        self._watching: set[asyncio.Future[None]] = set()

    def add(self, listener: Listener, *, shows: bool) -> None:
        """One more."""
        (self._faces if shows else self._watchers).append(listener)

    def tell(self, news: News) -> None:
        """Tell all. Raises what a face raises; what a watcher raises is logged."""
        for watcher in self._watchers:
            with log_errors("a watcher failed"):
                self._let_watch(watcher(news))
        for face in self._faces:
            face(news)

    async def show(self, played: Played) -> None:
        """Tell all of a move; returns when all faces have shown it."""
        for watcher in self._watchers:
            with log_errors("a watcher failed"):
                self._let_watch(watcher(played))
        for face in self._faces:
            seen = face(played)
            if seen is not None:
                await seen

    def _let_watch(self, seen: Awaitable[None] | None) -> None:
        if seen is not None:
            task = asyncio.ensure_future(_watch(seen))
            self._watching.add(task)
            task.add_done_callback(self._watching.discard)


async def _watch(seen: Awaitable[None]) -> None:
    with log_errors("a watcher failed"):
        await seen


@contextmanager
def log_errors(what: str) -> Iterator[None]:
    """Log an exception instead of raising it."""
    try:
        yield
    except Exception:
        log.exception(what)


# What may be done


class LiveMatch(Protocol):
    """A match at this machine (`Session`), or one guest's view of a match of a house (`rooms.GuestMatch`).

    A method that changes something takes effect at once, and says whether there was anything to do; where a guest may
    not do it, there never is.
    """

    @property
    def state(self) -> TableState:
        """What stands now."""

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; None where nobody counts the time."""

    @property
    def shared(self) -> Shared | None:
        """What there is because others are on other machines; None where they are not."""

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on. One that `shows` holds play, or the view of it, up until it has shown a move,
        and what it raises ends `run`; any other is not waited for, and what it raises is logged."""

    async def run(self) -> None:
        """Play and tell, until it is closed."""

    def close(self) -> None:
        """Leave the match as it stands; `run` ends."""

    def choose(self, seat: int, choice: Choice) -> bool:
        """The person who is asked chooses a move, or rolls. Raises IllegalMove."""

    def move_now(self) -> bool:
        """The player who is thinking is to choose at once."""

    def resign(self, seat: int) -> bool:
        """A seat gives up; the others win."""

    def claim(self, seat: int) -> bool:
        """The seat to move ends the match as a draw, if the rules allow that."""

    def offer_draw(self, seat: int) -> bool:
        """Offer a draw to all others."""

    def undo(self, seat: int | None = None) -> bool:
        """Back to the last decision of the person on that seat, of anybody here if None: at once, or when the people
        elsewhere agree."""

    def redo(self, seat: int | None = None) -> bool:
        """Forward to the next decision of a person; as `undo`."""

    def answer(self, seat: int, accept: bool) -> bool:
        """A seat that the offer waits for accepts it or refuses."""

    def withdraw(self, seat: int) -> bool:
        """The seat that has made the offer takes it back."""

    def add_tag(self, name: str, value: str) -> bool:
        """Note something in the record; play goes on undisturbed."""


# With people on other machines


class ChatLine(NamedTuple):
    """A line that somebody has said."""

    account: str
    """The id of who said it."""

    name: str
    text: str
    when: float
    """Seconds since 1970."""

    greeting: bool
    """Whether it is one of the ready-made ones."""


Presence: TypeAlias = Literal["here", "away", "gone"]
"""Whether the player of a seat is at the table, elsewhere in the house, or not in the house; computers are always
at the table."""


class Weight(NamedTuple):
    """What a match counts for a seat, from 0 to 1, and why less than 1, in a few words; "" where it does not."""

    share: float = 1.0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What one guest sees of the others at a table, and of what the match is played for."""

    room: str
    """The id of the match in its house."""

    seats: tuple[int, ...]
    """The guest's own; none for a spectator."""

    control: TimeControl
    rated: bool
    between_people: bool
    """Whether people play each other."""

    weight: Weight
    """What the match counts for the guest's rating, once it is over."""

    code: str
    """What others type to come to a private match, for those who play it; else ""."""

    holders: tuple[str | None, ...]
    """By seat the id of the account; None for a computer."""

    presence: tuple[Presence, ...]
    """By seat."""

    waiting_for: tuple[int, ...]
    """The seats without whose players a timed match does not begin, or go on after a restart of the host."""

    spectators: tuple[str, ...]
    """Their names."""

    lines: tuple[ChatLine, ...]
    """What was said, as far as the guest is to hear it."""

    claim_in: float | None
    """After how many seconds the guest may claim the match because another is gone, 0 for now; None while there is no
    reason to."""

    rematch_wanted: tuple[int, ...]
    """The seats that want to play again."""

    next_room: str | None
    """The id of the rematch, once everybody wants it."""

    @property
    def rated_between_people(self) -> bool:
        """Whether somebody else's rating depends on what those who play are told."""
        return self.rated and self.between_people

    @property
    def show_within(self) -> float | None:
        """In how many seconds a move is to be shown at most, whatever the guest's speed, as their time runs from then
        on; None for as long as it takes."""
        return self.control.show or None if self.seats else None

    def is_spectator(self, account: str) -> bool:
        """Whether an account has no seat at this table."""
        return account not in self.holders


class Shared(Protocol):
    """What a guest can do only because there are others."""

    @property
    def context(self) -> TableContext:
        """What there is to see of them now."""

    def say(self, text: str) -> None:
        """Say something to the others at this table. Raises Refused, with a sentence."""

    def claim_absence(self) -> bool:
        """Win the match because another has been gone for so long."""

    def want_rematch(self, wanted: bool = True) -> bool:
        """Want to play again, the sides changed, or no longer: it begins when everybody wants it."""

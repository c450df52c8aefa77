"""A match that is being played, as a face sees it: its state, its news, and what may be done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import CHANCE, Event, IllegalMove
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import decides_or_rolls, next_decision, take_back
from marbles_tui.play.rating import counts
from marbles_tui.table.clock import Clock, TimeControl
from marbles_tui.table.players import KEYBOARD, Act, Choice, Player, is_legal

OFFERS: Final = (Act.DRAW, Act.UNDO, Act.REDO)
"""What can be proposed."""

ANYBODY: Final = -1
"""In place of a seat: the first one here."""


class Tag(NamedTuple):
    """Is noted in the record; play goes on undisturbed."""

    name: str
    value: str


class Saying(NamedTuple):
    """Is said to the others at the table."""

    text: str


Wanted: TypeAlias = Choice | Tag | Saying
"""What somebody wants done at a match."""


class Offer(NamedTuple):
    """A proposal: its `kind`, the seat that made it, and the seats that must still accept it."""

    kind: Act
    by: int
    waits: tuple[int, ...]

    def accepted(self, seat: int) -> Self:
        """The offer after a seat has accepted it."""
        return self._replace(waits=tuple(other for other in self.waits if other != seat))

    @classmethod
    def draw(cls, seats: int, by: int) -> Self:
        """A draw, which everybody else must accept."""
        return cls(Act.DRAW, by, tuple(seat for seat in range(seats) if seat != by))

    @classmethod
    def step(cls, hands: Sequence[str | None], kind: Act, seat: int) -> Self:
        """A step, which must be accepted by one seat of each other hand. ANYBODY is
        the first one at this keyboard."""
        if seat == ANYBODY:
            seat = hands.index(KEYBOARD) if KEYBOARD in hands else 0
        others = dict.fromkeys(hand for hand in hands if hand not in (None, hands[seat]))
        return cls(kind, seat, tuple(hands.index(hand) for hand in others))


def computers_only(hands: Sequence[str | None]) -> bool:
    """Whether nobody plays who could be asked about a step."""
    return all(hand is None for hand in hands)


def undone(match: Match, hands: Sequence[str | None]) -> Match | None:
    """The match as it is once somebody at this keyboard has taken their last decision back; None where nobody has
    decided anything."""
    return stepped(match, hands, Act.UNDO, Offer.step(hands, Act.UNDO, ANYBODY).by)


def stepped(match: Match, hands: Sequence[str | None], kind: Act, seat: int) -> Match | None:
    """The match after a step: back to the last decision of the hand that has the seat, or forth to the next one
    of anybody; by a single ply where only computers play. None where there is nothing to step over."""
    if kind is Act.REDO:
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
    """The state of a table, but for the clock."""

    match: Match
    """As far as it is to be seen here."""

    hands: tuple[str | None, ...]
    """Who plays, seat by seat; KEYBOARD sits here. See `Player.hand`."""

    thoughts: tuple[Analysis | None, ...]
    """By seat what a computer found when it chose last, where that is known."""

    asked: int | None = None
    """The seat of the person who is asked for a choice or a roll."""

    question: int = 0
    """Counts how often a person was asked: with another number it is another question."""

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

    spent: frozenset[tuple[int, Act]] = frozenset()
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

    @property
    def over(self) -> bool:
        """The same, once that has been shown. It can still be taken back."""
        return self.stopped and not self.showing

    def may(self, wanted: Choice, seat: int = ANYBODY) -> bool:
        """Whether a seat can have that done, or ask for it. Raises IllegalMove where it is asked for another move."""
        match wanted:
            case Act.MOVE_NOW:
                return self.thinking is not None
            case Act.RESIGN:
                return not self.stopped and len(self.hands) > 1
            case Act.CLAIM:
                return not self.stopped and self.match.turn == seat and self.match.claimable
            case Act.DRAW:
                alone = len(self.hands) == 1
                return not (self.stopped or self.offer or alone or (seat, wanted) in self.spent)
            case Act.UNDO | Act.REDO:
                offer = Offer.step(self.hands, wanted, seat)
                busy = self.offer or (offer.by, wanted) in self.spent
                return not (offer.waits and busy) and bool(stepped(self.match, self.hands, wanted, offer.by))
            case Act.ACCEPT | Act.REFUSE:
                return self.offer is not None and seat in self.offer.waits
            case Act.WITHDRAW:
                return self.offer is not None and self.offer.by == seat
        if self.asked is None or self.asked != seat or self.rolling is not (wanted is Act.ROLL):
            return False
        if not is_legal(self.match, wanted):
            raise IllegalMove(f"{wanted} is not legal here")
        return True


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
    """Something beside the match may have changed: somebody is asked, has made an offer, or the match is over."""

    state: TableState


class Answered(NamedTuple):
    """The offer is closed: the last seat has accepted it, one has refused it, its maker has withdrawn it, or (None)
    it no longer counts, because the match has changed."""

    offer: Offer
    seat: int | None
    accepted: bool


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


News: TypeAlias = Played | Changed | Status | Answered | Failed | Trouble | ContextChanged

Listener: TypeAlias = Callable[[News], Awaitable[None] | None]
"""Is called in the event loop of the match, after it has changed, and may change it. What the face that shows moves
returns for a move is waited for, and only that."""


class Audience:
    """The listeners to a match: the face that shows moves, which is waited for, and those that watch."""

    def __init__(self) -> None:
        self._face: Listener = lambda _: None
        self._watchers: list[Listener] = []

    def add(self, listener: Listener, *, shows: bool) -> None:
        """One more that watches, or (`shows`) the face from now on."""
        if shows:
            self._face = listener
        else:
            self._watchers.append(listener)

    def tell(self, news: News) -> Awaitable[None] | None:
        """Tell all; returns what is to be awaited until the face has shown it. Raises what the face raises; what a
        watcher raises is logged."""
        for watcher in self._watchers:
            with log_errors("a watcher failed"):
                watcher(news)
        return self._face(news)

    async def show(self, played: Played) -> None:
        """Tell all of a move; returns when the face has shown it."""
        if seen := self.tell(played):
            await seen


@contextmanager
def log_errors(what: str) -> Iterator[None]:
    """Log an exception instead of raising it."""
    try:
        yield
    except Exception:
        log.exception(what)


# What may be done


class OwnMatch(Protocol):
    """A match that nobody elsewhere plays or sees: what it can be asked besides."""

    def hold(self, held: bool = True) -> bool:
        """Hold play, or go on; as with all others, whether there was anything to do."""

    def go_to(self, match: Match) -> bool:
        """Put another state of the match on the table, with the same seats, and play on from there."""

    def reseat(self, seats: Sequence[Seat], players: Sequence[Player]) -> bool:
        """Others sit at the table from here on: the record names them, and counts for no rating."""

    def rename(self, seats: Sequence[Seat]) -> bool:
        """Call those who play otherwise from here on; play goes on undisturbed."""


class LiveMatch(Protocol):
    """A match at this machine (`Session`), or one guest's view of a match of a house (`rooms.GuestMatch`)."""

    @property
    def state(self) -> TableState:
        """The state now."""

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; None where nobody counts the time."""

    @property
    def context(self) -> TableContext | None:
        """What is known of players on other machines; None where there are none."""

    @property
    def own(self) -> OwnMatch | None:
        """The match, where there are none."""

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on. One that `shows` holds play, or the view of it, up until it has shown a move,
        and what it raises ends `run`; any other is not waited for, and what it raises is logged."""

    async def run(self) -> None:
        """Play and tell, until it is closed."""

    def close(self) -> None:
        """Leave the match as it stands; `run` ends."""

    def do(self, wanted: Wanted, seat: int = ANYBODY) -> bool:
        """Have that done, at once; whether there was anything to do. Where a guest may not, there never is. Raises
        IllegalMove, and ValueError where something may not be said, with a sentence."""


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

    event: str = ""
    """The tournament in which the match is played: it says who plays whom next."""

    @property
    def plays_again(self) -> bool:
        """Whether the guest can have a rematch once the match is over."""
        return bool(self.seats) and not self.event

    @property
    def rated_between_people(self) -> bool:
        """Whether somebody else's rating depends on what those who play are told."""
        return self.rated and self.between_people

    def keeps_moves(self, match: Match) -> bool:
        """Whether no move is taken back: against a computer, which agrees to everything, while the match counts."""
        return self.rated and not self.between_people and counts(match)

    @property
    def show_within(self) -> float | None:
        """In how many seconds a move is to be shown at most, whatever the guest's speed, as their time runs from then
        on; None for as long as it takes."""
        return self.control.show or None if self.seats else None

    def is_spectator(self, account: str) -> bool:
        """Whether an account has no seat at this table."""
        return account not in self.holders

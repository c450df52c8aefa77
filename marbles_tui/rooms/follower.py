"""How one guest sees a match of the house, at their own speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from marbles_tui.core import CHANCE, Event
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import NOT, counts
from marbles_tui.play.series import CHANGED, RATED, TAKEN_BACK
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.cards import Line, Presence
from marbles_tui.rooms.context import at_home
from marbles_tui.rooms.control import TimeControl
from marbles_tui.rooms.showing import Showing
from marbles_tui.rooms.weight import Weight
from marbles_tui.table.clock import Clock
from marbles_tui.table.listener import Listener
from marbles_tui.table.offers import Kind, Offer
from marbles_tui.table.players import Choice, Human, Player

if TYPE_CHECKING:
    from marbles_tui.rooms.view import RoomView


NEVER: Final = -1
"""The number of no question."""

NOTES: Final = ((RATED, NOT), (CHANGED, TAKEN_BACK))
"""What a guest may have noted in the record."""


class Follower:
    """One guest's view of a match, for a face that plays it as it would play at a `Session`.

    Moves are shown one after the other, and neither the match nor another guest waits for that. The guest is asked
    once all is shown. What a guest may not do is answered by False; a spectator may do nothing.
    """

    def __init__(self, room: RoomView, account: Account) -> None:
        """The view of an account from here on; `run` gives it to its listeners."""
        self._room = room
        self.account = account.id
        """The id of the guest's account."""

        self._showing = Showing(room.shown, room.most_behind, self._ask)
        self._newest = room.shown  # that was given to be shown
        self._question = 0  # the last one that was told
        self._told_over = False
        self._told_offer = False  # one that was made before the guest came
        self._hand = Human()
        self._watching: list[Callable[[], object]] = []

    # What stands, as `Playing` says

    @property
    def match(self) -> Match:
        """The match as far as the guest has seen it, without what is to stay on the host."""
        return self._showing.match

    @property
    def players(self) -> Sequence[Player]:
        """Who plays: the guest's own seats are at this keyboard, other people's at theirs."""
        own = self.seats
        return tuple(
            self._hand if seat in own else player for seat, player in enumerate(self._room.session.players)
        )

    @property
    def seats(self) -> tuple[int, ...]:
        """The guest's own seats; none for a spectator."""
        return self._room.seats_of(self.account)

    @property
    def asked(self) -> int | None:
        """The guest's own seat that is asked, once they have seen everything."""
        asked = self._room.session.asked
        return asked if asked in self.seats and self._showing.done else None

    @property
    def awaited(self) -> int | None:
        """The seat of the person elsewhere who is asked, once everything is shown."""
        asked = self._room.session.asked
        return asked if asked is not None and asked not in self.seats and self._showing.done else None

    @property
    def rolling(self) -> bool:
        """Whether the guest is asked to roll."""
        return self.asked is not None and self.match.turn == CHANCE

    @property
    def thinking(self) -> int | None:
        """The seat of the computer that is choosing."""
        return self._room.session.thinking if self._showing.done else None

    @property
    def showing(self) -> bool:
        """Whether a move is being shown."""
        return self._showing.under_way

    @property
    def paused(self) -> bool:
        """Never: nobody holds up the others."""
        return False

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer."""
        return self._room.session.offer

    @property
    def spent(self) -> frozenset[tuple[int, Kind]]:
        """Which seats have asked for what since the last move."""
        return self._room.session.spent

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; a computer's is infinite."""
        return self._room.session.clock

    @property
    def unsaved(self) -> bool:
        """Whether the match is not saved."""
        return self._room.session.unsaved

    @property
    def stopped(self) -> bool:
        """Whether the match is over, as far as the guest has seen it."""
        return self.match.stopped

    # What is particular to a room

    @property
    def room(self) -> str:
        """The id of the room."""
        return self._room.id

    @property
    def control(self) -> TimeControl:
        """How much time there is."""
        return self._room.control

    @property
    def show_within(self) -> float | None:
        """In how many seconds a move is to be shown at most, whatever the guest's speed, as their time runs from then
        on; None for as long as it takes."""
        return self._room.control.show or None if self.seats else None

    @property
    def rated(self) -> bool:
        """Whether the match counts for the ratings."""
        return self._room.rated

    @property
    def rated_between_people(self) -> bool:
        """Whether the match counts for the ratings of people who play each other."""
        return self._room.rated_between_people

    @property
    def weight(self) -> Weight:
        """What the match counts for the guest's rating, once it is over."""
        weights = self._room.weights
        return weights[self.seats[0]] if weights and self.seats else Weight()

    @property
    def code(self) -> str:
        """What others type to come to a private match, for those who play it; else ""."""
        return self._room.code if self.seats else ""

    @property
    def closed(self) -> bool:
        """Whether the guest has left, or the room was closed."""
        return self._showing.closed

    @property
    def presence(self) -> tuple[Presence, ...]:
        """By seat whether its player is here."""
        return self._room.presence

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats without whose players a timed match does not begin, or go on after a restart of the host."""
        waits = self._room.waiting_for
        return tuple(seat for seat, holder in enumerate(self._room.holders) if holder in waits)

    @property
    def spectators(self) -> tuple[str, ...]:
        """The names of those who watch."""
        return self._room.spectators

    @property
    def lines(self) -> tuple[Line, ...]:
        """What was said at this table, but for those whom the guest has muted; see `RoomView.lines_for`."""
        return self._room.lines_for(self.account)

    def is_spectator(self, account: str) -> bool:
        """Whether an account has no seat at this table."""
        return not self._room.seats_of(account)

    @property
    def claim_in(self) -> float | None:
        """After how many seconds the guest may claim the match because another is gone, 0 for now; None while
        there is no reason to."""
        return self._room.claim_in(self.account)

    @property
    def rematch_wanted(self) -> tuple[int, ...]:
        """The seats that want to play again."""
        return self._room.rematch_wanted

    @property
    def next_room(self) -> str | None:
        """The id of the room of the rematch, once everybody wants it."""
        return self._room.successor

    def say(self, text: str) -> None:
        """Say something to the others at this table. Raises Refused."""
        self._room.say(self.account, text)

    def claim_absence(self) -> bool:
        """Win the match because another has been gone for so long."""
        return self._room.claim_absence(self.account)

    def want_rematch(self, wanted: bool = True) -> bool:
        """Want to play again, the sides changed, or no longer: it begins when everybody wants it."""
        return self._room.want_rematch(self.account, wanted)

    def watch(self, callback: Callable[[], object]) -> None:
        """Call something whenever what is particular to a room has changed: presence, chat, rematch, end."""
        self._watching.append(at_home(callback))

    # What a face does, as `Playing` says

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on; one that `shows` is given each move when the one before has been shown."""
        self._showing.listen(listener, shows=shows)

    async def run(self) -> None:
        """Show and tell, until the guest leaves. Raises what a face raises."""
        try:
            await self._showing.run()
        finally:
            self.close()

    def choose(self, seat: int, choice: Choice) -> bool:
        """The guest chooses a move. Raises IllegalMove."""
        return self.asked == seat and self._room.session.choose(seat, choice)

    def roll(self, seat: int) -> bool:
        """The guest rolls."""
        return self.asked == seat and self._room.session.roll(seat)

    def move_now(self) -> bool:
        """The computer is to choose at once, for a guest who plays."""
        return bool(self.seats) and self._showing.done and self._room.session.move_now()

    def resign(self, seat: int) -> bool:
        """The guest gives up."""
        return self._sits(seat) and self._room.session.resign(seat)

    def claim(self, seat: int) -> bool:
        """The guest claims a draw, where the rules allow that."""
        return self._sits(seat) and self._showing.done and self._room.session.claim(seat)

    def offer_draw(self, seat: int) -> bool:
        """The guest offers a draw."""
        return self._sits(seat) and self._room.session.offer_draw(seat)

    def undo(self, seat: int | None = None) -> bool:
        """Ask for a step back, which the people elsewhere must agree to; not after the end, nor in a rated match
        against a computer while it counts."""
        mine = self._seat(seat)
        if mine is None or self._room.session.stopped or (self._alone and counts(self.match)):
            return False
        return self._room.session.undo(mine)

    def redo(self, seat: int | None = None) -> bool:
        """Ask for a step forward; as `undo`."""
        mine = self._seat(seat)
        return mine is not None and not self._room.session.stopped and self._room.session.redo(mine)

    def answer(self, seat: int, accept: bool) -> bool:
        """The guest accepts an offer or refuses it."""
        return self._sits(seat) and self._room.session.answer(seat, accept)

    def withdraw(self, seat: int) -> bool:
        """The guest takes an offer of theirs back."""
        return self._sits(seat) and self._room.session.withdraw(seat)

    def pause(self) -> bool:
        """Refused: the match is not the guest's alone."""
        return False

    def resume(self) -> bool:
        """Refused."""
        return False

    def go_to(self, match: Match) -> bool:
        """Refused."""
        del match
        return False

    def reseat(self, seats: Sequence[Seat], players: Sequence[Player]) -> bool:
        """Refused."""
        del seats, players
        return False

    def rename(self, seats: Sequence[Seat]) -> bool:
        """Refused: in a house people are called as their accounts are."""
        del seats
        return False

    def add_tag(self, name: str, value: str) -> bool:
        """Note that help or a move back was taken; refused where that would spoil a rated match with somebody
        else, and so is any other note."""
        may = bool(self.seats) and not self.rated_between_people and (name, value) in NOTES
        done = may and self._room.session.add_tag(name, value)
        if done:
            self._showing.note(self._room.shown)
        return done

    def close(self) -> None:
        """Leave the table; the seat is kept."""
        if not self.closed:
            self._showing.close()
            self._room.leave(self)

    @property
    def _alone(self) -> bool:
        """Whether it is a rated match of the guest against computers, who agree to everything."""
        return self._room.rated and len(self._room.people) == 1

    def _sits(self, seat: int) -> bool:
        return not self.closed and seat in self.seats

    def _seat(self, seat: int | None) -> int | None:
        own = self.seats if not self.closed else ()
        return next((mine for mine in own if seat in (None, mine)), None)

    # What the room tells

    def played(self, before: Match, match: Match, events: Sequence[Event]) -> None:
        """A move was played; a guest who is far behind skips what they have missed."""
        self._newest = match
        self._showing.add(before, match, events)

    def changed(self, match: Match) -> None:
        """Another state of the match is on the table."""
        self._told_over = False
        self._newest = match
        self._showing.put(match)

    def move_to(self, room: RoomView) -> None:
        """See the same match by way of another room from now on; whatever is asked is asked again."""
        self._room, self._question = room, NEVER
        if (room.shown.moves, room.shown.ending) != (self._newest.moves, self._newest.ending):
            self.changed(room.shown)
        self.status()
        self.noted()

    def status(self) -> None:
        """Somebody is asked, or thinks."""
        self._showing.status()

    def offered(self, offer: Offer) -> None:
        """Somebody has made an offer."""
        self._told_offer = True
        self._showing.tell(lambda listener: listener.offered(offer))

    def answered(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed."""
        self._showing.tell(lambda listener: listener.answered(offer, seat, accepted))

    def trouble(self, message: str) -> None:
        """The match could not be saved."""
        self._showing.tell(lambda listener: listener.trouble(message))

    def noted(self) -> None:
        """Something particular to a room has changed."""
        for callback in self._watching:
            self._showing.guard(callback)

    def _ask(self) -> None:
        """Everything is shown: ask the guest, tell of the end, or of an offer that was made before they came, once
        each."""
        question, seat = self._room.question, self.asked
        offer, told, self._told_offer = self.offer, self._told_offer, True
        if offer and not told and set(offer.waits) & set(self.seats):
            self._showing.tell(lambda listener: listener.offered(offer))
        if self.match.stopped:
            if not self._told_over and self._room.session.stopped:
                self._told_over = True
                result = self.match.result
                self._showing.tell(lambda listener: listener.over(result))
        elif seat is not None and question != self._question:
            self._question = question
            self._showing.tell(lambda listener: listener.asked(seat))

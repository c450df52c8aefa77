"""How one guest sees a match of the house, at their own speed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from marbles_tui.core import CHANCE, Event
from marbles_tui.play import Match, Seat
from marbles_tui.play.elo import NOT
from marbles_tui.play.series import RATED
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.cards import Line, Presence
from marbles_tui.rooms.control import TimeControl
from marbles_tui.table.clock import Clock
from marbles_tui.table.listener import Audience, Listener
from marbles_tui.table.offers import Offer
from marbles_tui.table.players import Choice, Human, Player

if TYPE_CHECKING:
    from marbles_tui.rooms.room import Room


class Follower:
    """One guest's view of a match, for a face that plays it as it would play at a `Session`.

    Moves are shown one after the other, and neither the match nor another guest waits for that. The guest is asked
    once all is shown. What a guest may not do is answered by False; a spectator may do nothing.
    """

    def __init__(self, room: Room, account: Account) -> None:
        """The view of an account from here on; `run` gives it to its listeners."""
        self._room = room
        self.account = account.id
        """The id of the guest's account."""

        self._match = room.shown
        self._plies: deque[tuple[Match, Match, Sequence[Event]]] = deque()
        self._audience = Audience()
        self._wake = asyncio.Event()
        self._show: asyncio.Task[None] | None = None
        self._question = 0  # the last one that was told
        self._told_over = False
        self._error: Exception | None = None
        self._closed = False
        self._hand = Human()
        self._watching: list[Callable[[], object]] = []

    # What stands, as `Playing` says

    @property
    def match(self) -> Match:
        """The match as far as the guest has seen it, without what is to stay on the host."""
        return self._match

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
        return asked if asked in self.seats and self._caught_up else None

    @property
    def awaited(self) -> int | None:
        """The seat of the person elsewhere who is asked, once everything is shown."""
        asked = self._room.session.asked
        return asked if asked is not None and asked not in self.seats and self._caught_up else None

    @property
    def rolling(self) -> bool:
        """Whether the guest is asked to roll."""
        return self.asked is not None and self._match.turn == CHANCE

    @property
    def thinking(self) -> int | None:
        """The seat of the computer that is choosing."""
        return self._room.session.thinking if self._caught_up else None

    @property
    def showing(self) -> bool:
        """Whether a move is being shown."""
        return self._show is not None

    @property
    def paused(self) -> bool:
        """Never: nobody holds up the others."""
        return False

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer."""
        return self._room.session.offer

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        return self._room.clock_now

    @property
    def unsaved(self) -> bool:
        """Whether the match is not saved."""
        return self._room.session.unsaved

    @property
    def stopped(self) -> bool:
        """Whether the match is over, as far as the guest has seen it."""
        return self._match.stopped

    @property
    def _caught_up(self) -> bool:
        return not (self._plies or self._show or self._closed)

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
    def rated(self) -> bool:
        """Whether the match counts for the ratings."""
        return self._room.rated

    @property
    def code(self) -> str:
        """What others type to come to a private match, for those who play it; else ""."""
        return self._room.code if self.seats else ""

    @property
    def closed(self) -> bool:
        """Whether the guest has left, or the room was closed."""
        return self._closed

    @property
    def presence(self) -> tuple[Presence, ...]:
        """By seat whether its player is here."""
        return self._room.presence

    @property
    def spectators(self) -> tuple[str, ...]:
        """The names of those who watch."""
        return self._room.spectators

    @property
    def lines(self) -> tuple[Line, ...]:
        """What was said at this table, but for those whom the guest has muted."""
        return self._room.lines_for(self.account)

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
        self._watching.append(callback)

    # What a face does, as `Playing` says

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on; one that `shows` is given each move when the one before has been shown."""
        self._audience.add(listener, shows=shows)

    async def run(self) -> None:
        """Show and tell, until the guest leaves. Raises what a face raises."""
        try:
            while not self._closed:
                self._wake.clear()
                if self._error:
                    raise self._error
                if self._plies:
                    await self._show_next()
                else:
                    self._ask()
                    if not self._error:
                        await self._wake.wait()
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
        return bool(self.seats) and self._caught_up and self._room.session.move_now()

    def resign(self, seat: int) -> bool:
        """The guest gives up."""
        return self._sits(seat) and self._room.session.resign(seat)

    def claim(self, seat: int) -> bool:
        """The guest claims a draw, where the rules allow that."""
        return self._sits(seat) and self._caught_up and self._room.session.claim(seat)

    def offer_draw(self, seat: int) -> bool:
        """The guest offers a draw."""
        return self._sits(seat) and self._room.session.offer_draw(seat)

    def undo(self, seat: int | None = None) -> bool:
        """Ask for a step back, which the people elsewhere must agree to; not after the end."""
        mine = self._seat(seat)
        return mine is not None and not self._room.session.stopped and self._room.session.undo(mine)

    def redo(self, seat: int | None = None) -> bool:
        """Ask for a step forward; as `undo`."""
        mine = self._seat(seat)
        return mine is not None and not self._room.session.stopped and self._room.session.redo(mine)

    def answer(self, seat: int, accept: bool) -> bool:
        """The guest accepts an offer or refuses it."""
        return self._sits(seat) and self._room.session.answer(seat, accept)

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

    def add_tag(self, name: str, value: str) -> bool:
        """Note that help was taken, in a match that does not count anyway; anything else is refused."""
        may = bool(self.seats) and not self._room.rated and (name, value) == (RATED, NOT)
        done = may and self._room.session.add_tag(name, value)
        if done and self._caught_up:
            self._match = self._room.shown
        return done

    def close(self) -> None:
        """Leave the table; the seat is kept."""
        if not self._closed:
            self._closed = True
            self._plies.clear()
            if self._show:
                self._show.cancel()
            self._wake.set()
            self._room.leave(self)

    def _sits(self, seat: int) -> bool:
        return not self._closed and seat in self.seats

    def _seat(self, seat: int | None) -> int | None:
        own = self.seats if not self._closed else ()
        return next((mine for mine in own if seat in (None, mine)), None)

    # What the room tells

    def of(self, account: str) -> bool:
        """Whether it is the view of an account."""
        return self.account == account

    def played(self, before: Match, match: Match, events: Sequence[Event]) -> None:
        """A move was played; a guest who is far behind skips what they have missed."""
        self._plies.append((before, match, events))
        if len(self._plies) > self._room.most_behind:
            self.changed(match)
        self._wake.set()

    def changed(self, match: Match) -> None:
        """Another state of the match is on the table."""
        self._plies.clear()
        if self._show:
            self._show.cancel()
        self._match = match
        self._told_over = False
        self._tell(lambda listener: listener.changed(match))
        self._wake.set()

    def status(self) -> None:
        """Somebody is asked, or thinks."""
        self._tell(lambda listener: listener.status())
        self._wake.set()

    def offered(self, offer: Offer) -> None:
        """Somebody has made an offer."""
        self._tell(lambda listener: listener.offered(offer))

    def answered(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed."""
        self._tell(lambda listener: listener.answered(offer, seat, accepted))

    def trouble(self, message: str) -> None:
        """The match could not be saved."""
        self._tell(lambda listener: listener.trouble(message))

    def noted(self) -> None:
        """Something particular to a room has changed."""
        for callback in self._watching:
            self._guard(callback)

    def _tell(self, what: Callable[[Listener], None]) -> None:
        self._guard(lambda: self._audience.tell(what))

    def _guard(self, call: Callable[[], object]) -> None:
        """Whatever is wrong with a face is raised by this guest's `run`, and nobody else's."""
        if self._closed:
            return
        try:
            call()
        except Exception as error:
            self._error = error
            self._wake.set()

    async def _show_next(self) -> None:
        before, self._match, events = self._plies.popleft()
        self._show = asyncio.create_task(self._audience.show(before, self._match, events), name="show")
        self._tell(lambda listener: listener.status())
        try:
            await asyncio.wait({self._show})
        finally:
            show, self._show = self._show, None
            show.cancel()
        if not show.cancelled():
            show.result()
        self._tell(lambda listener: listener.status())

    def _ask(self) -> None:
        """Everything is shown: ask the guest, or tell of the end, once each."""
        question, seat = self._room.question, self.asked
        if self._match.stopped:
            if not self._told_over and self._room.session.stopped:
                self._told_over = True
                result = self._match.result
                self._tell(lambda listener: listener.over(result))
        elif seat is not None and question != self._question:
            self._question = question
            self._tell(lambda listener: listener.asked(seat))

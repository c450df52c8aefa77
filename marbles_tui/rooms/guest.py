"""How one guest sees a match of the house, at their own speed, and what they may do at it."""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import copy_context
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from marbles_tui.core import CHANCE, IllegalMove
from marbles_tui.play import Match
from marbles_tui.play.rating import NOT, counts
from marbles_tui.play.series import CHANGED, RATED, TAKEN_BACK
from marbles_tui.rooms.accounts import Account
from marbles_tui.table.clock import Clock
from marbles_tui.table.live import (
    Asked,
    Audience,
    Changed,
    ContextChanged,
    Listener,
    News,
    Offered,
    Over,
    Played,
    Status,
    TableContext,
    TableState,
    Weight,
)
from marbles_tui.table.players import KEYBOARD, Act, Choice, is_legal

if TYPE_CHECKING:
    from marbles_tui.rooms.view import RoomView

NEVER: Final = -1
"""The number of no question."""

NOTES: Final = ((RATED, NOT), (CHANGED, TAKEN_BACK))
"""What a guest may have noted in the record."""


class GuestMatch:
    """A `LiveMatch` of which somebody else is the host: one guest's view of a room, whichever process plays it.

    Moves are shown one after the other, and neither the match nor another guest waits for that. The guest is asked
    once all is shown. What a guest may not do is answered by False; a spectator may do nothing.
    """

    def __init__(self, room: RoomView, account: Account) -> None:
        """The view of an account from here on; `run` gives it to its listeners."""
        self.account = account.id
        """The id of the guest's account."""

        self.closed = False
        """Whether the guest has left, or the room was closed."""

        self._room = room
        self._match = self._newest = room.shown  # as far as it has been shown, and been told
        self._waiting: deque[Played] = deque()
        self._show: asyncio.Task[None] | None = None
        self._question = NEVER  # the last one that was told
        self._told_over = False
        self._told_offer = False  # one that was made before the guest came
        self._audience = Audience()
        self._home = copy_context()  # faces share a loop, and each finds its app in the context
        self._state: TableState | None = None  # as it was made since something was told or done last
        self._wake = asyncio.Event()
        self._error: Exception | None = None

    # What stands

    @property
    def state(self) -> TableState:
        """What stands, as far as the guest has seen it; who is asked or thinks once they have seen everything."""
        if self._state is None:
            self._state = self._seen()
        return self._state

    def _seen(self) -> TableState:
        own, state, done = self.seats, self._room.state, self._all_shown
        asked = state.asked if done else None
        return replace(
            state,
            match=self._match,
            hands=tuple(KEYBOARD if seat in own else hand for seat, hand in enumerate(state.hands)),
            asked=asked if asked in own else None,
            awaited=None if asked in own else asked,
            thinking=state.thinking if done else None,
            showing=self._show is not None,
            paused=False,
        )

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; a computer's is infinite."""
        return self._room.clock

    @property
    def shared(self) -> GuestMatch:
        """See `Shared`."""
        return self

    @property
    def seats(self) -> tuple[int, ...]:
        """The guest's own seats; none for a spectator."""
        return self._room.seats_of(self.account)

    @property
    def context(self) -> TableContext:
        """What the guest sees of the others."""
        room, own = self._room, self.seats
        waits = room.waiting_for
        return TableContext(
            room=room.id,
            seats=own,
            control=room.control,
            rated=room.rated,
            between_people=len(room.people) > 1,
            weight=room.weights[own[0]] if room.weights and own else Weight(),
            code=room.code if own else "",
            holders=room.holders,
            presence=room.presence,
            waiting_for=tuple(seat for seat, holder in enumerate(room.holders) if holder in waits),
            spectators=room.spectators,
            lines=room.lines_for(self.account),
            claim_in=room.claim_in(self.account),
            rematch_wanted=room.rematch_wanted,
            next_room=room.successor,
        )

    @property
    def _all_shown(self) -> bool:
        return not (self._waiting or self._show or self.closed)

    # Listening

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on, in the context of this call."""
        self._home = copy_context()
        self._audience.add(listener, shows=shows)

    async def run(self) -> None:
        """Show and tell, until the guest leaves. Raises what a face raises, and disturbs nobody else by it."""
        try:
            while not self.closed:
                self._wake.clear()
                if self._error:
                    raise self._error
                if self._waiting:
                    await self._show_next()
                    continue
                self._ask()
                if not self._error:
                    await self._wake.wait()
        finally:
            self.close()

    def close(self) -> None:
        """Leave the table; the seat is kept."""
        if not self.closed:
            self.closed, self._state = True, None
            self._waiting.clear()
            if self._show:
                self._show.cancel()
            self._wake.set()
            self._room.leave(self)

    async def _show_next(self) -> None:
        played = self._waiting.popleft()
        self._match = played.match
        self._show = asyncio.create_task(self._audience.show(played), name="show")
        self._state = None
        self._tell(Status(self.state))
        try:
            await asyncio.wait({self._show})
        finally:
            show, self._show, self._state = self._show, None, None
            show.cancel()
        if not show.cancelled():
            show.result()
        self._tell(Status(self.state))

    def _ask(self) -> None:
        """Everything is shown: ask the guest, tell of the end, or of an offer that was made before they came, once
        each."""
        state, question = self.state, self._room.question
        told, self._told_offer = self._told_offer, True
        if state.offer and not told and set(state.offer.waits) & set(self.seats):
            self._tell(Offered(state.offer))
        if state.match.stopped:
            if not self._told_over and self._room.state.stopped:
                self._told_over = True
                self._tell(Over(state.match.result))
        elif state.asked is not None and question != self._question:
            self._question = question
            self._tell(Asked(state.asked))

    def _tell(self, news: News) -> None:
        """Tell the listeners; what they raise is raised by `run`."""
        if self.closed:
            return
        try:
            self._home.copy().run(self._audience.tell, news)
        except Exception as error:
            self._error = error
            self._wake.set()

    # What the room tells

    def hear(self, news: News) -> None:
        """Something has happened in the room."""
        self._state = None
        match news:
            case Played():
                self._newest = news.match
                self._waiting.append(news)
                if len(self._waiting) > self._room.most_behind:
                    self._put(news.match)  # what was missed is skipped
            case Changed(match=match):
                self._told_over = False
                self._put(match)
            case Status():
                self._tell(Status(self.state))
            case Asked() | Over():
                pass  # told when all is shown
            case Offered():
                self._told_offer = True
                self._tell(news)
            case _:
                self._tell(news)
        self._wake.set()

    def note(self) -> None:
        """Something particular to a room has changed."""
        self._tell(ContextChanged(self.context))

    def move_to(self, room: RoomView) -> None:
        """See the same match by way of another room from now on; whatever is asked is asked again."""
        self._room, self._question = room, NEVER
        if (room.shown.moves, room.shown.ending) != (self._newest.moves, self._newest.ending):
            self.hear(Changed(room.shown))
        self.hear(Status(room.state))
        self.note()

    def _put(self, match: Match) -> None:
        """Show another state of the match at once, and no more of what led to it."""
        self._waiting.clear()
        if self._show:
            self._show.cancel()
        self._match, self._newest, self._state = match, match, None
        self._tell(Changed(match))

    # What the guest does

    def choose(self, seat: int, choice: Choice) -> bool:
        """See `LiveMatch`."""
        match, rolling = self._match, self._match.turn == CHANCE
        if self.state.asked != seat or rolling is not (choice is Act.ROLL):
            return False
        if not is_legal(match, choice):
            raise IllegalMove(f"{choice} is not legal here")
        if rolling:
            return self._order("roll", seat, ply=match.plies)
        word = f"act {choice.name}" if isinstance(choice, Act) else str(choice)
        return self._order("choose", seat, move=word, ply=match.plies)

    def move_now(self) -> bool:
        """See `LiveMatch`."""
        return bool(self.seats) and self._all_shown and self._room.order({"do": "move_now"})

    def resign(self, seat: int) -> bool:
        """See `LiveMatch`."""
        return self._order("resign", seat)

    def claim(self, seat: int) -> bool:
        """See `LiveMatch`."""
        return self._all_shown and self._order("claim", seat)

    def offer_draw(self, seat: int) -> bool:
        """See `LiveMatch`."""
        return self._order("offer_draw", seat)

    def undo(self, seat: int | None = None) -> bool:
        """See `LiveMatch`. Not after the end, nor in a rated match against a computer while it counts: computers
        agree to everything."""
        alone = self._room.rated and len(self._room.people) == 1
        return not (alone and counts(self._match)) and self._step("undo", seat)

    def redo(self, seat: int | None = None) -> bool:
        """See `LiveMatch`. Not after the end."""
        return self._step("redo", seat)

    def answer(self, seat: int, accept: bool) -> bool:
        """See `LiveMatch`."""
        return self._order("answer", seat, accept=accept)

    def withdraw(self, seat: int) -> bool:
        """See `LiveMatch`."""
        return self._order("withdraw", seat)

    def add_tag(self, name: str, value: str) -> bool:
        """Note that help or a move back was taken; refused where that would spoil a rated match with somebody
        else, and so is any other note."""
        may = bool(self.seats) and not self._room.rated_between_people and (name, value) in NOTES
        done = may and self._room.order({"do": "add_tag", "name": name, "value": value})
        if done and self._all_shown:
            self._match, self._state = self._room.shown, None
        return done

    def say(self, text: str) -> None:
        """Say something to the others at this table. Raises Refused."""
        line = self._room.talk.line_of(self.account, text)
        self._room.order({"do": "say", "line": list(line)})

    def claim_absence(self) -> bool:
        """See `Shared`."""
        return self._room.claim_in(self.account) == 0 and self._room.order(
            {"do": "claim_absence", "account": self.account}
        )

    def want_rematch(self, wanted: bool = True) -> bool:
        """See `Shared`."""
        return self._room.order({"do": "want_rematch", "account": self.account, "wanted": wanted})

    def _step(self, do: str, seat: int | None) -> bool:
        mine = next((mine for mine in self.seats if seat in (None, mine)), None)
        return mine is not None and not self._room.state.stopped and self._order(do, mine)

    def _order(self, do: str, seat: int, **what: object) -> bool:
        sits = not self.closed and seat in self.seats
        done = sits and self._room.order({"do": do, "seat": seat, **what})
        self._state = None  # who has answered is asked no more, which nobody tells
        return done

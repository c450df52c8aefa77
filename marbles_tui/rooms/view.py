"""A match of the house as lobby and guests see it, wherever it is played, each at their own speed."""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import copy_context
from dataclasses import replace
from math import inf
from typing import Final

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.rating import NOT
from marbles_tui.play.series import CHANGED, RATED, SEED, TAKEN_BACK
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import RoomCard, RoomState
from marbles_tui.rooms.house import House, RoomTalk
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.peers import GuestOrder
from marbles_tui.table.clock import Clock, TimeControl
from marbles_tui.table.live import (
    ANYBODY,
    Audience,
    Changed,
    ChatLine,
    ContextChanged,
    Listener,
    News,
    Played,
    Saying,
    Status,
    TableContext,
    TableState,
    Tag,
    Wanted,
    Weight,
)
from marbles_tui.table.players import KEYBOARD, Act

EVENT: Final = "Event"
"""The tag of a record that names the tournament in which it was played."""

QUESTIONS: Final = 1 << 32
"""More than a room asks: each counts its own."""

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
        self._audience = Audience()
        self._home = copy_context()  # faces share a loop, and each finds its app in the context
        self._state: TableState | None = None  # as it was made since something was told or done last
        self._told: TableState | None = None  # the last one that was told
        self._moves = 0  # how often it was seen by way of another room
        self._wake = asyncio.Event()
        self._error: Exception | None = None

    # What stands

    @property
    def state(self) -> TableState:
        """The state as far as the guest has seen it; who is asked or thinks once they have seen everything."""
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
            question=state.question + self._moves * QUESTIONS,
        )

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; a computer's is infinite."""
        return self._room.clock

    @property
    def seats(self) -> tuple[int, ...]:
        """The guest's own seats; none for a spectator."""
        return self._room.seats_of(self.account)

    @property
    def context(self) -> TableContext:
        """What the guest sees of the others."""
        return self._room.context(self.account)

    own: None = None

    @property
    def _all_shown(self) -> bool:
        return not (self._waiting or self._show or self.closed)

    # Listening

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on, in the context of this call."""
        self._home, self._told = copy_context(), None
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
                self._tell_state()
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
        self._tell_state()
        try:
            await asyncio.wait({self._show})
        finally:
            show, self._show = self._show, None
            show.cancel()
        if not show.cancelled():
            show.result()
        self._tell_state()

    def _tell_state(self) -> None:
        """Tell the state if it has changed."""
        self._state = None
        if self.state != self._told:
            self._told = self.state
            self._tell(Status(self._told))

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
                self._put(match)
            case Status():
                self._tell_state()
            case _:
                self._tell(news)
        self._wake.set()

    def note(self) -> None:
        """Something particular to a room has changed."""
        self._tell(ContextChanged(self.context))

    def move_to(self, room: RoomView) -> None:
        """See the same match by way of another room from now on; whatever is asked is asked again."""
        self._room, self._told, self._moves = room, None, self._moves + 1
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

    def do(self, wanted: Wanted, seat: int = ANYBODY) -> bool:
        """See `LiveMatch`; what is said is said by spectators, too. Nothing is taken back nor redone after the end.
        Of notes only that help or a move back was taken, and none that would spoil a rated match with somebody
        else."""
        room, own, match, account = self._room, self.seats, self._match, self.account
        at = own[0] if own and seat == ANYBODY else seat
        match wanted:
            case Saying(text):
                return room.do(GuestOrder(room.talk.line_of(account, text)))
            case Act.CLAIM_ABSENCE:
                may = room.claim_in(account) == 0
            case Act.REMATCH:
                may = True
            case Tag():
                may = bool(own) and not room.rated_between_people and wanted in NOTES
            case Act.UNDO | Act.REDO:
                kept = wanted is Act.UNDO and self.context.keeps_moves(match)
                may = at in own and not (kept or room.state.stopped)
            case Act.MOVE_NOW | Act.CLAIM:
                may = at in own and self._all_shown
            case Act() if wanted is not Act.ROLL:
                may = at in own
            case _:
                may = at in own and self.state.may(wanted, at)
        done = not self.closed and may and room.do(GuestOrder(wanted, at, account, match.plies))
        if done and isinstance(wanted, Tag) and self._all_shown:
            self._match = room.shown
        self._state = None  # who has answered is asked no more, which nobody tells
        return done


def unveiled(match: Match) -> Match:
    """A match as guests may have it: without what its lots are drawn from."""
    return match.tagged(SEED)


class RoomView:
    """A match as its viewers see it, who they are, and what they may do at it."""

    def __init__(self, house: House, state: RoomState) -> None:
        """A match as it was kept."""
        self.id = state.id
        self.kept = state
        """As it was kept last, or told by the process that plays it."""

        self.control = TimeControl.read(state.control)
        self.rated = state.rated
        self.code = state.code
        self.holders = state.holders
        """By seat the id of its account; None for a computer."""

        self.successor: str | None = None
        """The id of the room in which these players play again."""

        self.since = state.since
        """When the match has changed last, in seconds since 1970."""

        self.ended = False
        """Whether the end has been told, and is being kept."""

        self.weights: tuple[Weight, ...] = ()
        """By seat what the match counts for the rating, once it is over and where it does."""

        self.most_behind = house.limits.behind
        self.talk = RoomTalk(house, state.lines)
        self._house = house
        self.guests: list[GuestMatch] = []
        """Those who see it in this process."""

        self.gone = dict.fromkeys(self.people, house.wall())
        """The players who are not in the house, and since when, in seconds since 1970."""

        self.again: set[str] = set()
        """The ids of those who want to play again."""

        self._public: RoomCard | None = None
        self._shown: tuple[Match, Match] | None = None

    # What stands

    @property
    def state(self) -> TableState:
        """The state as it is played."""
        raise NotImplementedError

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        raise NotImplementedError

    @property
    def match(self) -> Match:
        """The match now."""
        raise NotImplementedError

    @property
    def shown(self) -> Match:
        """The match as guests may have it."""
        match = self.match
        if not self._shown or self._shown[0] is not match:
            self._shown = (match, unveiled(match))
        return self._shown[1]

    @property
    def is_over(self) -> bool:
        """Whether the match is over for good."""
        return self.ended or self.match.stopped

    @property
    def hands(self) -> tuple[str | None, ...]:
        """By seat whom to ask before a decision is taken back; None for a computer."""
        return tuple(holder and f"account {holder}" for holder in self.holders)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who play."""
        return tuple(dict.fromkeys(holder for holder in self.holders if holder))

    @property
    def event(self) -> str:
        """The name of the tournament in which it is played; else ""."""
        return self.match.tag(EVENT) or ""

    @property
    def rated_between_people(self) -> bool:
        """Whether somebody else's rating depends on what those who play it are told."""
        return self.rated and len(self.people) > 1

    @property
    def empty(self) -> bool:
        """Whether nobody is in the room."""
        return not (self.guests or self._house.peers.presence.present(self.id))

    def seats_of(self, account: str) -> tuple[int, ...]:
        """The seats of an account."""
        return tuple(seat for seat, holder in enumerate(self.holders) if holder == account)

    @property
    def guests_here(self) -> set[str]:
        """The ids of those who see it in this process."""
        return {guest.account for guest in self.guests}

    @property
    def present(self) -> set[str]:
        """The ids of those who are in the room, at the table or watching."""
        return self.guests_here.union(self._house.peers.presence.present(self.id))

    @property
    def watching(self) -> tuple[str, ...]:
        """The ids of the spectators who are here."""
        here = (guest.account for guest in self.guests)
        ids = dict.fromkeys((*here, *self._house.peers.presence.present(self.id)))
        return tuple(id for id in ids if id not in self.holders)

    def turn_of(self, account: str) -> bool:
        """Whether it is an account's turn."""
        return not self.is_over and self.holders[self.match.position.actor] == account

    def card(self, account: str) -> RoomCard:
        """The room in a list of an account."""
        if account in self.holders:
            return self._card(account)
        if not self._public:
            self._public = self._card(account)  # the same for all who do not play
        return self._public

    def _card(self, account: str) -> RoomCard:
        match, clock = self.match, self.clock
        turn = None if self.is_over else match.position.actor
        left = clock.left[turn] if clock and turn is not None else inf
        return RoomCard(
            id=self.id,
            match=self.shown,
            names=match.names,
            control=self.control,
            rated=self.rated,
            private=bool(self.code),
            spectators=len(self.watching),
            holders=self.holders,
            seats=self.seats_of(account),
            my_turn=self.turn_of(account),
            since=self.since,
            left=None if left == inf else left,
        )

    def context(self, account: str) -> TableContext:
        """What an account sees of the others."""
        own, present = self.seats_of(account), self.present
        waits = self.state.paused
        watching = (self._house.accounts.find(id) for id in self.watching)
        return TableContext(
            room=self.id,
            seats=own,
            control=self.control,
            rated=self.rated,
            between_people=len(self.people) > 1,
            weight=self.weights[own[0]] if self.weights and own else Weight(),
            code=self.code if own else "",
            holders=self.holders,
            presence=tuple(
                "here" if holder is None or holder in present else "gone" if holder in self.gone else "away"
                for holder in self.holders
            ),
            waiting_for=tuple(
                seat for seat, holder in enumerate(self.holders) if waits and holder and holder not in present
            ),
            spectators=tuple(each.name for each in watching if each),
            lines=self.lines_for(account),
            claim_in=self.claim_in(account),
            rematch_wanted=tuple(seat for seat, holder in enumerate(self.holders) if holder in self.again),
            next_room=self.successor,
            event=self.event,
        )

    # Coming and going

    def follow(self, account: Account) -> GuestMatch:
        """The view of somebody who comes in. Raises Refused where too many watch."""
        if account.id not in self.holders and len(self.watching) >= self._house.limits.spectators:
            raise Refused("Too many people are watching this game already.")
        guest = GuestMatch(self, account)
        self.guests.append(guest)
        self._house.peers.moved(account.id)
        self.look_around()
        return guest

    def leave(self, guest: GuestMatch) -> None:
        """Somebody goes out; who plays keeps the seat."""
        if guest in self.guests:
            self.guests.remove(guest)
        self._house.peers.moved(guest.account)
        self.look_around()

    def look_around(self) -> None:
        """Somebody may have come to the table or the house, or left it."""
        self._see_who_is_gone()
        self._note()

    def _see_who_is_gone(self) -> None:
        now = self._house.wall()
        self.gone = {id: self.gone.get(id, now) for id in self.people if not self._house.is_here(id)}

    def hand_over(self, other: RoomView) -> None:
        """Let everybody here see the same match by way of another room: this one is played elsewhere from now on."""
        guests, self.guests = self.guests, []
        other.guests.extend(guests)
        for guest in guests:
            guest.move_to(other)

    def claim_in(self, account: str) -> float | None:
        """After how many seconds an account may claim the match: from the player to move, if they are not in the
        house and no key brings them back; None where it may not. A clock needs no claim."""
        if self.is_over or account not in self.holders or self.clock is not None:
            return None
        mover = self.holders[self.match.position.actor]
        known = self._house.accounts.find(mover or "")
        since = self._gone_since(mover) if mover and mover != account else None
        if since is None or (known and known.keyed):
            return None
        return max(0.0, since + self._house.limits.claim_after - self._house.wall())

    def _gone_since(self, account: str) -> float | None:
        """Since when somebody is not in the house; None who is."""
        return self.gone.get(account)

    def missed_by(self, account: str) -> str:
        """What somebody is told on coming back who has lost the match while they were not in the house; "" where they
        have not, or were told."""
        match, lost = self.match, set(self.seats_of(account))
        result = match.result
        if (
            not (self.is_over and match.plies and lost and result and result.winners)
            or account in self.kept.handed
        ):
            return ""
        if lost & set(result.winners):
            return ""
        holders = [self._house.accounts.find(self.holders[seat] or "") for seat in result.winners]
        names = [
            who.name if who else match.names[at] for at, who in zip(result.winners, holders, strict=True)
        ]
        winners = enumerated(names)
        match result.reason:
            case "left":
                return f"You were gone for too long: {winners} claimed your game of {match.game.title}."
            case "time":
                return (
                    f"Your time ran out while you were gone: {winners} won your game of {match.game.title}."
                )
        return f"{winners} won your game of {match.game.title} while you were gone."

    def close(self) -> None:
        """The match is there no more: everybody leaves."""
        for guest in tuple(self.guests):
            guest.close()

    # Talk and rematch

    def lines_for(self, account: str) -> tuple[ChatLine, ...]:
        """What was said, but for those whom an account has muted. In a rated match between people those who play it
        hear no spectator before the end."""
        lines = self.talk.lines_for(account)
        if self.rated_between_people and account in self.holders and not self.is_over:
            return tuple(line for line in lines if line.account in self.holders)
        return lines

    def may_want_rematch(self, account: str) -> bool:
        """Whether an account can want to play again, and does not yet."""
        may = self.is_over and account in self.present and not (self.successor or self.event)
        return may and account in self.holders and account not in self.again

    # What guests do

    def do(self, order: GuestOrder) -> bool:
        """Do something that a viewer asks for and may do; whether there was anything to do."""
        raise NotImplementedError

    # Announcer

    def _tell(self, news: News) -> None:
        for guest in tuple(self.guests):
            guest.hear(news)

    def _status(self) -> None:
        """Somebody is asked, or thinks."""
        self._tell(Status(self.state))

    def _note(self) -> None:
        for guest in tuple(self.guests):
            guest.note()
        self._tell_lobby()

    def _tell_lobby(self) -> None:
        self._public = None
        self._house.on_change()

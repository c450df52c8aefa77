"""Matches that other processes of a house play."""

from __future__ import annotations

import logging
from collections import deque

from marbles_tui.core import BadRecord
from marbles_tui.play import Match
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.house import House
from marbles_tui.rooms.peers import GuestOrder, Snapshot, match_in, order_out, way_to
from marbles_tui.rooms.ratings import note_pairing
from marbles_tui.rooms.view import RoomView, unveiled
from marbles_tui.table.clock import Clock
from marbles_tui.table.live import Changed, ChatLine, Offered, Played, TableState, Tag
from marbles_tui.table.players import Act

log = logging.getLogger(__name__)


class Mirror(RoomView):
    """Shows what the playing process tells, and sends it what guests do. What they may do is decided here by what is
    known here, and there again by what stands: where both differ, guests are asked anew."""

    def __init__(self, house: House, snapshot: Snapshot, match: Match | None = None) -> None:
        """`match`: the one of the snapshot, or one before it, if it has been read."""
        super().__init__(house, snapshot.state)
        self.snapshot = snapshot
        self._match = match
        self._read = -1  # the number of the snapshot that the match is of
        self._heard = house.time.now()
        self._answered = False  # whether the question has been answered here
        self.unsent: GuestOrder | None = None
        """What a guest has chosen here while nobody played the match."""

        self.question = 1  # which guests have not been told
        self._show(snapshot)

    @property
    def is_over(self) -> bool:
        """Whether the match is over for good."""
        return self.snapshot.ended

    @property
    def match(self) -> Match:
        """The match as it stands, read when it is asked for."""
        if self._match is None or self._read != self.snapshot.number:
            games = self._house.games
            try:
                self._match = (
                    way_to(self._match, self.snapshot, games).match
                    if self._match
                    else match_in(self.snapshot, games)
                )
            except BadRecord as error:
                if self._match is None:
                    raise
                log.error("room %s cannot be read: %s", self.id, error)
            self._read = self.snapshot.number
        return self._match

    @property
    def state(self) -> TableState:
        """What is known to stand; somebody who has answered here is asked no more."""
        snapshot, match = self.snapshot, self.match
        return TableState(
            match=match,
            hands=self.hands,
            thoughts=(None,) * len(self.holders),
            asked=None if self._answered else snapshot.asked,
            thinking=snapshot.thinking,
            paused=snapshot.paused,
            unsaved=snapshot.unsaved,
            offer=snapshot.offer,
            spent=snapshot.spent,
        )

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        snapshot, now = self.snapshot, self._house.time.now()
        clock = self.control.kept_clock(self.match, snapshot.left, 0.0) if snapshot.left else None
        seat = snapshot.asked
        return (
            clock
            if clock is None or seat is None or snapshot.paused
            else clock.spend(seat, max(0.0, now - self._heard - snapshot.starts_in))
        )

    # What the playing process tells

    def take(self, snapshot: Snapshot) -> None:
        """Something has changed, or may have."""
        before = self.snapshot
        if snapshot.number <= before.number:
            return
        match = self.match if self.guests else None
        self.snapshot, self._heard = snapshot, self._house.time.now()
        self._show(snapshot)
        if self.rated and snapshot.ended and not before.ended:
            note_pairing(self._house, self.match, self.people)
        self._answered = self._answered and snapshot.question == before.question
        if match is not None:
            self._tell_changes(before, match)
        self._tell_lobby()
        self._send_again()

    def _show(self, snapshot: Snapshot) -> None:
        self.kept, self.since, self.ended = snapshot.state, snapshot.state.since, snapshot.ended
        self.weights, self.successor = snapshot.weights, snapshot.successor
        self.again = set(snapshot.again)
        self.talk.lines = deque(snapshot.state.lines, self._house.limits.lines)

    def _tell_changes(self, before: Snapshot, old: Match) -> None:
        """Tell those who see it what has changed."""
        snapshot = self.snapshot
        try:
            way = way_to(old, snapshot, self._house.games)
        except BadRecord as error:
            log.error("room %s cannot be read: %s", self.id, error)
            return
        self._match, self._read = way.match, snapshot.number
        if (snapshot.state.host, snapshot.question) != (before.state.host, before.question):
            self.question += 1
        self._tell_answer(before)
        if way.steps is None:
            self._tell(Changed(self.shown))
        for step in way.steps or ():
            after = self.shown if step.match is way.match else unveiled(step.match)
            self._tell(Played(unveiled(step.before), after, step.events))
        offer = snapshot.offer
        if offer and (not before.offer or snapshot.answers != before.answers):
            self._tell(Offered(offer))
        self._status()
        for guest in tuple(self.guests):
            guest.note()

    def _tell_answer(self, before: Snapshot) -> None:
        closed = self.snapshot.closed
        if closed and self.snapshot.answers != before.answers:
            self._tell(closed)

    # What guests here do

    def do(self, order: GuestOrder) -> bool:
        """Have it done, if there is anything to do as far as is known here."""
        possible = self._possible(order)
        if possible:
            self._ask_for(order)
        return possible

    def _ask_for(self, order: GuestOrder) -> None:
        self._foresee(order)
        self._house.start(self._send(order), f"{order.wanted} in room {self.id}")

    def _possible(self, order: GuestOrder) -> bool:
        state, wanted = self.state, order.wanted
        match wanted:
            case Act.REDO:  # what was taken back is known only where the match is played
                return not (state.stopped or state.offer or (order.seat, wanted) in state.spent)
            case Act.REMATCH:
                return self.may_want_rematch(order.account)
            case Act.CLAIM_ABSENCE | Tag() | ChatLine():
                return True
        return state.may(wanted, order.seat)

    def _foresee(self, order: GuestOrder) -> None:
        """Show at once what is to come of it."""
        match order.wanted:
            case ChatLine() as line:
                self.talk.lines.append(line)
                self._note()
            case Act.REMATCH:
                self.again |= {order.account}
                self._note()
            case _ if order.at_one_ply:
                self._answered = True

    async def _send(self, order: GuestOrder) -> None:
        try:
            done = await self._house.peers.order(self.id, self.kept.host, order_out(order))
        except NotKept as error:
            log.warning("nobody plays room %s now: %s", self.id, error)
            if order.at_one_ply:
                self.unsent = order  # it counts when somebody does, if nothing has happened until then
            return
        if not done and self._answered and order.at_one_ply:
            self._ask_again()

    def _send_again(self) -> None:
        order, snapshot = self.unsent, self.snapshot
        if order and (snapshot.plies != order.ply or snapshot.ended):
            self.unsent = None
        elif order and snapshot.asked == order.seat:
            self.unsent = None
            self._ask_for(order)

    def _ask_again(self) -> None:
        self._answered = False
        self.question += 1
        self._status()

    def _gone_since(self, account: str) -> float | None:
        """Also the playing process must say so: an older one says it of whoever is not at the table."""
        here, there = self.gone.get(account), dict(self.snapshot.gone).get(account)
        return None if here is None or there is None else max(here, there)

    def close(self) -> None:
        """The match is there no more: everybody leaves."""
        for guest in tuple(self.guests):
            guest.close()

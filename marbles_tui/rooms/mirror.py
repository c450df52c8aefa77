"""A match that another process plays, as its guests here see it."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import Final

from marbles_tui.core import CHANCE, BadRecord, IllegalMove
from marbles_tui.play import Match
from marbles_tui.play.undo import decides_or_rolls
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.hidden import unveiled
from marbles_tui.rooms.house import House, in_this_process
from marbles_tui.rooms.peers import Order
from marbles_tui.rooms.players import players_for
from marbles_tui.rooms.snapshot import Snapshot, match_in, way_to
from marbles_tui.rooms.view import RoomView
from marbles_tui.rooms.weight import note_pairing
from marbles_tui.table.clock import Clock
from marbles_tui.table.offers import Kind, Offer, stepped
from marbles_tui.table.players import Act, Choice, Player, is_legal

AT_ONE_PLY: Final = ("choose", "roll")
"""What counts for one state of the match only, and can therefore be tried again when another process plays it."""

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
        self.unsent: Order | None = None
        """What a guest has chosen here while nobody played the match."""

        self.question = 1  # which guests have not been told
        self.session: MirroredTable = MirroredTable(self)
        self._show(snapshot)

    @property
    def host(self) -> str:
        """The id of the process that plays it; "" where none does now."""
        return self.snapshot.state.host

    @property
    def is_over(self) -> bool:
        """Whether the match is over for good."""
        return self.snapshot.ended

    @property
    def handed(self) -> tuple[str, ...]:
        """The ids of those who have the finished match."""
        return self.snapshot.state.handed

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
    def asked(self) -> int | None:
        """Who is asked, and has not answered here."""
        return None if self._answered else self.snapshot.asked

    @property
    def rolling(self) -> bool:
        """Whether somebody is asked to roll."""
        return self.asked is not None and self.match.turn == CHANCE

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

    def look_around(self) -> None:
        """Somebody may have come or gone."""
        self._house.peers.look(self.id, self.followed)
        super().look_around()

    # What the playing process tells

    def take(self, snapshot: Snapshot) -> None:
        """Something has changed, or may have."""
        before = self.snapshot
        if snapshot.number <= before.number:
            return
        match = self.match if self.followed else None
        self.snapshot, self._heard = snapshot, self._house.time.now()
        self._show(snapshot)
        if snapshot.ended and not before.ended:
            note_pairing(self._house, self)
        self._answered = self._answered and snapshot.question == before.question
        if match is not None:
            self._tell(before, match)
        self._tell_lobby()
        self._send_again()

    def _show(self, snapshot: Snapshot) -> None:
        self.since, self.ended = snapshot.state.since, snapshot.ended
        self.weights, self.successor = snapshot.weights, snapshot.successor
        self._again = set(snapshot.again)
        self.talk.lines = deque(snapshot.state.lines, self._house.limits.lines)

    def _tell(self, before: Snapshot, old: Match) -> None:
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
        for follower in tuple(self._followers):
            if way.steps is None:
                follower.changed(self.shown)
            for step in way.steps or ():
                last = step.match is way.match
                follower.played(
                    unveiled(step.before), self.shown if last else unveiled(step.match), step.events
                )
        offer = snapshot.offer
        if offer and (not before.offer or snapshot.answers != before.answers):
            for follower in tuple(self._followers):
                follower.offered(offer)
        self.status()
        for follower in tuple(self._followers):
            follower.noted()

    def _tell_answer(self, before: Snapshot) -> None:
        closed = self.snapshot.closed
        if closed and self.snapshot.answers != before.answers:
            for follower in tuple(self._followers):
                follower.answered(closed.offer, closed.seat, closed.accepted)

    # What guests here do

    def order(self, do: str, **what: object) -> bool:
        """Have something done."""
        order = {"do": do, **what}
        if do in AT_ONE_PLY:
            self._answered = True
        self._house.start(self._send(order), f"{do} in room {self.id}")
        return True

    async def _send(self, order: Order) -> None:
        try:
            done = await self._house.peers.order(self.id, self.host, order)
        except NotKept as error:
            log.warning("nobody plays room %s now: %s", self.id, error)
            if order["do"] in AT_ONE_PLY:
                self.unsent = order  # it counts when somebody does, if nothing has happened until then
            return
        if not done and self._answered and order["do"] in AT_ONE_PLY:
            self._ask_again()

    def _send_again(self) -> None:
        order, snapshot = self.unsent, self.snapshot
        if order and (snapshot.plies != order["ply"] or snapshot.ended):
            self.unsent = None
        elif order and snapshot.asked == order["seat"]:
            self.unsent = None
            self.order(**order)

    def _ask_again(self) -> None:
        self._answered = False
        self.question += 1
        self.status()

    def claim_absence(self, account: str) -> bool:
        """Take the win from whoever is to move and has been gone for so long."""
        return self.claim_in(account) == 0 and self.order("claim_absence", account=account)

    def _gone_since(self, account: str) -> float | None:
        """Also the playing process must say so: an older one says it of whoever is not at the table."""
        here, there = self._gone.get(account), dict(self.snapshot.gone).get(account)
        return None if here is None or there is None else max(here, there)

    def say(self, account: str, text: str) -> None:
        """Say something at this table. Raises Refused."""
        line = self.talk.line_of(account, text)
        self.talk.lines.append(line)
        self.order("say", line=list(line))
        self._note()

    def want_rematch(self, account: str, wanted: bool) -> bool:
        """Want to play again, or no longer."""
        if not self.is_over or account not in self.holders or self.successor:
            return False
        if account not in self.present or wanted == (account in self._again):
            return False
        self._again ^= {account}
        self.order("want_rematch", account=account, wanted=wanted)
        self._note()
        return True

    def close(self) -> None:
        """The match is there no more: everybody leaves."""
        for follower in tuple(self._followers):
            follower.close()
        self._house.peers.look(self.id, False)


class MirroredTable:
    """What is known of the session: see `Table`."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._players: tuple[Player, ...] | None = None

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._mirror.match

    @property
    def players(self) -> Sequence[Player]:
        """Who plays; computers think elsewhere."""
        if self._players is None:
            service = in_this_process(self._mirror.id)
            self._players = tuple(players_for(self.match.seats, self._mirror.holders, service))
        return self._players

    @property
    def asked(self) -> int | None:
        """Who is asked."""
        return self._mirror.asked

    @property
    def thinking(self) -> int | None:
        """Who thinks."""
        return self._mirror.snapshot.thinking

    @property
    def paused(self) -> bool:
        """Whether play is held."""
        return self._mirror.snapshot.paused

    @property
    def offer(self) -> Offer | None:
        """What waits for an answer."""
        return self._mirror.snapshot.offer

    @property
    def spent(self) -> frozenset[tuple[int, Kind]]:
        """Which seats have asked for what since the last move."""
        return self._mirror.snapshot.spent

    @property
    def clock(self) -> Clock | None:
        """What each seat has left."""
        return self._mirror.clock

    @property
    def unsaved(self) -> bool:
        """Whether it is not saved."""
        return self._mirror.snapshot.unsaved

    @property
    def stopped(self) -> bool:
        """Whether nobody is to move."""
        return self.match.stopped

    def choose(self, seat: int, choice: Choice) -> bool:
        """Choose a move. Raises IllegalMove."""
        if self.asked != seat or self._mirror.rolling:
            return False
        if not is_legal(self.match, choice):
            raise IllegalMove(f"{choice} is not legal here")
        word = f"act {choice.name}" if isinstance(choice, Act) else str(choice)
        return self._mirror.order("choose", seat=seat, move=word, ply=self.match.plies)

    def roll(self, seat: int) -> bool:
        """Roll."""
        if self.asked != seat or not self._mirror.rolling:
            return False
        return self._mirror.order("roll", seat=seat, ply=self.match.plies)

    def move_now(self) -> bool:
        """Hurry a computer."""
        return self.thinking is not None and self._mirror.order("move_now")

    def resign(self, seat: int) -> bool:
        """Give up."""
        if self.stopped or len(self.players) == 1:
            return False
        return self._mirror.order("resign", seat=seat)

    def claim(self, seat: int) -> bool:
        """Claim a draw."""
        if self.stopped or self.match.turn != seat or not self.match.claimable:
            return False
        return self._mirror.order("claim", seat=seat)

    def offer_draw(self, seat: int) -> bool:
        """Offer a draw."""
        if self.stopped or self.offer or len(self.players) == 1 or (seat, Kind.DRAW) in self.spent:
            return False
        return self._mirror.order("offer_draw", seat=seat)

    def undo(self, seat: int | None = None) -> bool:
        """A step back."""
        offer = Offer.step(self.players, Kind.UNDO, seat)
        if not stepped(self.match, self.players, decides_or_rolls, Kind.UNDO, offer.by):
            return False
        asks = offer.waits and (self.offer or (offer.by, Kind.UNDO) in self.spent)
        return not asks and self._mirror.order("undo", seat=offer.by)

    def redo(self, seat: int | None = None) -> bool:
        """A step forward, if what was taken back is still known where the match is played."""
        asks = self.offer or (seat, Kind.REDO) in self.spent
        return not (self.stopped or asks) and self._mirror.order("redo", seat=seat)

    def withdraw(self, seat: int) -> bool:
        """Take an offer back."""
        if self.offer is None or self.offer.by != seat:
            return False
        return self._mirror.order("withdraw", seat=seat)

    def answer(self, seat: int, accept: bool) -> bool:
        """Answer an offer."""
        if self.offer is None or seat not in self.offer.waits:
            return False
        return self._mirror.order("answer", seat=seat, accept=accept)

    def add_tag(self, name: str, value: str) -> bool:
        """Note something in the record."""
        return self._mirror.order("add_tag", name=name, value=value)

"""A match of the house, and what becomes of it: `LiveRoom` where it is played, `Mirror` in the other processes."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from math import inf
from typing import Final

from marbles_tui.ai.analysis import Limit
from marbles_tui.core import BadRecord, IllegalMove
from marbles_tui.play import Match
from marbles_tui.rooms.backend import NotKept, Outdated, Overtaken, Ratings, RoomState
from marbles_tui.rooms.house import House
from marbles_tui.rooms.peers import TAIL, GuestOrder, Ply, Snapshot, match_in, order_in, order_out, way_to
from marbles_tui.rooms.ratings import new_ratings, note_pairing, weights
from marbles_tui.rooms.view import EVENT, RoomView, unveiled
from marbles_tui.store.rows import text_of
from marbles_tui.table.clock import DAY, Clock
from marbles_tui.table.live import (
    Answered,
    Changed,
    ChatLine,
    News,
    Played,
    Status,
    TableState,
    Tag,
)
from marbles_tui.table.players import Act, Choice, Engine, Human, SearchService
from marbles_tui.table.session import Session

log = logging.getLogger(__name__)

SHORTEST: Final = 0.05
"""Seconds in which a computer finds a move at the least."""

MOVES: Final = 25
"""Moves for which a computer saves its time."""

MONTH: Final = 30 * DAY
"""Seconds for which a finished match waits for somebody who is to be told that they have lost it."""


class LiveRoom(RoomView):
    """A match that this process plays: a session whose seats belong to accounts. Nobody's screen holds it up."""

    def __init__(
        self,
        house: House,
        state: RoomState,
        match: Match,
        *,
        on_end: Callable[[LiveRoom], Coroutine[object, object, None]],
        on_rematch: Callable[[LiveRoom], str | None],
        on_empty: Callable[[LiveRoom], object],
        on_lost: Callable[[LiveRoom], object],
        before: RoomView | None = None,
        unsent: GuestOrder | None = None,
    ) -> None:
        """A match as it was kept, or a new one. `on_rematch` begins the next one and gives its id; `on_lost` is told
        that another process plays the match from now on; `before` is what was seen of one that another process has
        played, and `unsent` what a guest had chosen while nobody played it."""
        super().__init__(house, state)
        self._on_end, self._on_rematch = on_end, on_rematch
        self._on_empty, self._on_lost = on_empty, on_lost
        self._unheld: asyncio.TimerHandle | None = None  # when a timed match waits for nobody any more
        if before:
            self.gone = dict(before.gone)
            self.again, self.successor = set(before.again), before.successor
        self._told = match  # the last state that was told of
        self.safe = 0 if before is None else state.revision
        """The number of the last change that is kept for good."""

        self.done = False
        """Whether it is over, and nobody waits for it any more."""

        self._untold: set[str] = set()
        self._saw_the_end: set[str] = set()  # those who were in the house then
        self.closed_offer: Answered | None = None
        """The last offer that was closed, and how."""

        self.answers = 0
        """Counts those that were closed."""

        service = house.service_for(state.id)
        self.session: Session = Session(
            match,
            [
                Human(hand)
                if hand is not None
                else HostComputer(seat.computer or "", service, at, lambda: self.clock)
                for at, (seat, hand) in enumerate(zip(match.seats, self.hands, strict=True))
            ],
            self.keep,
            clock=self.control.kept_clock(
                match, state.left, house.wall() - state.kept, computers=bool(match.tag(EVENT))
            ),
            time=house.time,
            grace=inf,
            hold=self.control.timed and not match.stopped,
            show=self.control.show,
        )
        self._unsent = unsent
        self.session.listen(self._hear)

    def open(self) -> None:
        """Let the match be played."""
        self._house.start(self.session.run(), f"room {self.id}")
        if self._goes_on:
            self.look_around()

    @property
    def _goes_on(self) -> bool:
        """Whether others wait for its end, so that it begins even where a player is missing."""
        return not self.people or bool(self.event)

    def close(self) -> None:
        """Play on no more; everybody leaves."""
        self._hold_no_longer()
        self.session.close()
        super().close()

    @property
    def state(self) -> TableState:
        """The state."""
        return self.session.state

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now."""
        return self.session.clock

    @property
    def match(self) -> Match:
        """The match now."""
        return self.session.match

    @property
    def visible(self) -> Match:
        """The match without a move that is not kept yet."""
        return self._told if self.state.showing else self.match

    # Coming and going

    def look_around(self) -> None:
        """See who is here and who is gone; who plays and is gone keeps the seat. A timed match begins, or goes on,
        when all are at the table, or in a while without those who are not: nobody holds it up."""
        self._see_who_is_gone()
        people, present = set(self.people), self.present
        self.again &= present
        if people <= present:
            self._hold_no_longer()
            self.session.hold(False)
        elif not (people & present or self._goes_on):
            self._hold_no_longer()
        elif self.state.paused and not self._unheld:
            after = self._house.limits.claim_after
            loop, context = asyncio.get_running_loop(), self._house.context
            self._unheld = loop.call_later(after, self._go_on_without, context=context)
        self._note()
        self._tell_untold()
        if self.empty:
            self._on_empty(self)

    def _go_on_without(self) -> None:
        self._unheld = None
        self.session.hold(False)
        self._note()

    def _hold_no_longer(self) -> None:
        timer, self._unheld = self._unheld, None
        if timer:
            timer.cancel()

    # What guests do

    def do(self, order: GuestOrder) -> bool:
        """Do it; whether there was anything to do. What belongs to one state of the match is done in that alone."""
        wanted, match = order.wanted, self.match
        match wanted:
            case ChatLine():
                self.talk.lines.append(wanted)
                self._house.start(self._keep_talk(), f"talk in room {self.id}")
                self._note()
                return True
            case Act.CLAIM_ABSENCE:
                absent = self.claim_in(order.account) == 0
                return absent and self.session.go_to(match.lose(match.position.actor, "left"))
            case Act.REMATCH:
                return self._want_rematch(order.account)
            case Act.UNDO | Act.REDO if match.stopped:
                return False
            case Tag():
                done = self.session.do(wanted)
                self._tell_lobby()
                return done
        at_its_ply = order.ply == match.plies or not order.at_one_ply
        try:
            return at_its_ply and self.session.do(wanted, order.seat)
        except IllegalMove:
            return False

    def told_to(self, data: Mapping[str, object]) -> bool:
        """Do what a guest of another process wants; whether it makes sense, and there was anything to do."""
        try:
            return self.do(order_in(data, self.match))
        except (ValueError, KeyError):
            return False

    def _want_rematch(self, account: str) -> bool:
        """When all people want it, the next match begins."""
        if not self.may_want_rematch(account):
            return False
        self.again |= {account}
        if self.again == set(self.people):
            self.successor = self._on_rematch(self)
        self._note()
        return True

    # What the session tells

    def _hear(self, news: News) -> None:
        match news:
            case Played(before=before, match=match):
                self._changes(match)
                self._tell(news._replace(before=unveiled(before), match=self.shown))
                self._tell_lobby()
            case Changed(match=match):
                self._changes(match)
                self._tell(Changed(self.shown))
                self._tell_lobby()
            case Status(state=state):
                self._tell(news)
                self._house.peers.played(self.id)
                if state.over and not self.ended:
                    self._end()
                unsent = self._unsent
                if unsent and state.asked is not None:
                    self._unsent = None
                    if unsent.seat == state.asked:
                        self.do(unsent)
            case Answered():
                self.closed_offer, self.answers = news, self.answers + 1
                self._tell(news)
            case _:
                self._tell(news)

    def _changes(self, match: Match) -> None:
        self._told, self.since = match, self._house.wall()
        if match.stopped:
            self._saw_the_end = set(filter(self._house.is_here, self.people))

    def _end(self) -> None:
        """The match has ended: nobody takes that back any more."""
        self.ended = True
        if self.rated:
            self.weights = weights(self._house, self.match, self.holders)
        self._house.start(self._on_end(self), f"end of room {self.id}")
        self._note()

    def snapshot(self, number: int) -> Snapshot:
        """A table as it stands now."""
        state, match, clock = self.state, self.visible, self.clock
        plies, first = match.plies, max(0, match.plies - TAIL)
        return Snapshot(
            state=replace(
                self.kept, record=text_of(match), since=self.since, lines=tuple(self.talk.lines), left=()
            ),
            number=number,
            plies=plies,
            tail=tuple(
                Ply(str(match.moves[ply]), match.clocks[ply] if ply < len(match.clocks) else None)
                for ply in range(first, plies)
            ),
            tags=match.tags,
            ending=match.ending,
            question=state.question,
            asked=state.asked,
            thinking=state.thinking,
            offer=state.offer,
            spent=state.spent,
            closed=self.closed_offer,
            answers=self.answers,
            left=tuple(None if left == inf else left for left in clock.left) if clock else (),
            starts_in=self.session.timekeeper.starts_in,
            paused=state.paused,
            unsaved=state.unsaved,
            ended=self.is_over,
            weights=self.weights,
            again=tuple(self.again),
            successor=self.successor,
            gone=tuple(self.gone.items()),
        )

    # What is kept

    @property
    def _to_hand(self) -> tuple[str, ...]:
        """Those who do not have it yet."""
        return tuple(id for id in self.people if id not in self.kept.handed)

    def _to_be_told(self) -> set[str]:
        """Those of them who are to be told first that they have lost it, and are not in the house."""
        if self._house.wall() - self.since > MONTH:
            return set()
        lost = {id for id in self._to_hand if self.missed_by(id) and not self._house.is_here(id)}
        known = (self._house.accounts.find(id) for id in lost - self._saw_the_end)
        return {account.id for account in known if account and account.keyed}

    def _tell_untold(self) -> None:
        if any(map(self._house.is_here, self._untold)):
            self._untold = set()
            self._house.start(self._on_end(self), f"end of room {self.id}")

    async def settle(self) -> None:
        """Keep the end of the match and what it does to the ratings, both at once; only once, however often it is
        asked."""
        house, match = self._house, self.match
        if not self.kept.finished:
            self.kept = replace(self._next_state(match), finished=True)
            house.ratings |= await self._keep(
                self.kept,
                lambda: new_ratings(house, match, self.holders, self.weights) if self.rated else {},
            )
        if self.rated:
            note_pairing(house, match, self.people)

    async def hand_out(self) -> None:
        """Give everybody who has played with a key a copy for their own library; who has lost while they were gone
        gets it when they come back, and are told."""
        house, match, untold = self._house, self.match, self._to_be_told()
        if match.result and match.plies:
            for id in (id for id in self._to_hand if id not in untold):
                account = house.accounts.find(id)
                try:
                    given = house.keep_for(account, text_of(match)) if account and account.keyed else None
                    if inspect.isawaitable(given):
                        await given
                except Exception:  # it is tried again when the house is opened next
                    log.exception("the finished room %s is not in the library of %s yet", self.id, id)
                else:
                    state = self._next_state(self.match)
                    self.kept = replace(state, handed=(*state.handed, id))
                    await self._keep(self.kept)
        self._untold, self.done = untold, not untold  # the others are to get it when they come
        self._tell_untold()
        if not self._to_hand or not match.plies:
            await house.kept(house.backend.forget_document, RoomState, self.id)

    async def keep(self, match: Match) -> None:
        """Keep a match as it stands; returns when it is kept for good, however long that takes."""
        if not self.kept.finished:
            self.since = self._house.wall()
            await self._keep(self._next_state(match))

    async def _keep_talk(self) -> None:
        if not self.kept.finished:
            await self._keep(self._next_state(self.match))

    def _next_state(self, match: Match) -> RoomState:
        """The room with a match as it is to be kept next, at once: states are numbered."""
        clock = self.session.clock
        left = tuple(None if seconds == inf else seconds for seconds in clock.left) if clock else ()
        self.kept = replace(
            self.kept,
            revision=self.kept.revision + 1,
            record=text_of(match),
            since=self.since,
            kept=self._house.wall(),
            left=left,
            lines=tuple(self.talk.lines),
        )
        return self.kept

    async def _keep(self, state: RoomState, rate: Callable[[], Ratings] = dict) -> Ratings:
        """Keep a state and the ratings that are worked out whenever it is tried; those that are kept."""
        ratings: Ratings = {}

        def keep() -> Awaitable[None]:
            nonlocal ratings
            ratings = rate()
            return self._house.backend.keep_document(state, ratings)

        while True:
            try:
                await self._house.kept(keep)
                break
            except Outdated:
                continue
            except Overtaken:
                self._on_lost(self)
                raise
        first, self.safe = not self.safe, max(self.safe, state.revision)
        if first:
            self._house.peers.played(self.id)
        return ratings

    async def release(self) -> None:
        """Play on no more, and leave it to any other process to do so."""
        self.session.close()
        if not self.kept.finished:
            self.kept = replace(self._next_state(self.match), host="")
            await self._keep(self.kept)

    def give_up(self) -> None:
        """Keep nothing of it any more."""
        self.ended = True
        self.kept = replace(self.kept, finished=True)

    def _tell_lobby(self) -> None:
        super()._tell_lobby()
        self._house.peers.played(self.id)


class HostComputer(Engine):
    """A computer that plays on whatever happens to the search: nobody at the host could take its place. Where its
    time counts, as in tournaments, it takes no more of it than it can spare."""

    def __init__(
        self, level: str, service: SearchService, seat: int, clock: Callable[[], Clock | None]
    ) -> None:
        super().__init__(level, service)
        self._seat, self._clock = seat, clock

    async def choose(self, match: Match) -> Choice:
        """A move; the first that is legal if none can be found."""
        clock = self._clock()
        if clock and (left := clock.left[self._seat]) < inf:
            self._limit = Limit(seconds=max(SHORTEST, min(left / 2, left / MOVES + clock.increment / 2)))
        try:
            return await super().choose(match)
        except Exception:
            log.exception("a computer could not find a move")
            move: Choice = match.position.moves()[0]
            return move


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
        """What a guest has chosen here, while nobody has done it."""

        self._sent_to = ""  # the process that has not answered it yet

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
        """The state as it is known; a seat that has answered here is asked no more."""
        snapshot, match = self.snapshot, self.match
        return TableState(
            match=match,
            hands=self.hands,
            thoughts=(None,) * len(self.holders),
            asked=None if self._answered else snapshot.asked,
            question=self.question,
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
        if snapshot.closed and snapshot.answers != before.answers:
            self._tell(snapshot.closed)
        if way.steps is None:
            self._tell(Changed(self.shown))
        for step in way.steps or ():
            after = self.shown if step.match is way.match else unveiled(step.match)
            self._tell(step._replace(before=unveiled(step.before), match=after))
        self._status()
        for guest in tuple(self.guests):
            guest.note()

    # What guests here do

    def do(self, order: GuestOrder) -> bool:
        """Have it done, if there is anything to do as far as is known here."""
        possible = self._possible(order)
        if possible:
            self._ask_for(order)
        return possible

    def _ask_for(self, order: GuestOrder) -> None:
        self._foresee(order)
        host = self.kept.host
        if order.at_one_ply:
            self.unsent, self._sent_to = order, host
        self._house.start(self._send(order, host), f"{order.wanted} in room {self.id}")

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

    async def _send(self, order: GuestOrder, host: str) -> None:
        try:
            done = await self._house.peers.order(self.id, host, order_out(order))
        except NotKept as error:
            log.warning("nobody plays room %s now: %s", self.id, error)
            if self.unsent is order and self._sent_to == host:
                self._sent_to = ""  # it counts when somebody does, if nothing has happened until then
            return
        if self.unsent is order and self._sent_to == host:
            self.unsent = None
        if not done and self._answered and order.at_one_ply:
            self._ask_again()

    def _send_again(self) -> None:
        order, snapshot = self.unsent, self.snapshot
        if order and (snapshot.plies != order.ply or snapshot.ended):
            self.unsent = None
        elif order and snapshot.asked == order.seat and self.kept.host != self._sent_to:
            self._ask_for(order)

    def _ask_again(self) -> None:
        self._answered = False
        self.question += 1
        self._status()

    def _gone_since(self, account: str) -> float | None:
        """Also the playing process must say so: an older one says it of everybody who is not at the table."""
        here, there = self.gone.get(account), dict(self.snapshot.gone).get(account)
        return None if here is None or there is None else max(here, there)

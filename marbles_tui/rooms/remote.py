"""Matches that other processes of a house play, and what those processes tell a lobby."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Final

from marbles_tui.core import CHANCE, BadRecord
from marbles_tui.play import Match, read_match
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Known
from marbles_tui.rooms.backend import Archived, Document, Note, NotKept, Overtaken, RoomState, TournamentState
from marbles_tui.rooms.cards import Challenge
from marbles_tui.rooms.house import House
from marbles_tui.rooms.peers import Order, Snapshot, match_in, way_to
from marbles_tui.rooms.ratings import note_pairing
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.view import RoomView, unveiled
from marbles_tui.store.codec import value_of
from marbles_tui.table.clock import Clock
from marbles_tui.table.live import Answered, Changed, Line, Offered, Played, TableState
from marbles_tui.table.offers import Kind

if TYPE_CHECKING:
    from marbles_tui.rooms.lobby import Lobby


log = logging.getLogger(__name__)

UNKNOWN: Final = "?"
"""The host of a match that some other process plays."""

AT_ONE_PLY: Final = ("choose", "roll")
"""What counts for one state of the match only, and can therefore be tried again when another process plays it."""


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
        if self.rated and snapshot.ended and not before.ended:
            note_pairing(self._house, self.match, self.people)
        self._answered = self._answered and snapshot.question == before.question
        if match is not None:
            self._tell_changes(before, match)
        self._tell_lobby()
        self._send_again()

    def _show(self, snapshot: Snapshot) -> None:
        self.since, self.ended = snapshot.state.since, snapshot.ended
        self.weights, self.successor = snapshot.weights, snapshot.successor
        self._again = set(snapshot.again)
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
        for guest in tuple(self._guests):
            guest.note()

    def _tell_answer(self, before: Snapshot) -> None:
        closed = self.snapshot.closed
        if closed and self.snapshot.answers != before.answers:
            self._tell(Answered(*closed))

    # What guests here do

    def order(self, order: Order) -> bool:
        """Have it done, if there is anything to do as far as is known here."""
        possible = self._possible(order)
        if possible:
            self._ask_for(order)
        return possible

    def _ask_for(self, order: Order) -> None:
        self._foresee(order)
        self._house.start(self._send(order), f"{order['do']} in room {self.id}")

    def _possible(self, order: Order) -> bool:
        state = self.state
        match order:
            case {"do": "choose" | "roll" as do, "seat": seat}:
                return state.asked == seat and (do == "roll") is (state.match.turn == CHANCE)
            case {"do": "move_now"}:
                return state.thinking is not None
            case {"do": "resign"}:
                return state.may_resign()
            case {"do": "claim", "seat": seat}:
                return state.may_claim(seat)
            case {"do": "offer_draw", "seat": seat}:
                return state.may_offer_draw(seat)
            case {"do": "undo", "seat": seat}:
                return state.may_step(Kind.UNDO, seat)
            case {"do": "redo", "seat": seat}:  # what was taken back is known only where the match is played
                return not (state.stopped or state.offer or (seat, Kind.REDO) in state.spent)
            case {"do": "answer", "seat": seat}:
                return state.may_answer(seat)
            case {"do": "withdraw", "seat": seat}:
                return state.may_withdraw(seat)
            case {"do": "want_rematch", "account": account, "wanted": wanted}:
                return self.may_want_rematch(account, wanted)
        return True

    def _foresee(self, order: Order) -> None:
        """Show at once what is to come of it."""
        match order:
            case {"do": do} if do in AT_ONE_PLY:
                self._answered = True
            case {"do": "say", "line": line}:
                self.talk.lines.append(value_of(Line, line))
                self._note()
            case {"do": "want_rematch", "account": account}:
                self._again ^= {account}
                self._note()

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
            self._ask_for(order)

    def _ask_again(self) -> None:
        self._answered = False
        self.question += 1
        self._status()

    def _gone_since(self, account: str) -> float | None:
        """Also the playing process must say so: an older one says it of whoever is not at the table."""
        here, there = self._gone.get(account), dict(self.snapshot.gone).get(account)
        return None if here is None or there is None else max(here, there)

    def close(self) -> None:
        """The match is there no more: everybody leaves."""
        for guest in tuple(self._guests):
            guest.close()
        self._house.peers.look(self.id, False)


class RemoteEvents:
    """Keeps a lobby in step with those of other processes. All that is known of the whole house is in the lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._house = lobby.house
        self._adopting: set[str] = set()
        self.settled = False
        """Whether what was there at the start is known: from then on what comes is new."""

    # Accounts

    def take_account(self, known: Known, visit: str) -> None:
        """An account was changed; `visit`: the process that knows it, where it is not to be kept."""
        before, now = self._lobby.accounts.find(known.account.id), known.account
        if self.settled and before and before.named and before.name != now.name:
            self._house.note(now.id, "rename", self._house.wall())
        origin = self._house.origins.get(now.id)
        if self.settled and origin and before and now.named and not before.named:
            self._house.note(f"from {origin}", "name", self._house.wall())
        self._lobby.accounts.learn(known, kept=not visit)
        if known.ban and known.ban.holds(self._house.wall()):
            self._lobby.show_out(known.account, known.ban.told("You are"))
        self._lobby.changed()

    def drop_account(self, account: str) -> None:
        """An account is known no more, unless it is here again."""
        if not self._lobby.is_here(account):
            self._lobby.accounts.forget(account)
        self._lobby.changed()

    def take_rating(self, account: str, game: str, rating: Rating) -> None:
        """A rating has changed."""
        self._house.ratings[account, game] = rating
        self._lobby.changed()

    def take_document(self, document: Document) -> None:
        """A game is in the archive, a tournament has changed, or whoever runs the house has set something."""
        if isinstance(document, Note):
            self._house.notes.learn(document)
        elif isinstance(document, Archived):
            self._lobby.archive.learn(document)
        elif isinstance(document, TournamentState):
            self._lobby.tournaments.learn(document)
        self._lobby.changed()

    def drop_document(self, kind: str, id: str) -> None:
        """A document is kept no more."""
        if kind == Archived.kind:
            self._lobby.archive.drop(id)
        elif kind == TournamentState.kind:
            self._lobby.tournaments.drop(id)
        self._lobby.changed()

    # Tables

    def take_states(self, states: Iterable[RoomState]) -> None:
        """The matches that are kept, whoever plays them."""
        for state in states:
            if state.id not in self._lobby.rooms:
                self._lobby.rooms[state.id] = Mirror(self._house, Snapshot(state, 0, ended=state.finished))

    def take_room(self, snapshot: Snapshot) -> None:
        """A table as another process shows it."""
        id, rooms = snapshot.state.id, self._lobby.rooms
        room = rooms.get(id)
        if isinstance(room, Mirror):
            room.take(snapshot)
        elif room is None:
            rooms[id] = Mirror(self._house, snapshot)
            if self.settled and not snapshot.ended:
                self._lobby.call(rooms[id])
        elif snapshot.state.revision > room.kept.revision:
            self._lose(room, snapshot)
        self._lobby.changed()

    def drop_room(self, id: str) -> None:
        """A table is there no more."""
        room = self._lobby.rooms.get(id)
        if isinstance(room, Mirror):
            self._lobby.take_away(room)

    def lose(self, room: Room) -> None:
        """Another process plays a match from now on that was played here."""
        if self._lobby.rooms.get(room.id) is room:
            snapshot = room.snapshot(0)
            self._lose(room, replace(snapshot, state=replace(snapshot.state, host=UNKNOWN)))

    def _lose(self, room: Room, snapshot: Snapshot) -> None:
        log.warning("room %s is played by another process now", room.id)
        room.session.close()
        mirror = Mirror(self._house, snapshot)
        self._lobby.rooms[room.id] = mirror
        room.hand_over(mirror)
        mirror.look_around()
        self._lobby.changed()

    async def release(self, room: Room) -> None:
        """Let any other process play a match that is played here."""
        match = room.visible
        await room.release()
        if self._lobby.rooms.get(room.id) is room:
            snapshot = room.snapshot(self._house.peers.count(room.id))
            snapshot = replace(snapshot, asked=None, thinking=None, paused=True)
            mirror = self._lobby.rooms[room.id] = Mirror(self._house, snapshot, match)
            self._house.peers.released(snapshot)
            room.hand_over(mirror)
            mirror.look_around()

    async def adopt(self, id: str, seen: Callable[[str], float]) -> None:
        """Play a match from here on that no process plays any more. `seen`: when a process was last known to be
        there, in seconds since 1970."""
        mirror = self._lobby.rooms.get(id)
        if id in self._adopting or not isinstance(mirror, Mirror):
            return
        self._adopting.add(id)
        try:
            await self._adopt(mirror, seen)
        except Overtaken:
            log.info("room %s was taken up by another process", id)
        except NotKept as error:
            log.warning("room %s cannot be taken up yet: %s", id, error)
        finally:
            self._adopting.discard(id)

    async def _adopt(self, mirror: Mirror, seen: Callable[[str], float]) -> None:
        house, lobby = self._house, self._lobby
        state = await house.backend.read_document(RoomState, mirror.id)
        if state is None:  # it was over, and everybody has it
            lobby.take_away(mirror)
            house.peers.closed(mirror.id)
            return
        reading = read_match(state.record, house.games)
        if reading.fault or not reading.match:
            log.error("room %s cannot be read: %s", state.id, reading.fault)
            del lobby.rooms[mirror.id]
            return
        state = replace(
            self._charged(state, reading.match, mirror, seen),
            host=house.peers.process,
            revision=state.revision + 1,
        )
        await house.kept(house.backend.keep_document, state)
        if lobby.rooms.get(mirror.id) is not mirror or house.closed:
            return
        match = replace(reading.match, ending=mirror.snapshot.ending or reading.match.ending)
        if match.plies != mirror.snapshot.plies:
            match = reading.match
        log.warning("room %s is played here from now on", state.id)
        lobby.take_up(state, match, mirror)

    def _charged(
        self, state: RoomState, match: Match, mirror: Mirror, seen: Callable[[str], float]
    ) -> RoomState:
        """A match with the time taken from a clock that ran until the process was gone."""
        snapshot, control = mirror.snapshot, mirror.control
        runs = control.timed and state.left and not match.stopped and not snapshot.paused and state.host
        if not runs or state.host != mirror.host:
            return state
        seat, spent = match.position.actor, max(0.0, seen(state.host) - state.kept - control.show)
        had = state.left[seat]
        left = None if had is None or had == inf else max(0.0, had - spent)
        return replace(
            state, left=(*state.left[:seat], left, *state.left[seat + 1 :]), kept=self._house.wall()
        )

    # The lobby

    def take_offer(self, challenge: Challenge) -> None:
        """A game is offered, or a seat of it was taken."""
        for account in filter(None, (challenge.by, *challenge.taken)):
            if not self._lobby.accounts.find(account.id):
                self._lobby.accounts.learn(Known(account), kept=False)
        if self.settled and challenge.id not in self._lobby.challenges:
            self._house.note(challenge.by.id, "offer", self._house.wall())
        self._lobby.challenges[challenge.id] = challenge
        self._lobby.changed()

    def drop_offer(self, id: str) -> None:
        """An offer is there no more."""
        self._lobby.challenges.pop(id, None)
        self._lobby.changed()

    def take_line(self, line: Line) -> None:
        """Somebody has said something."""
        talk = self._lobby.talk
        self._house.note(line.account, "say", line.when)
        lines = sorted((*talk.lines, line), key=lambda each: each.when)
        talk.lines.clear()
        talk.lines.extend(lines)
        self._lobby.changed()

"""The tables of the house, who is here, and what becomes of a match: in whichever process it is played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence, Set
from contextvars import copy_context
from dataclasses import replace
from math import inf
from typing import Final, ParamSpec, TypeVar

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.archive import Archive
from marbles_tui.rooms.backend import NotKept, OfferState, Overtaken, RoomState
from marbles_tui.rooms.house import House
from marbles_tui.rooms.matches import following
from marbles_tui.rooms.peers import Snapshot
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.table.live import log_errors

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

FEW: Final = 20
"""Guests who are told of news within the pace of them; more wait so much longer."""

UNKNOWN: Final = "?"
"""The host of a match that some other process plays."""


class Occupant:
    """Somebody who is here, as often as they are, with faces that listen."""

    def __init__(self, account: Account) -> None:
        self.id = account.id
        """The id of the account."""

        self.closed = False
        """Whether they have left, or were shown the door."""

        self._listeners: list[Callable[[], object]] = []
        self._on_words: list[Callable[[str, bool], object]] = []
        self._called: list[str] = []

    def listen(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call something whenever anything in the house has changed; what is returned stops that."""
        listener = at_home(callback)
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def listen_to_words(self, callback: Callable[[str, bool], object]) -> None:
        """Call something with what is told in a sentence: to everybody, by whoever runs the house, or (True) to
        them alone: how something ended that they did or asked for."""
        self._on_words.append(at_home(callback))

    def tell(self) -> None:
        """Something has changed."""
        for callback in tuple(self._listeners):
            with log_errors("a face failed"):
                callback()

    def inform(self, sentence: str, alone: bool = False) -> None:
        """Tell them a sentence; `alone`: it is for nobody else."""
        for callback in tuple(self._on_words):
            with log_errors("a face failed"):
                callback(sentence, alone)

    def call(self, room: str) -> None:
        """A game of theirs has begun."""
        self._called.append(room)

    def close(self) -> None:
        """They hear nothing more."""
        self.closed = True
        self._listeners.clear()
        self._on_words.clear()


def at_home(call: Callable[P, T]) -> Callable[P, T]:
    """The call as this process would make it; another one may make it later."""
    home = copy_context()

    def called(*args: P.args, **named: P.kwargs) -> T:
        return home.copy().run(call, *args, **named)  # a copy can be entered while another one is

    return called


class Tables:
    """All matches of the house, and those who are here. Each match is a `LiveRoom` where it is played, elsewhere a
    `Mirror`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.accounts = house.accounts
        self.rooms: dict[str, LiveRoom | Mirror] = {}
        self.visits: list[Occupant] = []
        self.archive = Archive(house)
        self.on_over: Callable[[str, Sequence[float]], Coroutine[object, object, None]]
        """Called with the id of a room whose match is over, and the scores."""

        self.settled = False
        """Whether what other processes had to say at the start is known: from then on what comes is new."""

        self._adopting: set[str] = set()
        self._changed = False
        self._news: asyncio.Task[None] | None = None

    @property
    def running(self) -> list[LiveRoom | Mirror]:
        """The matches that are not over, wherever they are played."""
        return [room for room in self.rooms.values() if not room.is_over]

    # Who is here

    def is_here(self, account: str) -> bool:
        """Whether an account is in the house."""
        return any(visit.id == account for visit in self.visits) or account in self.house.peers.presence.here

    def tell(self, account: str, sentence: str) -> None:
        """Tell somebody a sentence, in whichever process they are."""
        self.tell_here(account, sentence)
        self.house.peers.told(account, sentence)

    def tell_here(self, account: str, sentence: str) -> None:
        """Tell somebody a sentence, if they are in this process."""
        for visit in tuple(self.visits):
            if visit.id == account:
                visit.inform(sentence, alone=True)
        self.changed()

    def changed(self) -> None:
        """Something has changed that somebody may look at: tell everybody, soon and once."""
        self._changed = True
        if not self._news and not self.house.closed:
            loop = asyncio.get_running_loop()
            self._news = loop.create_task(self._tell(), name="news", context=self.house.context)

    async def _tell(self) -> None:
        """Tell one after the other, so that keys are heard in between, and leave the loop as much time as that has
        taken."""
        pace, loop = self.house.limits.pace, asyncio.get_running_loop()
        try:
            while self._changed:
                await asyncio.sleep(pace)
                self._changed, late = False, 0.0
                for visit in tuple(self.visits):
                    visit.tell()
                    if pace:
                        due = loop.time() + pace / FEW + late
                        await asyncio.sleep(due - loop.time())
                        late = min(pace, loop.time() - due)
        finally:
            self._news = None

    def look_around(self, accounts: Set[str], rooms: Collection[str] = ()) -> None:
        """Some accounts have come to the house, or left it; and somebody has sat down at some tables, or got up."""
        theirs = (
            [id for id, room in self.rooms.items() if not accounts.isdisjoint(room.holders)]
            if accounts
            else ()
        )
        for id in dict.fromkeys((*rooms, *theirs)):
            if room := self.rooms.get(id):
                room.look_around()
        self.changed()

    # Matches that are played here

    def take_in(self, states: Iterable[RoomState]) -> None:
        """The matches that are kept: played here, or (where the house is open in several processes) by whoever takes
        them up."""
        for state in states:
            if self.house.peers.process:
                self.rooms.setdefault(state.id, Mirror(self.house, Snapshot(state, 0, ended=state.finished)))
            elif match := self._readable(state):
                self._opened(state, match)

    def _readable(self, state: RoomState) -> Match | None:
        reading = read_match(state.record, self.house.games)
        if reading.fault or not reading.match:
            log.error("room %s cannot be read: %s", state.id, reading.fault)
            return None
        return reading.match

    def found(self, state: RoomState, match: Match, *, offered: bool = False) -> LiveRoom:
        """A new room, which its players are called to; `offered`: by an offer that was kept."""
        room = self._opened(state, match)
        for account in room.people:
            self.accounts.settle(self.accounts.known(account).account)
        self.house.start(self._keep_begin(room, match, offered), f"begin of room {room.id}")
        self.house.tell(
            "begun",
            room=room.id,
            game=match.game.title,
            names=enumerated(room.match.names),
            accounts=room.people,
            rated=state.rated,
        )
        self.call(room)
        self.changed()
        return room

    async def _keep_begin(self, room: LiveRoom, match: Match, offered: bool) -> None:
        """The match is kept before its offer is forgotten: of both that are kept the match counts."""
        await room.keep(match)
        if offered:
            await self.house.kept(self.house.backend.forget_document, OfferState, room.id)

    def call(self, room: LiveRoom | Mirror) -> None:
        """Call its players to a room that has just begun."""
        for visit in self.visits:
            if visit.id in room.people:
                visit.call(room.id)

    def _opened(self, state: RoomState, match: Match, mirror: Mirror | None = None) -> LiveRoom:
        room = LiveRoom(
            self.house,
            state,
            match,
            on_end=self._end,
            on_rematch=lambda before: self.found(*following(self.house, before.kept, before.match)).id,
            on_empty=self._emptied,
            on_lost=self.lose,
            before=mirror,
            unsent=mirror.unsent if mirror else None,
        )
        self.rooms[room.id] = room
        room.open()
        return room

    def _tell_end(self, room: LiveRoom) -> None:
        match, result = room.match, room.match.result
        winners = enumerated([match.names[seat] for seat in result.winners]) if result else ""
        told = f"{winners or 'nobody'} won{f' ({result.reason})' if result and result.reason else ''}"
        claimed = bool(result and result.reason == "left")
        self.house.tell(
            "claimed" if claimed else "ended",
            room=room.id,
            game=match.game.title,
            names=enumerated(match.names),
            accounts=room.people,
            name=winners,
            result=told,
        )

    async def _end(self, room: LiveRoom) -> None:
        if not room.kept.finished:
            self._tell_end(room)
        await room.settle()
        result = room.match.result
        await self.archive.keep(room)
        if result:
            await self.on_over(room.id, result.scores)
        await room.hand_out()
        if room.empty:
            self._emptied(room)
        self.changed()

    def _emptied(self, room: LiveRoom) -> None:
        """Nobody is in a room any more: it is given up once its match is over."""
        if room.done and self.rooms.get(room.id) is room and not self.house.closed:
            self._drop(room)

    def _drop(self, room: LiveRoom) -> None:
        self.house.peers.given_up(room.id, None)
        self.take_away(room)

    def take_away(self, room: LiveRoom | Mirror) -> None:
        """A table is there no more: everybody leaves it."""
        del self.rooms[room.id]
        room.close()
        for account in filter(None, map(self.accounts.find, room.people)):
            self._forget(account)
        self.changed()

    def _forget(self, account: Account) -> None:
        """Forget who is not here, not at any table, and has nothing that is kept."""
        at_table = any(account.id in room.holders for room in self.rooms.values())
        if self.is_here(account.id) or at_table or not self.accounts.part(account):
            return
        if self.house.peers.process:
            self.house.start(self.house.kept(self.house.backend.forget_account, account.id), "leaving")

    def close_room(self, id: str) -> bool:
        """Break off a match for good; nothing is kept of it."""
        room = self.rooms.get(id)
        if not room:
            return False
        if isinstance(room, Mirror):
            self.house.start(
                self.house.peers.order(id, room.kept.host, {"do": "close"}), f"closing room {id}"
            )
            return True
        room.give_up()
        self._drop(room)
        self.house.start(self.on_over(id, [0.5] * len(room.holders)), "closed room")  # nobody has won
        self.house.start(self.house.kept(self.house.backend.forget_document, RoomState, id), "closed room")
        return True

    # Matches that other processes play

    def take_room(self, snapshot: Snapshot) -> None:
        """A table as another process shows it."""
        id, rooms = snapshot.state.id, self.rooms
        room = rooms.get(id)
        if isinstance(room, Mirror):
            room.take(snapshot)
        elif room is None:
            rooms[id] = Mirror(self.house, snapshot)
            if self.settled and not snapshot.ended:
                self.call(rooms[id])
        elif snapshot.state.revision > room.kept.revision:
            self._lose(room, snapshot)
        self.changed()

    def drop_room(self, id: str) -> None:
        """A table is there no more."""
        room = self.rooms.get(id)
        if isinstance(room, Mirror):
            self.take_away(room)

    def lose(self, room: LiveRoom) -> None:
        """Another process plays a match from now on that was played here."""
        if self.rooms.get(room.id) is room:
            snapshot = room.snapshot(0)
            self._lose(room, replace(snapshot, state=replace(snapshot.state, host=UNKNOWN)))

    def _lose(self, room: LiveRoom, snapshot: Snapshot) -> None:
        log.warning("room %s is played by another process now", room.id)
        room.session.close()
        self._see(room, Mirror(self.house, snapshot))

    def _see(self, room: LiveRoom | Mirror, other: LiveRoom | Mirror) -> None:
        """Let everybody here see a match by way of the other room from now on."""
        self.rooms[room.id] = other
        room.hand_over(other)
        other.look_around()
        self.changed()

    async def release(self, room: LiveRoom) -> None:
        """Let any other process play a match that is played here."""
        match = room.visible
        await room.release()
        if self.rooms.get(room.id) is room:
            snapshot = room.snapshot(self.house.peers.count(room.id))
            snapshot = replace(snapshot, asked=None, thinking=None, paused=True)
            self.house.peers.given_up(room.id, snapshot)
            self._see(room, Mirror(self.house, snapshot, match))

    async def adopt(self, id: str, seen: Callable[[str], float]) -> None:
        """Play a match from here on that no process plays any more. `seen`: when a process was last known to be
        there, in seconds since 1970."""
        mirror = self.rooms.get(id)
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
        house = self.house
        state = await house.backend.read_document(RoomState, mirror.id)
        if state is None:  # it was over, and everybody has it
            self.take_away(mirror)
            house.peers.given_up(mirror.id, None)
            return
        match = self._readable(state)
        if not match:
            del self.rooms[mirror.id]
            return
        state = replace(
            self._charged(state, match, mirror, seen),
            host=house.peers.process,
            revision=state.revision + 1,
        )
        await house.kept(house.backend.keep_document, state)
        if self.rooms.get(mirror.id) is not mirror or house.closed:
            return
        house.peers.taken_up(mirror.id, state.revision)
        if match.plies == mirror.snapshot.plies:
            match = replace(match, ending=mirror.snapshot.ending or match.ending)
        log.warning("room %s is played here from now on", state.id)
        self._see(mirror, self._opened(state, match, mirror))

    def _charged(
        self, state: RoomState, match: Match, mirror: Mirror, seen: Callable[[str], float]
    ) -> RoomState:
        """A match with the time taken from a clock that ran until the process was gone."""
        snapshot, control = mirror.snapshot, mirror.control
        runs = control.timed and state.left and not match.stopped and not snapshot.paused and state.host
        if not runs or state.host != mirror.kept.host:
            return state
        seat, spent = match.position.actor, max(0.0, seen(state.host) - state.kept - control.show)
        had = state.left[seat]
        left = None if had is None or had == inf else max(0.0, had - spent)
        return replace(
            state, left=(*state.left[:seat], left, *state.left[seat + 1 :]), kept=self.house.wall()
        )

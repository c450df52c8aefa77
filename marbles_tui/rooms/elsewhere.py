"""What other processes tell a lobby: their guests, their tables, their offers; and how a table changes hands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Final

from marbles_tui.play import Match, read_match
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Known
from marbles_tui.rooms.backend import NotKept, Overtaken, RoomState
from marbles_tui.rooms.challenge import Challenge
from marbles_tui.rooms.mirror import Mirror
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.snapshot import Snapshot, snapshot_of
from marbles_tui.table.live import Line

if TYPE_CHECKING:
    from marbles_tui.rooms.lobby import Lobby

UNKNOWN: Final = "?"
"""The host of a match that some other process plays."""

log = logging.getLogger(__name__)


class Elsewhere:
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
        if known.banned:
            self._lobby.show_out(known.account)
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
            snapshot = snapshot_of(room, 0)
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
            snapshot = snapshot_of(room, self._house.peers.count(room))
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
        state = await house.backend.read_room(mirror.id)
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
        await house.kept(house.backend.keep_room, state)
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

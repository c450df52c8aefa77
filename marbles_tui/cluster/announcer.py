"""What a process tells the others: who is where, and how its tables stand."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nats.aio.msg import Msg

from marbles_tui.cluster.bus import Bus, ended
from marbles_tui.cluster.stream import Change, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import Answer, packed, snapshot_body, snapshot_in, unpacked
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.remote import Mirror
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.snapshot import Snapshot

if TYPE_CHECKING:
    from marbles_tui.cluster.peers import NatsPeers

CARDS: Final = 0.5
"""Seconds between two pictures of a table that all processes are sent."""

GENERATION: Final = 1 << 32
"""What whoever takes a table up adds to the number of its snapshots, so that those of the one before are older."""

log = logging.getLogger(__name__)


class Announcer:
    """Tells all that has changed in one turn of the loop together: at once to those who look at a table, now and then
    to all."""

    def __init__(self, peers: NatsPeers, bus: Bus, stream: KeyValueStream, prefix: str) -> None:
        self._peers, self._bus, self._stream, self._prefix = peers, bus, stream, prefix
        self._moved: set[str] = set()
        self._dirty: set[str] = set()
        self._cards: set[str] = set()
        self._shown: set[str] = set()  # the tables of which all have a picture from here
        self._numbers: dict[str, int] = {}
        self._wanted: set[str] = set()
        self._looking: dict[str, int] = {}
        self._wake, self._due = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Begin to tell."""
        self._tasks = [
            asyncio.create_task(self._tell(), name="news"),
            asyncio.create_task(self._show_cards(), name="cards"),
        ]

    async def end(self) -> None:
        """Tell what is left to be told, then nothing more. Raises NotKept."""
        await ended(*self._tasks)
        await self._put_moved()
        await self._show(self._cards | self._dirty)

    def stop(self) -> None:
        """Tell nothing more."""
        for task in self._tasks:
            task.cancel()

    # What is to be told

    def moved(self, account: str) -> None:
        """Somebody has come, gone, sat down or got up."""
        self._moved.add(account)
        self._wake.set()

    def played(self, room: str) -> None:
        """Something has changed at a table."""
        self._dirty.add(room)
        self._wake.set()

    def count(self, room: str) -> int:
        """The number of the next snapshot of a table."""
        number = self._numbers.get(room, 0) + 1
        self._numbers[room] = number
        return number

    def begin_generation(self, room: str) -> None:
        """The next snapshots are newer than any of the process that has played it until now."""
        self._numbers[room] = (self._numbers.get(room, 0) // GENERATION + 1) * GENERATION

    def tell_all(self) -> None:
        """Tell all that there is to tell."""
        self._moved |= {visit.id for visit in self._peers.lobby.visits}
        self._dirty |= {id for id, room in self._peers.lobby.rooms.items() if isinstance(room, Room)}
        self._wake.set()

    def look(self, room: str, closely: bool) -> None:
        """Hear of every change of a table that another process plays, or only now and then."""
        if closely:
            self._wanted.add(room)
        else:
            self._wanted.discard(room)
        self._wake.set()

    def look_anew(self) -> None:
        """Look up all tables that are looked at."""
        for id in self._looking:
            self._peers.lobby.house.start(self._look_up(id), f"look at room {id}")

    async def _tell(self) -> None:
        """Tell what has changed, all that has in one turn of the loop together."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(0)
            self._wake.clear()
            try:
                await self._look()
                await self._put_moved()
                await self._tell_tables()
            except NotKept as error:
                log.warning("the other processes are not told: %s", error)
                await asyncio.sleep(CARDS)  # all is told when the connection is there again
            except Exception:
                log.exception("the other processes are not told")

    async def _put_moved(self) -> None:
        moved, self._moved = self._moved, set()
        here = {visit.id for visit in self._peers.lobby.visits}
        tables: dict[str, list[str]] = {}
        for room in self._peers.lobby.rooms.values():
            for account in room.guests_here & moved:
                tables.setdefault(account, []).append(room.id)
        try:
            await asyncio.gather(
                *(
                    self._stream.put(
                        Change(
                            f"here.{self._peers.process}.{account}",
                            packed(tables.get(account, [])) if account in here else b"",
                            checked=False,
                        )
                    )
                    for account in moved
                )
            )
        except NotKept:
            self._moved |= moved
            raise

    async def _tell_tables(self) -> None:
        dirty, self._dirty = self._dirty, set()
        for id in dirty:
            room = self._peers.lobby.rooms.get(id)
            if not isinstance(room, Room) or not room.safe:
                continue  # nobody is shown what is not kept
            self._cards.add(id)
            if self._peers.present(id):
                snapshot = room.snapshot(self.count(room.id))
                await self._bus.publish(f"{self._prefix}.table.{id}", packed(snapshot_body(snapshot)))
            if id not in self._shown or room.is_over:
                await self._show({id})
        if self._cards:
            self._due.set()

    async def _show_cards(self) -> None:
        """Send all processes pictures of the tables at which something has changed, now and then."""
        while True:
            await self._due.wait()
            await asyncio.sleep(CARDS)
            self._due.clear()
            try:
                await self._show(set(self._cards))
            except NotKept as error:
                log.warning("tables are not shown: %s", error)
                self._due.set()

    async def _show(self, ids: set[str]) -> None:
        for id in ids:
            self._cards.discard(id)
            room = self._peers.lobby.rooms.get(id)
            if isinstance(room, Room) and room.safe:
                self._shown.add(id)
                try:
                    await self.put_card(id, room.snapshot(self.count(room.id)))
                except NotKept:
                    self._cards.add(id)
                    raise

    async def put_card(self, id: str, snapshot: Snapshot | None) -> None:
        """Show all processes a table, or (None) that it is there no more."""
        if snapshot is None or not snapshot.state.host:
            self._shown.discard(id)
        data = packed(snapshot_body(snapshot)) if snapshot else b""
        with suppress(WrongLastSequence):  # somebody else plays it: that is told by what is read
            await self._stream.put(Change(f"room.{id}", data))

    async def _look(self) -> None:
        """Hear of the tables that guests here see."""
        for id in tuple(self._looking.keys() - self._wanted):
            await self._bus.unsubscribe(self._looking.pop(id))
        for id in self._wanted - self._looking.keys():
            self._looking[id] = await self._bus.subscribe(f"{self._prefix}.table.{id}", self._seen)
            self._peers.lobby.house.start(self._look_up(id), f"look at room {id}")

    async def _look_up(self, id: str) -> None:
        """What a table shows now: what it told before somebody looked was not heard."""
        room = self._peers.lobby.rooms.get(id)
        if isinstance(room, Mirror) and room.host in self._peers.processes:
            with suppress(NotKept):
                answer = await self._peers.ask(room.host, {"look": id})
                if "snapshot" in answer:
                    self.take(answer["snapshot"])

    async def _seen(self, message: Msg) -> None:
        try:
            self.take(unpacked(message.data))
        except NotKept as error:
            log.warning("what a table shows is not taken in: %s", error)
        except Exception:
            log.exception("what a table shows cannot be taken in")

    def take(self, body: Answer) -> None:
        """A table as another process shows it."""
        snapshot = snapshot_in(body)
        id, number = snapshot.state.id, snapshot.number
        if not isinstance(self._peers.lobby.rooms.get(id), Room):
            self._numbers[id] = max(self._numbers.get(id, 0), number)
        self._peers.lobby.remote.take_room(snapshot)

"""The other processes of a house, by NATS: who is where, the state of their tables, and what is asked of them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Final

from nats.aio.msg import Msg

from marbles_tui.cluster.stream import (
    Bus,
    Change,
    KeyValueStream,
    StreamEntry,
    Unreachable,
    WrongLastSequence,
    ended,
)
from marbles_tui.cluster.wire import (
    VERSION,
    Newer,
    Table,
    body_of,
    packed,
    snapshot_body,
    snapshot_in,
    table_in,
    unpacked,
    value_in,
)
from marbles_tui.rooms.backend import Challenge, NotKept, OfferState
from marbles_tui.rooms.house import KeyCode
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.peers import Peers, Sign, Snapshot
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.store.codec import decoded, encoded, value_of
from marbles_tui.table.live import ChatLine


def heir(what: str, processes: Iterable[str]) -> str:
    """The process to which something falls: the same for all who ask, and spread evenly. "" where there is none."""
    return max(
        processes,
        key=lambda process: hashlib.blake2b(f"{what} {process}".encode()).digest(),
        default="",
    )


CARDS: Final = 0.5
"""Seconds between two pictures of a table that all processes are sent."""

GENERATION: Final = 1 << 32
"""Snapshots of a table for each number with which it is kept: a process that takes it up counts on from the number
with which it keeps that first."""

log = logging.getLogger(__name__)


LEASE: Final = 6
"""Seconds after which a process of which nothing is heard counts as gone."""

SIGN_EVERY: Final = 2.0
"""Seconds between two signs of life."""

SIGNS_MISSED: Final = 3
"""Signs of life that may fail on an open connection before it is made anew."""

ORDER_PATIENCE: Final = 3.0

LINES: Final = 50
KEPT_FOR: Final = 86_400


class NatsPeers(Peers):
    """See `Peers`. What all are to know stands in a stream; guests at the tables of other processes are told
    directly, and what they do is asked for directly. All that has changed in one turn of the loop is told together:
    at once to those who look at a table, now and then to all."""

    def __init__(
        self, bus: Bus, stream: KeyValueStream, prefix: str, process: str, lease: float = LEASE
    ) -> None:
        self.process = process
        self.answer: Callable[[Table], Table] = lambda _: {}
        """What this process says to a question that is put to all of them."""

        self.visiting: Mapping[str, str] = {}
        """The accounts that are only here for a visit, and the processes that know them."""

        self._bus, self._stream, self._prefix = bus, stream, prefix
        self._lease, self._beat = lease, lease / LEASE * SIGN_EVERY
        self._lobby: Lobby | None = None
        super().__init__(lambda: self.lobby.house.wall())
        self._moved: set[str] = set()
        self._dirty: set[str] = set()
        self._cards: set[str] = set()
        self._shown: set[str] = set()  # the tables of which all have a picture from here
        self._numbers: dict[str, int] = {}
        self._wake, self._due = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._leaving = False
        self._signed = self._took = 0.0  # the last sign of life, and how long it took
        self._lines = 0
        self._heard_at: list[int] = []

    @property
    def lobby(self) -> Lobby:
        """The lobby that it serves."""
        assert self._lobby, "it is open"
        return self._lobby

    @property
    def processes(self) -> tuple[str, ...]:
        """The ids of the processes that are there, this one too."""
        return tuple(self.presence.alive)

    def stop(self) -> None:
        """Say nothing any more, as if the process was killed."""
        for task in self._tasks:
            task.cancel()

    # What is to be told

    def moved(self, account: str) -> None:
        """See `Peers`."""
        self._moved.add(account)
        self._wake.set()

    def played(self, room: str) -> None:
        """See `Peers`."""
        self._dirty.add(room)
        self._wake.set()

    def taken_up(self, room: str, revision: int) -> None:
        """Count its snapshots on from there: they are newer than any of those who have played it until now, also
        where not all was heard of them."""
        self._numbers[room] = max(self._numbers.get(room, 0), revision * GENERATION)

    def count(self, room: str) -> int:
        """See `Peers`."""
        number = self._numbers.get(room, 0) + 1
        self._numbers[room] = number
        return number

    def tell_all(self) -> None:
        """Tell all that there is to tell."""
        self._moved |= {visit.id for visit in self.lobby.visits}
        self._dirty |= {id for id, room in self.lobby.rooms.items() if isinstance(room, LiveRoom)}
        self._wake.set()

    async def _announce(self) -> None:
        """Tell what has changed, all that has in one turn of the loop together."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(0)
            self._wake.clear()
            try:
                await self._put_moved()
                await self._tell_tables()
            except NotKept as error:
                log.warning("the other processes are not told: %s", error)
                await asyncio.sleep(CARDS)  # all is told when the connection is there again
            except Exception:
                log.exception("the other processes are not told")

    async def _put_moved(self) -> None:
        moved, self._moved = self._moved, set()
        here = {visit.id for visit in self.lobby.visits}
        tables: dict[str, list[str]] = {}
        for room in self.lobby.rooms.values():
            for account in room.guests_here & moved:
                tables.setdefault(account, []).append(room.id)
        try:
            await asyncio.gather(
                *(
                    self._stream.put(
                        Change(
                            f"here.{self.process}.{account}",
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
            room = self.lobby.rooms.get(id)
            if not isinstance(room, LiveRoom) or not room.safe:
                continue  # nobody is shown what is not kept
            self._cards.add(id)
            if self.presence.present(id):
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
            room = self.lobby.rooms.get(id)
            if isinstance(room, LiveRoom) and room.safe:
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

    async def ask(self, process: str, question: Table) -> Table:
        """What a process answers. Raises NotKept where it does not."""
        asked = self._bus.request(f"{self._prefix}.ask.{process}", packed(question), patience=ORDER_PATIENCE)
        return table_in(unpacked((await asked).data))

    async def _seen(self, message: Msg) -> None:
        """A table at which somebody is by way of another process has changed."""
        id = message.subject.rpartition(".")[2]
        room = self.lobby.rooms.get(id)
        if not room or not room.guests:
            return  # a picture of it comes soon
        try:
            self.take(id, unpacked(message.data))
        except NotKept as error:
            log.warning("what a table shows is not taken in: %s", error)
        except Exception:
            log.exception("what a table shows cannot be taken in")

    def take(self, id: str, body: object) -> None:
        """A table as another process shows it. Raises Newer."""
        try:
            snapshot = snapshot_in(body)
        except Newer:
            self.lobby.outgrow(id)
            raise
        if not isinstance(self.lobby.rooms.get(id), LiveRoom):
            self._numbers[id] = max(self._numbers.get(id, 0), snapshot.number)
        self.lobby.take_room(snapshot)

    @property
    def open_elsewhere(self) -> bool:
        """Whether there is another process that stays."""
        return any(not sign.leaving for id, sign in self.presence.alive.items() if id != self.process)

    @property
    def outdated(self) -> bool:
        """Whether there is a process of a newer version, to which all games fall."""
        return any(sign.version > VERSION for sign in self.presence.alive.values())

    # Coming and going

    async def open(self, lobby: Lobby) -> None:
        """Join the others, when the lobby knows what is kept. Raises NotKept."""
        self._lobby = lobby
        await self._stream.open()
        for subject, heard in ((f"ask.{self.process}", self._asked), ("table.*", self._seen)):
            self._heard_at.append(await self._bus.subscribe(f"{self._prefix}.{subject}", heard))
        await self._live()
        await self._stream.follow((">",), self._heard)
        known = self.presence.processes() | set(self.visiting.values())
        for process in known - self.presence.alive.keys():
            self._gone(process)
        self._offer_again()
        lobby.settled = True
        self._bus.on_return.append(self.tell_all)
        works = (("signs of life", self._beats), ("news", self._announce), ("cards", self._show_cards))
        self._tasks = [asyncio.create_task(work(), name=name) for name, work in works]
        self._sweep()

    def _offer_again(self) -> None:
        """Let all know of the offers that were kept, if they do not; one that was withdrawn is kept no more."""
        for id, challenge in tuple(self.lobby.offers.open.items()):
            if not self._stream.seq(f"offer.{id}"):
                self.offered(challenge)
            elif self._stream.gone(f"offer.{id}"):
                del self.lobby.offers.open[id]
                house = self.lobby.house
                house.start(house.kept(house.backend.forget_document, OfferState, id), f"end of offer {id}")

    async def close(self) -> None:
        """Leave; what was played here was handed over before."""
        if self.tell_all in self._bus.on_return:
            self._bus.on_return.remove(self.tell_all)
        await ended(*self._tasks)
        with suppress(NotKept):
            await self._put_moved()
            await self._show(self._cards | self._dirty)
            await self._stream.put(Change(f"process.{self.process}", b"", checked=False))
        for number in self._heard_at:
            await self._bus.unsubscribe(number)
        await self._stream.close()

    @property
    def lease(self) -> float:
        """For how many seconds this process counts as there if nothing more is heard of it."""
        left = self._signed + self._lease - asyncio.get_running_loop().time()
        return round(max(0.0, left), 1)

    @property
    def nats(self) -> int:
        """Milliseconds that NATS took to keep the last sign of life."""
        return round(1000 * self._took)

    async def _live(self) -> None:
        began = asyncio.get_running_loop().time()
        sign, seconds = Sign(self._leaving, VERSION), max(1, round(self._lease))
        told = Change(f"process.{self.process}", packed(encoded(sign)), checked=False, seconds=seconds)
        await self._stream.put(told)
        self._signed = asyncio.get_running_loop().time()
        self._took = self._signed - began
        self.presence.beat(self.process, sign)

    async def _beats(self) -> None:
        missed = 0
        while True:
            await asyncio.sleep(self._beat)
            try:
                await self._live()
                missed = 0
            except NotKept as error:
                log.warning("no sign of life: %s", error)
                missed += 1
                if missed >= SIGNS_MISSED and self._bus.connected:
                    missed = 0
                    with suppress(NotKept):
                        await self._bus.renew()
            self._sweep()

    # What a lobby needs

    async def leave(self) -> None:
        """See `Peers`. Raises NotKept."""
        self._leaving = True
        await self._live()

    def falls_here(self, id: str) -> bool:
        """See `Peers`."""
        return heir(id, self.presence.heirs) == self.process

    def came(self, account: str, origin: str) -> None:
        """See `Peers`."""
        self._put(Change(f"from.{account}", packed(origin), checked=False, seconds=KEPT_FOR), "where from")

    def given_up(self, room: str, snapshot: Snapshot | None) -> None:
        """See `Peers`."""
        self.lobby.house.start(self.put_card(room, snapshot), f"end of room {room}")

    async def order(self, room: str, host: str, order: Mapping[str, object]) -> bool:
        """See `Peers`. Raises NotKept where the process that plays it does not answer."""
        if host not in self.presence.alive:
            raise Unreachable(f"process {host or '(none)'} is not there")
        return bool((await self.ask(host, {"room": room, "order": order})).get("done"))

    async def ask_all(self, question: Table) -> dict[str, Table]:
        """What every process says to a question, by its id; one that says nothing is left out."""

        async def ask(process: str) -> Table | None:
            try:
                return await self.ask(process, {"question": question})
            except (NotKept, ValueError):
                return None

        answers = await asyncio.gather(*map(ask, self.processes))
        return {process: answer for process, answer in zip(self.processes, answers, strict=False) if answer}

    def said(self, line: ChatLine) -> None:
        """See `Peers`."""
        self._lines = (self._lines + 1) % LINES
        key = f"said.{self.process}.{self._lines}"
        self._put(Change(key, packed(line), checked=False, seconds=KEPT_FOR), "line")

    def told(self, account: str, sentence: str) -> None:
        """See `Peers`."""
        if account in self.presence.here:
            self.lobby.house.start(self._tell(account, sentence), "word to a guest")

    async def _tell(self, account: str, sentence: str) -> None:
        for process in self.presence.with_guest(account):
            with suppress(NotKept):
                await self.ask(process, {"account": account, "tell": sentence})

    def offered(self, challenge: Challenge) -> None:
        """See `Peers`."""
        self._put(Change(f"offer.{challenge.id}", packed(body_of(challenge))), f"offer {challenge.id}")

    async def exchange(self, id: str, after: Challenge | None) -> bool:
        """See `Peers`. Raises NotKept."""
        key, data = f"offer.{id}", packed(body_of(after)) if after else b""
        try:
            await self._stream.put(Change(key, data, seq=self._stream.seq(key)))
        except WrongLastSequence:
            return False
        return True

    def coded(self, code: str, account: str = "", until: float = 0.0) -> None:
        """See `Peers`."""
        seconds = max(1, round(until - self.lobby.house.wall())) if account else 0
        body = packed([account, until]) if account else b""
        self._put(Change(f"code.{code}", body, checked=False, seconds=seconds), "code")

    def _put(self, change: Change, name: str) -> None:
        self.lobby.house.start(self.lobby.house.kept(self._stream.put, change), name)

    # What is heard

    def _heard(self, entry: StreamEntry) -> None:
        kind, _, rest = entry.key.partition(".")
        if kind == "process":
            self._hear_process(rest, value_of(Sign, unpacked(entry.data)) if entry.data else None)
        elif kind == "here":
            process, _, account = rest.partition(".")
            rooms = decoded(tuple[str, ...], unpacked(entry.data)) if entry.data else None
            was_here = account in self.presence.here
            tables = self.presence.put(process, account, rooms)
            moved = was_here != (account in self.presence.here)
            self.lobby.look_around({account} if moved else set(), tables)
        elif kind == "from" and entry.data:
            self.lobby.house.origins[rest] = value_of(str, unpacked(entry.data))
        elif kind == "room" and entry.data:
            self.take(rest, unpacked(entry.data))
            self._sweep((rest,))
        elif kind == "room":
            self.lobby.drop_room(rest)
        elif kind == "offer" and entry.data:
            self.lobby.offers.learn(value_in(Challenge, unpacked(entry.data)))
        elif kind == "offer":
            self.lobby.offers.drop(rest)
        elif kind == "said" and entry.data:
            self.lobby.talk.learn(value_of(ChatLine, unpacked(entry.data)))
        elif kind == "code" and entry.data:
            account, until = decoded(tuple[str, float], unpacked(entry.data))
            self.lobby.codes.learn(account, KeyCode(rest, until))
        elif kind == "code":
            self.lobby.codes.forget(rest)

    def _hear_process(self, process: str, sign: Sign | None) -> None:
        if sign is not None:
            self.presence.beat(process, sign)
        elif process == self.process:
            log.warning("this process was taken for dead")
            self.tell_all()
        else:
            self._gone(process)

    def _gone(self, process: str) -> None:
        """A process is gone: its guests are, too, and its tables are played elsewhere."""
        log.warning("process %s is gone", process)
        guests = self.presence.guests(process)
        self.lobby.look_around(set(guests), self.presence.forget(process))
        if heir(process, self.presence.heirs) == self.process:
            self.lobby.house.start(self._clear(process, guests), f"clearing after process {process}")
        self._sweep()

    async def _clear(self, process: str, guests: Collection[str]) -> None:
        """Take away what a process has left behind that is gone."""
        for account in guests:
            await self._stream.put(Change(f"here.{process}.{account}", b"", checked=False))
        for account in [account for account, knows in self.visiting.items() if knows == process]:
            if not self.lobby.is_here(account):
                with suppress(NotKept):
                    await self.lobby.house.backend.forget_account(account)
                self.lobby.drop_account(account)
        self.lobby.offers.withdraw_of_absent()

    def _sweep(self, ids: Collection[str] | None = None) -> None:
        """Take up the matches that nobody plays and that fall to this process."""
        alive = self.presence.alive
        for id in tuple(self.lobby.rooms if ids is None else ids):
            room = self.lobby.rooms.get(id)
            if isinstance(room, Mirror) and room.kept.host not in alive and self.falls_here(id):
                self.lobby.house.start(self.lobby.adopt(id, self.presence.seen), f"taking up room {id}")

    async def _asked(self, message: Msg) -> None:
        """Another process asks."""
        try:
            answer = self._answered(table_in(unpacked(message.data)))
        except Exception as error:
            log.exception("another process asked in vain")
            answer = {"error": str(error)}
        if message.reply:
            with suppress(NotKept):
                await self._bus.publish(message.reply, packed(answer))

    def _answered(self, asked: Table) -> Table:
        match asked:
            case {"room": str(id), "order": {"do": "close"}}:
                return {"done": self.lobby.close_room(id)}
            case {"room": str(id), "order": dict(order)}:
                room = self.lobby.rooms.get(id)
                return {"done": isinstance(room, LiveRoom) and room.told_to(order)}
            case {"look": str()}:
                return {}  # a process of before asks; all hear of every change
            case {"account": str(account), "tell": str(sentence)}:
                self.lobby.tell_here(account, sentence)
                return {}
            case {"question": dict(question)}:
                return self.answer(question)
        raise ValueError("it is not known what is asked")

"""The other processes of a house, by NATS."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Final

from nats.aio.msg import Msg

from marbles_tui.cluster.announcer import Announcer
from marbles_tui.cluster.bus import Bus, Unreachable, ended
from marbles_tui.cluster.presence import Presence, heir
from marbles_tui.cluster.stream import Change, Entry, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import (
    VERSION,
    Answer,
    body_of,
    packed,
    snapshot_body,
    unpacked,
    value_in,
)
from marbles_tui.rooms.backend import NotKept
from marbles_tui.rooms.challenge import Challenge
from marbles_tui.rooms.codes import KeyCode
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.peers import Order, Peers
from marbles_tui.rooms.remote import Mirror
from marbles_tui.rooms.room import Room
from marbles_tui.rooms.snapshot import Snapshot
from marbles_tui.store.codec import value_of
from marbles_tui.table.live import Line

LEASE: Final = 6
"""Seconds after which a process of which nothing is heard counts as gone."""

BEAT: Final = 2.0
"""Seconds between two signs of life."""

MISSED: Final = 3
"""Signs of life that may fail on an open connection before it is made anew."""

ORDER_PATIENCE: Final = 3.0

LINES: Final = 50
DAY: Final = 86_400

log = logging.getLogger(__name__)


class NatsPeers(Peers):
    """See `Peers`. What all are to know stands in a stream; guests at the tables of other processes are told
    directly, and what they do is asked for directly."""

    def __init__(
        self, bus: Bus, stream: KeyValueStream, prefix: str, process: str, lease: float = LEASE
    ) -> None:
        self.process = process
        self._bus, self._stream, self._prefix = bus, stream, prefix
        self._lease, self._beat = lease, lease / LEASE * BEAT
        self._lobby: Lobby | None = None
        self._presence = Presence(lambda: self.lobby.house.wall())
        self.answer: Callable[[Answer], Answer] = lambda _: {}
        """What this process says to a question that is put to all of them."""

        self.visiting: Mapping[str, str] = {}
        """The accounts that are only here for a visit, and the processes that know them."""

        self._leaving = False
        self._signed = self._late = self._took = (
            0.0  # the last sign of life, how late it was, how long it took
        )

        self._announcer = Announcer(self, bus, stream, prefix)
        self._lines = 0
        self._beating: asyncio.Task[None] | None = None
        self._door: int | None = None

    @property
    def lobby(self) -> Lobby:
        """The lobby that it serves."""
        assert self._lobby, "it is open"
        return self._lobby

    @property
    def processes(self) -> tuple[str, ...]:
        """The ids of the processes that are there, this one too."""
        return tuple(self._presence.alive)

    # Coming and going

    async def open(self, lobby: Lobby) -> None:
        """Join the others, when the lobby knows what is kept. Raises NotKept."""
        self._lobby = lobby
        await self._stream.open()
        self._door = await self._bus.subscribe(f"{self._prefix}.ask.{self.process}", self._asked)
        await self._live()
        await self._stream.follow((">",), self._heard)
        known = self._presence.processes() | set(self.visiting.values())
        for process in known - self._presence.alive.keys():
            self._gone(process)
        self._offer_again()
        lobby.remote.settled = True
        self._bus.on_return.append(self._returned)
        self._beating = asyncio.create_task(self._beats(), name="signs of life")
        self._announcer.begin()
        self._sweep()

    def _offer_again(self) -> None:
        """Let all know of the offers that were kept, if they do not; one that was withdrawn is kept no more."""
        for id, challenge in tuple(self.lobby.challenges.items()):
            if not self._stream.seq(f"offer.{id}"):
                self.offered(challenge)
            elif self._stream.gone(f"offer.{id}"):
                del self.lobby.challenges[id]
                house = self.lobby.house
                house.start(house.kept(house.backend.forget_offer, id), f"end of offer {id}")

    async def close(self) -> None:
        """Leave; what was played here was handed over before."""
        if self._returned in self._bus.on_return:
            self._bus.on_return.remove(self._returned)
        await ended(self._beating)
        with suppress(NotKept):
            await self._announcer.end()
            await self._stream.put(Change(f"process.{self.process}", b"", checked=False))
        if self._door is not None:
            await self._bus.unsubscribe(self._door)
        await self._stream.close()

    def standing(self) -> Answer:
        """How long this process counts as there if nothing more is heard of it, in seconds; by how much its loop was
        late with the last sign of life, and how long NATS took to keep it, in milliseconds."""
        left = self._signed + self._lease - asyncio.get_running_loop().time()
        return {
            "lease": round(max(0.0, left), 1),
            "lag": round(1000 * self._late),
            "nats": round(1000 * self._took),
        }

    async def _live(self) -> None:
        began = asyncio.get_running_loop().time()
        body, seconds = packed({"leaving": self._leaving, "version": VERSION}), max(1, round(self._lease))
        await self._stream.put(Change(f"process.{self.process}", body, checked=False, seconds=seconds))
        self._signed = asyncio.get_running_loop().time()
        self._took = self._signed - began
        self._presence.beat(self.process, self._leaving, VERSION)

    async def _beats(self) -> None:
        missed, loop = 0, asyncio.get_running_loop()
        while True:
            due = loop.time() + self._beat
            await asyncio.sleep(self._beat)
            self._late = max(0.0, loop.time() - due)
            try:
                await self._live()
                missed = 0
            except NotKept as error:
                log.warning("no sign of life: %s", error)
                missed += 1
                if missed >= MISSED and self._bus.connected:
                    missed = 0
                    with suppress(NotKept):
                        await self._bus.renew()
            self._sweep()

    def _returned(self) -> None:
        """The connection is there again: whatever was told meanwhile was not heard."""
        self._announcer.tell_all()
        self._announcer.look_anew()

    def stop(self) -> None:
        """Say nothing any more, as if the process was killed."""
        if self._beating:
            self._beating.cancel()
        self._announcer.stop()

    # What a lobby needs

    async def leave(self) -> None:
        """See `Peers`. Raises NotKept."""
        self._leaving = True
        await self._live()

    def here(self) -> Collection[str]:
        """See `Peers`."""
        return self._presence.here

    def present(self, room: str) -> Collection[str]:
        """See `Peers`."""
        return self._presence.present(room)

    def moved(self, account: str) -> None:
        """See `Peers`."""
        self._announcer.moved(account)

    def came(self, account: str, origin: str) -> None:
        """See `Peers`."""
        self._put(Change(f"from.{account}", packed(origin), checked=False, seconds=DAY), "where from")

    def played(self, room: str) -> None:
        """See `Peers`."""
        self._announcer.played(room)

    def count(self, room: str) -> int:
        """See `Peers`."""
        return self._announcer.count(room)

    def released(self, snapshot: Snapshot) -> None:
        """See `Peers`."""
        id = snapshot.state.id
        self.lobby.house.start(self._announcer.put_card(id, snapshot), f"release of room {id}")

    def closed(self, room: str) -> None:
        """See `Peers`."""
        self.lobby.house.start(self._announcer.put_card(room, None), f"end of room {room}")

    def look(self, room: str, closely: bool) -> None:
        """See `Peers`."""
        self._announcer.look(room, closely)

    async def order(self, room: str, host: str, order: Order) -> bool:
        """See `Peers`. Raises NotKept where the process that plays it does not answer."""
        if host not in self._presence.alive:
            raise Unreachable(f"process {host or '(none)'} is not there")
        answer = await self.ask(host, {"room": room, "order": order})
        return bool(answer.get("done"))

    async def ask(self, process: str, question: Answer) -> Answer:
        """What a process answers. Raises NotKept where it does not."""
        subject = f"{self._prefix}.ask.{process}"
        message = await self._bus.request(subject, packed(question), patience=ORDER_PATIENCE)
        return dict(unpacked(message.data))

    async def ask_all(self, question: Answer) -> dict[str, Answer]:
        """What every process says to a question, by its id; one that says nothing is left out."""

        async def ask(process: str) -> Answer | None:
            try:
                return await self.ask(process, {"question": question})
            except (NotKept, ValueError):
                return None

        answers = await asyncio.gather(*map(ask, self.processes))
        return {process: answer for process, answer in zip(self.processes, answers, strict=False) if answer}

    def said(self, line: Line) -> None:
        """See `Peers`."""
        self._lines = (self._lines + 1) % LINES
        key = f"said.{self.process}.{self._lines}"
        self._put(Change(key, packed(line), checked=False, seconds=DAY), "line")

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

    def coded(self, account: str, code: str, until: float) -> None:
        """See `Peers`."""
        seconds = max(1, round(until - self.lobby.house.wall()))
        body = packed([account, until])
        self._put(Change(f"code.{code}", body, checked=False, seconds=seconds), "code")

    def uncoded(self, code: str) -> None:
        """See `Peers`."""
        self._put(Change(f"code.{code}", b"", checked=False), "code")

    def _put(self, change: Change, name: str) -> None:
        self.lobby.house.start(self.lobby.house.kept(self._stream.put, change), name)

    # What is heard

    def _heard(self, entry: Entry) -> None:
        kind, _, rest = entry.key.partition(".")
        elsewhere = self.lobby.remote
        if kind == "process":
            self._hear_process(rest, unpacked(entry.data) if entry.data else None)
        elif kind == "here":
            process, _, account = rest.partition(".")
            rooms = unpacked(entry.data) if entry.data else None
            was_here = account in self._presence.here
            tables = self._presence.put(process, account, rooms)
            moved = was_here != (account in self._presence.here)
            self.lobby.look_around({account} if moved else set(), tables)
        elif kind == "from" and entry.data:
            self.lobby.house.origins[rest] = unpacked(entry.data)
        elif kind == "room" and entry.data:
            self._announcer.take(unpacked(entry.data))
            self._sweep((rest,))
        elif kind == "room":
            elsewhere.drop_room(rest)
        elif kind == "offer" and entry.data:
            elsewhere.take_offer(value_in(Challenge, unpacked(entry.data)))
        elif kind == "offer":
            elsewhere.drop_offer(rest)
        elif kind == "said" and entry.data:
            elsewhere.take_line(value_of(Line, unpacked(entry.data)))
        elif kind == "code":
            self._hear_code(rest, entry.data)

    def _hear_code(self, code: str, data: bytes) -> None:
        if data:
            account, until = unpacked(data)
            self.lobby.codes.learn(account, KeyCode(code, until))
        else:
            self.lobby.codes.forget(code)

    def _hear_process(self, process: str, sign: Answer | None) -> None:
        if sign is not None:
            self._presence.beat(process, bool(sign.get("leaving")), int(sign.get("version", 0)))
        elif process == self.process:
            log.warning("this process was taken for dead")
            self._announcer.tell_all()
        else:
            self._gone(process)

    def _gone(self, process: str) -> None:
        """A process is gone: its guests are, too, and its tables are played elsewhere."""
        log.warning("process %s is gone", process)
        guests = self._presence.guests(process)
        rooms = self._presence.forget(process)
        self.lobby.look_around(set(guests), rooms)
        if heir(process, self._presence.heirs) == self.process:
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
                self.lobby.remote.drop_account(account)
        self.lobby.offers.withdraw_of_absent()

    def _sweep(self, ids: Collection[str] | None = None) -> None:
        """Take up the matches that nobody plays and that fall to this process."""
        alive, heirs = self._presence.alive, self._presence.heirs
        for id in tuple(self.lobby.rooms if ids is None else ids):
            room = self.lobby.rooms.get(id)
            if isinstance(room, Mirror) and room.host not in alive and heir(id, heirs) == self.process:
                self._announcer.begin_generation(id)
                self.lobby.house.start(
                    self.lobby.remote.adopt(id, self._presence.seen), f"taking up room {id}"
                )

    async def _asked(self, message: Msg) -> None:
        """Another process asks."""
        try:
            answer = self._answered(unpacked(message.data))
        except Exception as error:
            log.exception("another process asked in vain")
            answer = {"error": str(error)}
        if message.reply:
            with suppress(NotKept):
                await self._bus.publish(message.reply, packed(answer))

    def _answered(self, asked: Answer) -> Answer:
        match asked:
            case {"room": str(id), "order": {"do": "close"}}:
                return {"done": self.lobby.close_room(id)}
            case {"room": str(id), "order": dict(order)}:
                room = self.lobby.rooms.get(id)
                return {"done": isinstance(room, Room) and room.order(order)}
            case {"look": str(id)}:
                room = self.lobby.rooms.get(id)
                if not isinstance(room, Room):
                    return {}
                return {"snapshot": snapshot_body(room.snapshot(self.count(room.id)))}
            case {"question": dict(question)}:
                return self.answer(question)
        raise ValueError("it is not known what is asked")

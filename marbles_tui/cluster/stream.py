"""The connection of a process to NATS, which comes back by itself, and the streams in which keys have values."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from secrets import token_hex
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error, NoServersError

from marbles_tui.rooms.backend import Contested, NotKept

PATIENCE: Final = 2.0
"""Seconds to wait for an answer."""

HELLO: Final = 5.0
"""Seconds to wait for a server at the start."""

START: Final = 30.0
"""Seconds to wait until servers that have just started keep something: first they agree on one that leads."""

OLDEST: Final = (2, 12)
"""The first version of nats-server that keeps several messages together, or none of them."""

log = logging.getLogger(__name__)

Handler = Callable[[Msg], Awaitable[None]]

Answer: TypeAlias = dict[str, Any]
"""What JetStream answers, as its documents have it."""

T = TypeVar("T")


class Unreachable(NotKept):
    """NATS does not answer."""


class Bus:
    """Asks, tells and hears. What fails raises Unreachable; what is subscribed to stays so whatever becomes of the
    connection."""

    def __init__(self, servers: Sequence[str], token: str | None = None) -> None:
        self._servers, self._token = list(servers), token
        self._client: Client | None = None
        self._handlers: dict[int, tuple[str, Handler]] = {}
        self._subscriptions: dict[int, Subscription] = {}
        self._next = 0
        self.is_small = False
        """Whether there have once been fewer servers than copies are wanted, for as long as one waits for them."""

        self.on_return: list[Callable[[], object]] = []
        """Called when the connection is there again: whatever was told meanwhile was not heard."""

    async def open(self) -> None:
        """Connect. Raises Unreachable where there is no server that will do."""
        self._client = await self._connect()
        version = self._client.connected_server_version
        if (version.major, version.minor) < OLDEST:
            await self.close()
            oldest = ".".join(map(str, OLDEST))
            raise Unreachable(
                f"nats-server {version.major}.{version.minor} is too old: {oldest} or newer is needed"
            )

    async def close(self) -> None:
        """Leave."""
        client, self._client = self._client, None
        if client:
            with suppress(Error, OSError, TimeoutError):
                await client.close()

    async def renew(self) -> None:
        """Connect anew: requests may go unanswered for ever on a connection that came back (nats.py, issue 354)."""
        log.warning("connecting to NATS anew")
        before, self._client = self._client, await self._connect()
        for number, (subject, handler) in self._handlers.items():
            with suppress(Error):
                self._subscriptions[number] = await self._client.subscribe(subject, cb=handler)
        if before:
            with suppress(Error, OSError, TimeoutError):
                await before.close()
        self._tell_return()

    async def _connect(self) -> Client:
        told: list[str] = []

        async def lost() -> None:
            if self._client:  # else it was left
                log.warning("NATS is out of reach")

        async def back() -> None:
            log.warning("NATS is back")
            self._tell_return()

        async def failed(error: Exception) -> None:
            told.append(str(error).lower())
            del told[:-10]
            log.warning("NATS: %r", error)
            if type(error).__name__ == "SlowConsumerError":
                self._tell_return()  # something was not heard

        try:
            return await asyncio.wait_for(
                nats.connect(
                    self._servers,
                    token=self._token,
                    name="marbles-tui",
                    connect_timeout=2,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=0.2,
                    ping_interval=3,
                    max_outstanding_pings=2,
                    disconnected_cb=lost,
                    reconnected_cb=back,
                    error_cb=failed,
                ),
                HELLO,
            )
        except (Error, OSError, TimeoutError, ValueError) as error:
            if any("authorization" in each for each in told):
                raise Unreachable(f"NATS at {', '.join(self._named)} does not let us in") from error
            why = "nobody answers" if isinstance(error, (NoServersError, TimeoutError)) else str(error)
            raise Unreachable(f"NATS at {', '.join(self._named)}: {why}") from error

    @property
    def _named(self) -> list[str]:
        """The servers, without what lets one in."""
        return [server.rpartition("@")[2].removeprefix("nats://") for server in self._servers]

    def _tell_return(self) -> None:
        for callback in tuple(self.on_return):
            callback()

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._client is not None and self._client.is_connected

    async def request(
        self,
        subject: str,
        data: bytes = b"",
        headers: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> Msg:
        """The answer to a message. Raises Unreachable."""
        client = self._open
        try:
            return await client.request(
                subject, data, timeout=patience, headers=dict(headers) if headers else None
            )
        except (Error, OSError, TimeoutError) as error:
            raise Unreachable(f"no answer from NATS: {error or type(error).__name__}") from error

    async def api(self, what: str, body: object) -> Answer:
        """The answer of JetStream's own interface. Raises Unreachable."""
        answer = await self.request(f"$JS.API.{what}", json.dumps(body).encode() if body else b"")
        return dict(json.loads(answer.data))

    async def publish(
        self, subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> None:
        """Publish a message. Raises Unreachable."""
        client = self._open
        try:
            await client.publish(subject, data, headers=dict(headers) if headers else None)
        except (Error, OSError) as error:
            raise Unreachable(f"NATS takes nothing: {error or type(error).__name__}") from error

    async def subscribe(self, subject: str, handler: Handler) -> int:
        """Call something with every message of a subject; the number by which `unsubscribe` ends that."""
        client = self._open
        self._next += 1
        number = self._next
        self._handlers[number] = (subject, handler)
        try:
            self._subscriptions[number] = await client.subscribe(subject, cb=handler)
        except Error as error:
            del self._handlers[number]
            raise Unreachable(f"NATS: {error}") from error
        return number

    async def unsubscribe(self, number: int) -> None:
        """Hear no more."""
        self._handlers.pop(number, None)
        subscription = self._subscriptions.pop(number, None)
        if subscription:
            with suppress(Error):
                await subscription.unsubscribe()

    def inbox(self) -> str:
        """A subject that nobody else has."""
        return self._open.new_inbox()

    @property
    def _open(self) -> Client:
        if self._client is None or self._client.is_closed:
            raise Unreachable("NATS is closed")
        return self._client


async def ended(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks until they have ended: before Python 3.12 `wait_for` may lose it where an answer comes at the same
    time."""
    waiting = {task for task in tasks if task}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=0.1)


BEAT: Final = 2.0
"""Seconds after which the server says that there is nothing new."""

SILENCE: Final = 3 * BEAT
"""Seconds of silence after which it is asked anew."""

PARTS: Final = 9
"""Of what is told with a message: $JS.ACK, stream, consumer, tries, its number, the consumer's count, time, rest."""

EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
WRITER: Final = "Writer"

WRONG_SEQUENCE: Final = (10071, 10164)
"""The codes of what says that somebody else was first."""

NOT_FOUND: Final = 10037
IN_USE: Final = 10058
ALONE: Final = 10074
"""A server that belongs to no cluster keeps one copy."""

COPIES: Final = 3
"""On how many servers everything is kept where there are several."""

SHORT: Final = 32
"""Bytes of what is remembered, not only counted."""

TRIES: Final = 5
"""How often a change is tried anew where nothing stands against it but what was forgotten meanwhile."""

ASKED_AGAIN: Final = 0.3
"""Seconds until a server is asked anew that does not have everything yet."""

FORGET: Final = 3600
"""For how many seconds it is kept that a key is gone."""


async def settled(work: Callable[[], Awaitable[T]]) -> T:
    """Do something that servers may not be ready for yet. Raises NotKept where they are not for `START` seconds."""
    loop = asyncio.get_running_loop()
    end, told = loop.time() + START, ""
    while True:
        try:
            return await work()
        except NotKept as error:
            if loop.time() >= end:
                raise
            if str(error) != told:
                told = str(error)
                log.warning("waiting for NATS: %s", told)
            await asyncio.sleep(ASKED_AGAIN)


class StreamEntry(NamedTuple):
    """What is kept under a key."""

    key: str
    data: bytes
    """b"" where the key is gone."""

    seq: int
    writer: str


class StreamReader:
    """Calls something with the last message of each key, then with whatever is written, in its order. Where the
    server's count shows that something is missing it reads on from what it had last.

    The ordered consumer of nats.py gives up where making it anew fails, and nobody is told.
    """

    def __init__(
        self,
        bus: Bus,
        stream: str,
        prefix: str,
        keys: Sequence[str],
        heard: Callable[[StreamEntry], object],
        after: int = 0,
    ) -> None:
        """`after`: the number of the last message that is known already."""
        self._bus, self._stream, self._prefix = bus, stream, prefix
        self._keys, self._heard = tuple(keys), heard
        self._seq = after
        """What was heard last."""

        self._count = 0
        """How many messages have come since the server was asked last."""

        self._waits = 0
        """How many there were to be read when it was asked first."""

        self._refused: set[str] = set()
        self._subscription: int | None = None
        self._consumer = ""
        self._closed = False
        self._last = 0.0
        self._ready = asyncio.Event()
        self._gap = asyncio.Event()
        self._guard: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Returns when all that was kept at the beginning has been heard. Raises NotKept."""
        await self._begin()
        self._bus.on_return.append(self._gap.set)
        self._guard = asyncio.create_task(self._watch(), name=f"reading of {self._stream}")
        if self._waits:
            try:
                await asyncio.wait_for(self._ready.wait(), 60)
            except TimeoutError as error:
                raise NotKept("NATS does not tell what is kept") from error

    async def close(self) -> None:
        """Hear no more."""
        self._closed = True
        if self._gap.set in self._bus.on_return:
            self._bus.on_return.remove(self._gap.set)
        await ended(self._guard)
        await self._end()

    async def _begin(self) -> None:
        """Ask for all that comes after what was heard last."""
        await self._end()
        inbox = self._bus.inbox()
        self._count, self._consumer = 0, inbox
        self._last = asyncio.get_running_loop().time()

        async def take(message: Msg) -> None:
            if inbox == self._consumer:  # else it is of one that was given up
                await self._take(message)

        self._subscription = await self._bus.subscribe(inbox, take)
        if self._seq:
            info = await self._bus.api(f"STREAM.INFO.{self._stream}", None)
            if info.get("state", {}).get("last_seq", 0) < self._seq:
                log.warning("the stream %s begins anew", self._stream)
                self._seq = 0
        config: dict[str, object] = {
            "deliver_subject": inbox,
            "filter_subjects": [self._prefix + key for key in self._keys],
            "ack_policy": "none",
            "max_deliver": 1,
            "flow_control": True,
            "idle_heartbeat": int(BEAT * 10**9),
            "mem_storage": True,
            "num_replicas": 1,
            "inactive_threshold": 30 * 10**9,
        }
        if self._seq:
            config |= {"deliver_policy": "by_start_sequence", "opt_start_seq": self._seq + 1}
        else:
            config["deliver_policy"] = "last_per_subject"
        answer = await self._bus.api(
            f"CONSUMER.CREATE.{self._stream}", {"stream_name": self._stream, "config": config}
        )
        if error := answer.get("error"):
            raise NotKept(f"NATS: {error.get('description')}")
        if not self._ready.is_set():
            self._waits = answer["num_pending"] + answer["delivered"]["consumer_seq"]

    async def _end(self) -> None:
        number, self._subscription, self._consumer = self._subscription, None, ""
        if number is not None:
            await self._bus.unsubscribe(number)

    async def _take(self, message: Msg) -> None:
        self._last = asyncio.get_running_loop().time()
        headers = message.headers or {}
        if headers.get("Status") == "100":
            if message.reply:
                await self._bus.publish(message.reply)
            if int(headers.get("Nats-Last-Consumer", self._count)) > self._count:
                self._gap.set()
            return
        parts = message.reply.split(".")
        at = 5 if len(parts) == PARTS else 7  # servers of several accounts say more
        seq, count = int(parts[at]), int(parts[at + 1])
        if count != self._count + 1:
            self._gap.set()
            return
        self._count, self._seq = count, seq
        gone = "Nats-Marker-Reason" in headers
        key = message.subject.removeprefix(self._prefix)
        try:
            self._heard(StreamEntry(key, b"" if gone else message.data, seq, headers.get("Writer", "")))
        except NotKept as error:
            if key not in self._refused:  # else it was said
                self._refused.add(key)
                log.warning("what %s says is not taken in: %s", key, error)
        except Exception:
            log.exception("what %s says cannot be taken in", key)
        if count >= self._waits:
            self._ready.set()

    async def _watch(self) -> None:
        """Ask anew where something is missing, or nothing comes any more."""
        loop = asyncio.get_running_loop()
        while not self._closed:
            try:
                await asyncio.wait_for(self._gap.wait(), BEAT)
            except TimeoutError:
                if loop.time() - self._last < SILENCE:
                    continue
            self._gap.clear()
            try:
                await self._begin()
            except NotKept as error:
                log.warning("nothing is heard of %s: %s", self._stream, error)
                self._gap.set()
                await asyncio.sleep(ASKED_AGAIN)


class Change(NamedTuple):
    """What is to be written."""

    key: str
    data: bytes
    """b"": the key is gone."""

    checked: bool = True
    """Whether it is only written over what this process knows."""

    over: bytes | None = None
    """If given, it is only written where nothing is kept, or this."""

    seq: int | None = None
    """If given, it is only written over what has this number."""

    seconds: int = 0
    """After how many it is gone by itself; 0: never."""


class KnownKey(NamedTuple):
    """What a process knows of a key."""

    seq: int = 0
    gone: bool = True
    text: bytes = b""
    """What is kept, where that is short."""


class WrongLastSequence(Contested):
    """Something else than was known is kept under these `keys`; now it is known."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(f"somebody else was first: {', '.join(keys)}")
        self.keys = tuple(keys)


class KeyValueStream:
    """One stream; its keys are the subjects below a prefix."""

    def __init__(self, bus: Bus, name: str, prefix: str, writer: str, *, passing: bool = False) -> None:
        """`writer`: the process; `passing`: what need not outlive a crash of the server."""
        self.bus, self.name, self.prefix = bus, name, f"{prefix}."
        self._writer, self._passing = writer, passing
        self._known: dict[str, KnownKey] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._reader: StreamReader | None = None
        self._heard: Callable[[StreamEntry], object] = lambda _: None

    async def open(self) -> None:
        """Make the stream where there is none; with one copy only where there will be no more servers. Raises
        NotKept."""
        try:
            await (self._make(COPIES) if self.bus.is_small else settled(lambda: self._make(COPIES)))
        except NotKept:
            self.bus.is_small = True
            await self._make(1)

    async def _make(self, copies: int) -> None:
        answer = await self.bus.api(f"STREAM.CREATE.{self.name}", self._config(copies))
        error = answer.get("error", {})
        if error.get("err_code") == ALONE and copies > 1:
            await self._make(1)
        elif error and error.get("err_code") != IN_USE:  # an administrator may have made it otherwise
            raise NotKept(f"NATS keeps nothing: {error.get('description')}")

    def _config(self, copies: int) -> dict[str, object]:
        config: dict[str, object] = {
            "name": self.name,
            "subjects": [f"{self.prefix}>"],
            "storage": "file",
            "num_replicas": copies,
            "retention": "limits",
            "discard": "old",
            "max_msgs_per_subject": 1,
            "allow_msg_ttl": True,
            "allow_direct": True,
        }
        if not self._passing:
            return {**config, "allow_atomic": True}
        config["subject_delete_marker_ttl"] = 60 * 10**9
        return {**config, "persist_mode": "async"} if copies == 1 else config

    # Writing

    async def put(self, *changes: Change) -> None:
        """Write all of it or nothing. Raises WrongLastSequence where something checked is not as it was known, and
        NotKept."""
        async with AsyncExitStack() as locked:
            for key in sorted({change.key for change in changes}):
                await locked.enter_async_context(self._locks.setdefault(key, asyncio.Lock()))
            await self._look_up(changes)
            for _ in range(TRIES):
                over = [self._known.get(change.key, KnownKey()) for change in changes]
                if await self._tried(changes, over):
                    return
            raise NotKept("NATS is busy")

    async def _look_up(self, changes: Sequence[Change]) -> None:
        """Raises WrongLastSequence where something stands that is not to be written over."""
        for change in changes:
            known = self._known.get(change.key, KnownKey())
            stands = change.over is not None and known.text not in (b"", change.over)
            if stands and (await self.read(change.key)).data not in (b"", change.over):
                raise WrongLastSequence([change.key])

    async def _tried(self, changes: Sequence[Change], over: Sequence[KnownKey]) -> bool:
        """Whether it was written; else to be tried again with what is known now."""
        batch = token_hex(8) if len(changes) > 1 else ""
        last = len(changes)
        for number, change in enumerate(changes, 1):
            headers = self._headers(change, over[number - 1])
            if batch:
                headers |= {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
            if number < last:
                await self.bus.publish(self.prefix + change.key, change.data, headers)
                continue
            if batch:
                headers["Nats-Batch-Commit"] = "1"
            answer = json.loads((await self.bus.request(self.prefix + change.key, change.data, headers)).data)
        error = answer.get("error")
        if not error:
            for at, change in enumerate(changes):
                self._learn(change.key, answer["seq"] - (last - 1) + at, change.data)
            return True
        if error.get("err_code") in WRONG_SEQUENCE:
            return await self._met(changes, over)
        raise NotKept(f"NATS: {error.get('description')}")

    def _headers(self, change: Change, over: KnownKey) -> dict[str, str]:
        headers = {WRITER: self._writer}
        if change.checked:
            headers[EXPECTED] = str(over.seq if change.seq is None else change.seq)
        if seconds := change.seconds if change.data else FORGET:
            headers["Nats-TTL"] = f"{seconds}s"
        return headers

    async def _met(self, changes: Sequence[Change], over: Sequence[KnownKey]) -> bool:
        """Find out what is in the way of changes. Whether they are what is kept: the answer to an earlier try was
        lost. Raises WrongLastSequence."""
        found, others = [], []
        for change, before in zip(changes, over, strict=True):
            if not change.checked:
                continue
            entry = await self.read(change.key)
            same = entry.data == change.data and entry.writer == self._writer
            found.append(same)
            if change.seq is not None:
                if not same and entry.seq != change.seq:
                    others.append(change.key)
            elif change.over is not None:
                if entry.data not in (b"", change.over):
                    others.append(change.key)
            elif not same and entry.seq != before.seq and not (not entry.data and before.gone):
                others.append(change.key)
        if others:
            raise WrongLastSequence(others)
        return all(found)

    # StreamReader

    def seq(self, key: str) -> int:
        """The number of what is known under a key."""
        return self._known.get(key, KnownKey()).seq

    def gone(self, key: str) -> bool:
        """Whether it is known that nothing is kept under a key, or nothing is known of it."""
        return self._known.get(key, KnownKey()).gone

    async def read(self, key: str) -> StreamEntry:
        """The entry under a key now, with b"" as data if there is none. Remembers it, and tells the followers. Raises
        NotKept."""
        answer = await self.bus.api(f"STREAM.MSG.GET.{self.name}", {"last_by_subj": self.prefix + key})
        if error := answer.get("error"):
            if error.get("err_code") != NOT_FOUND:
                raise NotKept(f"NATS: {error.get('description')}")
            entry = StreamEntry(key, b"", 0, "")
            known = self._known.get(key, KnownKey())
            self._known[key] = KnownKey()
            if not known.gone:
                self._heard(entry)
            return entry
        message = answer["message"]
        headers = base64.b64decode(message.get("hdrs", "")).decode()
        writer = next((line[8:] for line in headers.split("\r\n") if line.startswith(f"{WRITER}: ")), "")
        entry = StreamEntry(key, base64.b64decode(message.get("data", "")), message["seq"], writer)
        self._hear(entry)
        return entry

    async def follow(self, keys: Sequence[str], heard: Callable[[StreamEntry], object]) -> None:
        """Call something with what is kept under keys, patterns of NATS, and from then on with what others write;
        returns when all that was kept has been told. Raises NotKept."""
        self._heard = heard
        self._reader = StreamReader(self.bus, self.name, self.prefix, keys, self._hear)
        await settled(self._reader.open)

    async def read_all(self, key: str, *, after: int = 0, learn: bool = True) -> list[StreamEntry]:
        """What is kept now under keys, a pattern of NATS, and (`learn`) known from then on; only what has a number
        greater than `after`. Raises NotKept."""
        for _ in range(TRIES):
            entries = await self._read_all(key, after)
            if after or not await self._lacks(key, entries):
                break
            await asyncio.sleep(ASKED_AGAIN)
        for entry in entries if learn else ():
            self._learn(entry.key, entry.seq, entry.data)
        return [entry for entry in entries if entry.data]

    async def _read_all(self, key: str, after: int) -> list[StreamEntry]:
        entries: list[StreamEntry] = []
        reading = StreamReader(self.bus, self.name, self.prefix, [key], entries.append, after)
        try:
            await reading.open()
        finally:
            await reading.close()
        return entries

    async def _lacks(self, key: str, entries: Sequence[StreamEntry]) -> bool:
        """Whether the stream's leader has keys that were not read: what is read comes from any of its servers, also
        from one that was down and does not have everything yet."""
        answer = await self.bus.api(f"STREAM.INFO.{self.name}", {"subjects_filter": self.prefix + key})
        there = answer.get("state", {}).get("subjects") or {}
        return not there.keys() <= {self.prefix + entry.key for entry in entries}

    async def close(self) -> None:
        """Hear no more."""
        if self._reader:
            await self._reader.close()

    def _hear(self, entry: StreamEntry) -> None:
        if self._learn(entry.key, entry.seq, entry.data) and entry.writer != self._writer:
            self._heard(entry)

    def _learn(self, key: str, seq: int, data: bytes) -> bool:
        """Whether it is news."""
        if seq <= self._known.get(key, KnownKey()).seq:
            return False
        self._known[key] = KnownKey(seq, not data, data if len(data) <= SHORT else b"")
        return True

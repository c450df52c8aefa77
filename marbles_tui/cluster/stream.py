"""A stream of NATS that keeps the last message of each key: written only over what the writer knows, read by all."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from secrets import token_hex
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from nats.aio.msg import Msg

from marbles_tui.cluster.bus import Bus, ended
from marbles_tui.rooms.backend import Contested, NotKept

log = logging.getLogger(__name__)

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

COPIES: Final = 3
"""On how many servers everything is kept where there are several."""

SHORT: Final = 32
"""Bytes of what is remembered, not only counted."""

TRIES: Final = 5
"""How often a change is tried anew where nothing stands against it but what was forgotten meanwhile."""

AGAIN: Final = 0.3
"""Seconds until a server is asked anew that does not have everything yet."""

FORGET: Final = "3600s"
"""How long it is kept that a key is gone."""


class Entry(NamedTuple):
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
        heard: Callable[[Entry], object],
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
        config: dict[str, Any] = {
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
            self._heard(Entry(key, b"" if gone else message.data, seq, headers.get("Writer", "")))
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
                await asyncio.sleep(AGAIN)


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


class Known(NamedTuple):
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

    def __init__(
        self, bus: Bus, name: str, prefix: str, writer: str, *, passing: bool = False, copies: int = COPIES
    ) -> None:
        """`writer`: the process; `passing`: what need not outlive a crash of the server; `copies`: on how many
        servers it is kept, if there are so many."""
        self.bus, self.name, self.prefix = bus, name, f"{prefix}."
        self._writer, self._passing, self._copies = writer, passing, copies
        self._known: dict[str, Known] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._reader: StreamReader | None = None
        self._heard: Callable[[Entry], object] = lambda _: None

    async def open(self) -> None:
        """Make the stream where there is none. Raises NotKept."""
        why = ""
        for copies in dict.fromkeys((self._copies, 1)):
            answer = await self.bus.api(f"STREAM.CREATE.{self.name}", self._config(copies))
            error = answer.get("error")
            if not error or error.get("err_code") == IN_USE:  # an administrator may have made it otherwise
                return
            why = error.get("description", "")
        raise NotKept(f"NATS keeps nothing: {why}")

    def _config(self, copies: int) -> dict[str, Any]:
        config: dict[str, Any] = {
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
                await locked.enter_async_context(self._lock(key))
            await self._look_up(changes)
            for _ in range(TRIES):
                over = [self._known.get(change.key, Known()) for change in changes]
                if await self._tried(changes, over):
                    return
            raise NotKept("NATS is busy")

    async def _look_up(self, changes: Sequence[Change]) -> None:
        """Raises WrongLastSequence where something stands that is not to be written over."""
        for change in changes:
            known = self._known.get(change.key, Known())
            if change.over is not None and known.text not in (b"", change.over):
                found = await self.read(change.key)
                if found.data not in (b"", change.over):
                    raise WrongLastSequence([change.key])

    def _lock(self, key: str) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    async def _tried(self, changes: Sequence[Change], over: Sequence[Known]) -> bool:
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

    def _headers(self, change: Change, over: Known) -> dict[str, str]:
        headers = {WRITER: self._writer}
        if change.checked:
            headers[EXPECTED] = str(over.seq if change.seq is None else change.seq)
        if not change.data:
            headers["Nats-TTL"] = FORGET
        elif change.seconds:
            headers["Nats-TTL"] = f"{change.seconds}s"
        return headers

    async def _met(self, changes: Sequence[Change], over: Sequence[Known]) -> bool:
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
        return self._known.get(key, Known()).seq

    def gone(self, key: str) -> bool:
        """Whether it is known that nothing is kept under a key, or nothing is known of it."""
        return self._known.get(key, Known()).gone

    async def read(self, key: str) -> Entry:
        """What is kept under a key now; its data is b"" where there is nothing. It is known then, and told to whoever
        follows. Raises NotKept."""
        answer = await self.bus.api(f"STREAM.MSG.GET.{self.name}", {"last_by_subj": self.prefix + key})
        if error := answer.get("error"):
            if error.get("err_code") != NOT_FOUND:
                raise NotKept(f"NATS: {error.get('description')}")
            entry = Entry(key, b"", 0, "")
            known = self._known.get(key, Known())
            self._known[key] = Known()
            if not known.gone:
                self._heard(entry)
            return entry
        message = answer["message"]
        headers = base64.b64decode(message.get("hdrs", "")).decode()
        writer = next((line[8:] for line in headers.split("\r\n") if line.startswith(f"{WRITER}: ")), "")
        entry = Entry(key, base64.b64decode(message.get("data", "")), message["seq"], writer)
        self._hear(entry)
        return entry

    async def follow(self, keys: Sequence[str], heard: Callable[[Entry], object]) -> None:
        """Call something with what is kept under keys, patterns of NATS, and from then on with what others write;
        returns when all that was kept has been told. Raises NotKept."""
        self._heard = heard
        self._reader = StreamReader(self.bus, self.name, self.prefix, keys, self._hear)
        await self._reader.open()

    async def read_all(self, key: str, *, after: int = 0, learn: bool = True) -> list[Entry]:
        """What is kept now under keys, a pattern of NATS, and (`learn`) known from then on; only what has a number
        greater than `after`. Raises NotKept."""
        for _ in range(TRIES):
            entries = await self._read_all(key, after)
            if after or not await self._lacks(key, entries):
                break
            await asyncio.sleep(AGAIN)
        for entry in entries if learn else ():
            self._learn(entry.key, entry.seq, entry.data)
        return [entry for entry in entries if entry.data]

    async def _read_all(self, key: str, after: int) -> list[Entry]:
        entries: list[Entry] = []
        reading = StreamReader(self.bus, self.name, self.prefix, [key], entries.append, after)
        try:
            await reading.open()
        finally:
            await reading.close()
        return entries

    async def _lacks(self, key: str, entries: Sequence[Entry]) -> bool:
        """Whether the stream's leader has keys that were not read: what is read comes from any of its servers, also
        from one that was down and does not have everything yet."""
        answer = await self.bus.api(f"STREAM.INFO.{self.name}", {"subjects_filter": self.prefix + key})
        there = answer.get("state", {}).get("subjects") or {}
        return not there.keys() <= {self.prefix + entry.key for entry in entries}

    async def close(self) -> None:
        """Hear no more."""
        if self._reader:
            await self._reader.close()

    def _hear(self, entry: Entry) -> None:
        if self._learn(entry.key, entry.seq, entry.data) and entry.writer != self._writer:
            self._heard(entry)

    def _learn(self, key: str, seq: int, data: bytes) -> bool:
        """Whether it is news."""
        if seq <= self._known.get(key, Known()).seq:
            return False
        self._known[key] = Known(seq, not data, data if len(data) <= SHORT else b"")
        return True

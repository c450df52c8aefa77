"""Reading a stream from its last messages on, without a gap."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from nats.aio.msg import Msg

from marbles_tui.cluster.bus import Bus, ended
from marbles_tui.rooms.backend import NotKept

BEAT: Final = 2.0
"""Seconds after which the server says that there is nothing new."""

SILENCE: Final = 3 * BEAT
"""Seconds of silence after which it is asked anew."""

AGAIN: Final = 0.5

PARTS: Final = 9
"""Of what is told with a message: $JS.ACK, stream, consumer, tries, its number, the consumer's count, time, rest."""

log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """What is kept under a key."""

    key: str
    data: bytes
    """b"" where the key is gone."""

    seq: int
    writer: str


class Reading:
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

        self._subscription = await self._bus.hear(inbox, take)
        if self._seq:
            info = await self._api(f"STREAM.INFO.{self._stream}", None)
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
        answer = await self._api(
            f"CONSUMER.CREATE.{self._stream}", {"stream_name": self._stream, "config": config}
        )
        if error := answer.get("error"):
            raise NotKept(f"NATS: {error.get('description')}")
        if not self._ready.is_set():
            self._waits = answer["num_pending"] + answer["delivered"]["consumer_seq"]

    async def _end(self) -> None:
        number, self._subscription, self._consumer = self._subscription, None, ""
        if number is not None:
            await self._bus.ignore(number)

    async def _api(self, what: str, body: object) -> dict[str, Any]:
        answer = await self._bus.ask(f"$JS.API.{what}", json.dumps(body).encode() if body else b"")
        return dict(json.loads(answer.data))

    async def _take(self, message: Msg) -> None:
        self._last = asyncio.get_running_loop().time()
        headers = message.headers or {}
        if headers.get("Status") == "100":
            if message.reply:
                await self._bus.tell(message.reply)
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

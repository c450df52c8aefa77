"""The connection of a process to NATS, which comes back by itself."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error, NoServersError

from marbles_tui.rooms.backend import NotKept

PATIENCE: Final = 2.0
"""Seconds to wait for an answer."""

HELLO: Final = 5.0
"""Seconds to wait for a server at the start."""

OLDEST: Final = (2, 12)
"""The first version of nats-server that keeps several messages together, or none of them."""

log = logging.getLogger(__name__)

Handler = Callable[[Msg], Awaitable[None]]


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

    async def api(self, what: str, body: object) -> dict[str, Any]:
        """The answer of JetStream's own interface. Raises Unreachable."""
        answer = await self.request(f"$JS.API.{what}", json.dumps(body).encode() if body else b"")
        return dict(json.loads(answer.data))

    async def publish(
        self, subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> None:
        """Send a message to whoever listens. Raises Unreachable."""
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

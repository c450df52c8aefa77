"""A port at which a balancer asks whether to send guests here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

PATIENCE: Final = 2.0
"""Seconds in which the question has to come."""

LARGEST: Final = 1 << 12
"""Bytes of a question."""


class Health:
    """Answers any HTTP question with a line of JSON: 200 while guests may come, 503 while they had better not."""

    def __init__(self, ready: Callable[[], bool], tell: Callable[[], dict[str, Any]]) -> None:
        """`ready`: whether guests may come; `tell`: what else is answered."""
        self._ready, self._tell = ready, tell
        self._server: asyncio.Server | None = None
        self.port = 0

    async def open(self, address: str, port: int) -> None:
        """Listen; 0 takes a free port. Raises OSError."""
        self._server = await asyncio.start_server(self._answer, address, port, limit=LARGEST)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Listen no more."""
        if self._server:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            ready = self._ready()
            body = json.dumps({"ready": ready, **self._tell()}).encode() + b"\n"
            status = "200 OK" if ready else "503 Service Unavailable"
            head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

"""Ports at which programs ask for the state of a host: a balancer, whether to send guests, and Prometheus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from marbles_tui.host.addresses import listening_at, one_port
from marbles_tui.host.resources import ProcessStanding
from marbles_tui.store.codec import encoded

PATIENCE: Final = 2.0
"""Seconds in which the question has to come."""

LARGEST: Final = 1 << 13
"""Bytes of a question."""

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"

GAUGES: Final[Mapping[str, tuple[str, float, str]]] = {
    "guests": ("guests", 1, "People who are here."),
    "games": ("playing", 1, "Games that are played."),
    "searches_running": ("thinking", 1, "Computers that think."),
    "searches_waiting": ("waiting", 1, "Searches that wait for a process."),
    "memory_bytes": ("memory", 1 << 20, "Memory of the process."),
    "loop_lag_seconds": ("lag", 0.001, "By how much the loop was late at the worst within a minute."),
    "uptime_seconds": ("minutes", 60, "How long the process is open."),
    "closing": ("closing", 1, "Whether it is closing."),
}
"""For each figure the field of `ProcessStanding` that it is, what one of that is worth, and what it means."""


class HttpPage(NamedTuple):
    """What is answered."""

    body: str
    kind: str = "application/json"
    ready: bool = True


Answering: TypeAlias = Callable[[], Awaitable[HttpPage]]


class HttpPort:
    """Answers any HTTP question with one page: 200 where all is well, else 503."""

    def __init__(self, answer: Answering) -> None:
        self._answering = answer
        self._server: asyncio.Server | None = None
        self.port = 0

    async def open(self, address: str, port: int) -> None:
        """Listen; 0 takes a free port. Raises OSError."""
        with one_port(address, port) as number:
            self._server = await asyncio.start_server(
                self._answer, listening_at(address), number, limit=LARGEST, reuse_port=not port
            )
        self.port = number

    async def close(self) -> None:
        """Listen no more."""
        if self._server:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            page = await self._answering()
            body, status = page.body.encode(), "200 OK" if page.ready else "503 Service Unavailable"
            head = f"HTTP/1.1 {status}\r\nContent-Type: {page.kind}\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()


def health(ready: bool, standing: ProcessStanding) -> HttpPage:
    """For a balancer: whether guests may come, or had better not."""
    return HttpPage(json.dumps({"ready": ready, **encoded(standing)}) + "\n", ready=ready)


def metrics(standings: Mapping[str, ProcessStanding], events: Mapping[str, int]) -> HttpPage:
    """For Prometheus, in its text format: how each process stands, and how often each event has happened."""
    return HttpPage(
        "\n".join((*_lines(standings, events), "")),
        TEXT,
        bool(standings),
    )


def _lines(standings: Mapping[str, ProcessStanding], events: Mapping[str, int]) -> Iterator[str]:
    for name, (field, worth, about) in GAUGES.items():
        yield f"# HELP marbles_{name} {about}"
        yield f"# TYPE marbles_{name} gauge"
        for process, standing in standings.items():
            yield f'marbles_{name}{{process="{process}"}} {getattr(standing, field) * worth:.10g}'
    yield "# HELP marbles_events_total What has happened, by the names that the log has for it."
    yield "# TYPE marbles_events_total counter"
    for event, count in sorted(events.items()):
        yield f'marbles_events_total{{event="{event}"}} {count}'

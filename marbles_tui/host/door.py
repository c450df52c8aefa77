"""Who may knock: connections are counted by their address before a word is said to them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from time import monotonic
from typing import Final

from marbles_tui.host.limits import Limits

MINUTE: Final = 60.0

MOST_ADDRESSES: Final = 10_000
"""Addresses that are remembered for a minute; beyond that the oldest are forgotten first."""


class Door:
    """Counts the connections of every address: those that are open, and those of the last minute."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._open: Counter[str] = Counter()
        self._lately: dict[str, deque[float]] = {}
        self._waiting: list[asyncio.Event] = []
        self.unknown = 0
        """Connections that have not said who they are."""

    def knock(self, address: str) -> str:
        """Let a connection in, which `leave` ends and `known` follows; "", or why it is refused."""
        now, limits = self._clock(), self._limits
        times = self._lately.pop(address, None) or deque()
        self._lately[address] = times  # the last one to come is the last one to be forgotten
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(self._lately) > MOST_ADDRESSES:
            del self._lately[next(iter(self._lately))]
        if len(times) >= limits.minute:
            return "too many connections from your address: try again in a minute"
        times.append(now)
        if self._open[address] >= limits.address:
            return "too many connections from your address are open"
        if self.unknown >= limits.handshakes:
            return "too many people are at the door: try again in a moment"
        self._open[address] += 1
        self.unknown += 1
        return ""

    def known(self) -> None:
        """Somebody has said who they are, or has gone before."""
        self.unknown -= 1

    def leave(self, address: str) -> None:
        """A connection is closed."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
        if not self._open:
            for waiting in self._waiting:
                waiting.set()
            self._waiting.clear()

    async def empty(self) -> None:
        """Wait until no connection is open."""
        if self._open:
            waiting = asyncio.Event()
            self._waiting.append(waiting)
            await waiting.wait()

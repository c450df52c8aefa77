"""Who may knock: connections are counted by the network they come from before a word is said to them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from marbles_tui.host.limits import HostLimits
from marbles_tui.rooms.limits import Refused

MINUTE: Final = 60.0

MOST_NETWORKS: Final = 10_000
"""Networks that are remembered for a minute; beyond that the oldest are forgotten first."""


@dataclass(frozen=True, slots=True, eq=False)
class Caller:
    """A connection that was let in: where it comes from, and how it is turned away with a reason."""

    network: str
    turn_away: Callable[[str], object]


class Door:
    """Counts the connections of every network: those that are open, those of the last minute, and the strangers among
    them, who are not at a terminal yet."""

    def __init__(self, limits: HostLimits, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._open: Counter[str] = Counter()
        self._lately: dict[str, deque[float]] = {}
        self._strangers: list[Caller] = []  # the oldest first
        self.empty = asyncio.Event()
        """Set while no connection is open."""

        self.empty.set()

    def knock(self, network: str, turn_away: Callable[[str], object]) -> Caller:
        """Let a connection in, which `leave` ends and `let_in` may follow; another stranger may have to go for it.
        Raises Refused."""
        now, limits = self._clock(), self._limits
        times = self._lately.pop(network, None) or deque()
        self._lately[network] = times  # the last one to come is the last one to be forgotten
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(self._lately) > MOST_NETWORKS:
            del self._lately[next(iter(self._lately))]
        if len(times) >= limits.minute:
            raise Refused("too many connections from your address: try again in a minute")
        times.append(now)
        if self._open[network] >= limits.address:
            raise Refused("too many connections from your address are open")
        strangers = Counter(caller.network for caller in self._strangers)
        if strangers[network] >= limits.strangers:
            raise Refused("too many connections from your address have not come in yet")
        if len(self._strangers) >= limits.handshakes:
            # The network with the most callers makes room, not the others.
            most = max(strangers.values())
            oldest = next(caller for caller in self._strangers if strangers[caller.network] == most)
            self._strangers.remove(oldest)
            oldest.turn_away("too many people are at the door: try again in a moment")
        caller = Caller(network, turn_away)
        self._open[network] += 1
        self.empty.clear()
        self._strangers.append(caller)
        return caller

    def let_in(self, caller: Caller) -> None:
        """Somebody is at a terminal."""
        if caller in self._strangers:
            self._strangers.remove(caller)

    def leave(self, caller: Caller) -> None:
        """A connection is closed."""
        self.let_in(caller)
        self._open[caller.network] -= 1
        if self._open[caller.network] <= 0:
            del self._open[caller.network]
        if not self._open:
            self.empty.set()

"""What all guests share of a process: how late its loop is, a fair part of it for each, and memory."""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
import sys
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Final, TypeVarTuple

try:
    from time import thread_time
except ImportError:  # a page has no threads
    from time import process_time as thread_time

SECOND: Final = 1.0
MINUTE: Final = 60

Ts = TypeVarTuple("Ts")

BEAT: Final = 0.1
"""Seconds between two beats."""

FADES: Final = 0.8
"""What is left of a delay after a beat that was on time."""

EASE: Final = 0.5
"""Share of a core that the loop may take before guests are shown less: others' keys come in between."""

STRAIN: Final = 0.12
"""The delay in seconds that is as good as there where the loop takes a whole core."""

ANSWER: Final = 0.1
"""Seconds that a key takes to be answered, a page that it opens with it."""

SHARED: Final = 0.2
"""Share of a core from which on what others are shown would make such an answer late."""

MOVED: Final = re.compile(r"(?:\x1b\[<35;\d+;\d+M)+")
"""What a terminal sends while its mouse is moved with no button down."""


class Pulse:
    """Beats while it is asked, and rests while nobody does: a house where nothing moves has no timer."""

    def __init__(self, used: Callable[[], float] = thread_time) -> None:
        """`used`: the seconds of processor time that the loop has taken."""
        self._late = self._due = self._before = self._share = 0.0
        self._typed = -ANSWER
        self._used = used
        self._asked = False
        self._beat: asyncio.Handle | None = None

    def late(self) -> float:
        """Seconds by which the last beats came late, the latest of them first; or by which they soon would, where
        the loop hardly rests, or somebody's key is being answered."""
        self._asked = True
        if self._beat is None:
            self._before = self._used()
            self._wait()
        if self._share > SHARED and asyncio.get_running_loop().time() - self._typed < ANSWER:
            return max(self._late, STRAIN)
        return max(self._late, STRAIN * (self._share - EASE) / (1 - EASE))

    def typed(self, text: str) -> None:
        """Somebody has typed something, or clicked: that goes first. A mouse that only moves waits as all do."""
        if not MOVED.fullmatch(text):
            self._typed = asyncio.get_running_loop().time()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + BEAT
        self._beat = loop.call_at(self._due, self._feel)

    def _feel(self) -> None:
        late = asyncio.get_running_loop().time() - self._due
        used, self._before = self._used() - self._before, self._used()
        self._late = max(late, FADES * self._late)
        self._share = FADES * self._share + (1 - FADES) * min(1.0, used / (BEAT + late))
        self._beat = None
        if self._asked:
            self._wait()
        else:
            self._late = self._share = 0.0
        self._asked = False


FAIR: Final = 0.1
"""Share of a core that a guest may take all the time."""

AT_ONCE: Final = 0.5
"""Seconds of it that a guest who has taken little may take beyond that: so much is a key that is held for a while."""

REST: Final = 3.0
"""How many times as long as it has taken one waits for what was beyond that: a quarter of a core for all who do."""


class Share:
    """What one guest takes. Those who take more than their share wait one after another for the same turn: however
    many they are, they leave the others as much."""

    def __init__(
        self,
        turn: asyncio.Lock,
        clock: Callable[[], float] = monotonic,
        used: Callable[[], float] = thread_time,
    ) -> None:
        """`used`: the seconds of processor time that the loop has taken."""
        self._turn, self._clock, self.used = turn, clock, used
        self._left, self._since = AT_ONCE, clock()
        self.done = 0.0
        """Seconds of processor time that a `SharedLoop` has taken for the guest."""

    def count(self, call: Callable[[*Ts], object], *args: *Ts) -> None:
        """Call something that is done for the guest."""
        began = self.used()
        try:
            call(*args)
        finally:
            self.done += self.used() - began

    @property
    def spent(self) -> bool:
        """Whether the guest has taken all that is theirs for now."""
        return self._come_in() <= 0

    def take(self, seconds: float) -> float:
        """Count what the loop has done for the guest; how much of it was beyond their share."""
        left = self._come_in() - seconds
        self._left = max(0.0, left)
        return self._left - left

    def _come_in(self) -> float:
        """What is left for now, with what has come since this was asked last."""
        now = self._clock()
        self._left = min(AT_ONCE, self._left + FAIR * (now - self._since))
        self._since = now
        return self._left

    async def wait(self, beyond: float) -> None:
        """Wait for what was beyond it."""
        if beyond:
            async with self._turn:
                await asyncio.sleep(REST * beyond)


OWN: Final[ContextVar[Share | None]] = ContextVar("OWN", default=None)
"""The share of the guest for whom something is done."""


class SharedLoop(asyncio.SelectorEventLoop):
    """A loop that counts what it does for each guest: what it does meanwhile for others is none of theirs."""

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """As in any loop."""
        return super().call_soon(_counted(callback, context), *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """As in any loop."""
        return super().call_at(when, _counted(callback, context), *args, context=context)


def _counted(callback: Callable[[*Ts], object], context: Context | None) -> Callable[[*Ts], object]:
    share = OWN.get() if context is None else context.get(OWN)
    if share is None:
        return callback

    def counted(*args: *Ts) -> None:
        share.count(callback, *args)

    return counted


ARENAS: Final = -8
"""The number by which malloc.h calls how many arenas there may be (M_ARENA_MAX)."""


@cache
def _library() -> ctypes.CDLL | None:
    """GNU's C library; None where there is another."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None)
        found = (library.gnu_get_libc_version, library.mallopt, library.malloc_trim)
    except (OSError, AttributeError):
        return None
    return library if all(found) else None


def share_one_arena() -> None:
    """Let the threads of all guests' stores share what is kept free: each would have some hundred KiB of its own."""
    if library := _library():
        library.mallopt(ARENAS, 1)


def give_back() -> None:
    """Give back what is free; it takes some milliseconds."""
    if library := _library():
        library.malloc_trim(0)


def resident() -> int:
    """MiB of memory that this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessStanding:
    """What a process says of itself, to the others, to a balancer and to the owner."""

    pid: int = 0
    version: str = ""
    guests: int = 0
    playing: int = 0
    """Games that are played here."""

    thinking: int = 0
    waiting: int = 0
    """Searches that run, and that wait for a process."""

    memory: int = 0
    """In MiB."""

    lag: int = 0
    """By how much the loop was late at the worst within the last minute, in milliseconds."""

    minutes: int = 0
    closing: bool = False
    lease: float = 0.0
    """Seconds for which the others take it for alive if they hear nothing more, where there are others."""

    nats: int = 0
    """Milliseconds that NATS took to keep its last sign of life."""


class Lateness:
    """How late the loop was, second by second, in the last minute."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=MINUTE)

    async def watch(self) -> None:
        """Look every second, for good."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + SECOND
            await asyncio.sleep(SECOND)
            self._late.append(loop.time() - due)

    @property
    def worst(self) -> float:
        """In seconds."""
        return max((0.0, *self._late))

"""How late the loop is with what it has to do, or would soon be, felt while somebody asks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from time import thread_time
from typing import Final

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

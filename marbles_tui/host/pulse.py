"""How late the loop is with what it has to do, felt while somebody asks."""

from __future__ import annotations

import asyncio
from typing import Final

BEAT: Final = 0.1
"""Seconds between two beats."""

FADES: Final = 0.8
"""What is left of a delay after a beat that was on time."""


class Pulse:
    """Beats while it is asked, and rests while nobody does: a house where nothing moves has no timer."""

    def __init__(self) -> None:
        self._late = self._due = 0.0
        self._asked = False
        self._beat: asyncio.Handle | None = None

    def late(self) -> float:
        """Seconds by which the last beats came late, the latest of them first."""
        self._asked = True
        if self._beat is None:
            self._wait()
        return self._late

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time() + BEAT
        self._beat = loop.call_at(self._due, self._feel)

    def _feel(self) -> None:
        late = asyncio.get_running_loop().time() - self._due
        self._late = max(late, FADES * self._late)
        self._beat = None
        if self._asked:
            self._wait()
        else:
            self._late = 0.0
        self._asked = False

"""What a guest takes of the loop that all share: whoever takes more than a fair part of it waits, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic, thread_time
from typing import Final

FAIR: Final = 0.1
"""Share of a core that a guest may take all the time."""

AT_ONCE: Final = 0.5
"""Seconds of it that a guest who has taken little may take beyond that: so much is a key that is held for a while."""

REST: Final = 3.0
"""How many times as long as it has taken one waits for what was beyond that: a quarter of a core for all who do."""


class Turns:
    """Those who take more than their share wait one after another: however many they are, they leave the others as
    much."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()  # it is taken in the order in which it was asked for

    async def wait(self, seconds: float) -> None:
        """Make up for so many seconds of the loop."""
        async with self._turn:
            await asyncio.sleep(REST * seconds)


class Share:
    """What one guest takes."""

    def __init__(
        self, turns: Turns, clock: Callable[[], float] = monotonic, used: Callable[[], float] = thread_time
    ) -> None:
        """`used`: the seconds of processor time that the loop has taken."""
        self._turns, self._clock, self.used = turns, clock, used
        self._left, self._since = AT_ONCE, clock()

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
            await self._turns.wait(beyond)

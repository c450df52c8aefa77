"""Chance, where it decides a start. During a match it is a seat of its own."""

from __future__ import annotations

from typing import Protocol


class Randomness(Protocol):
    """What a random setup needs of `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""
        ...

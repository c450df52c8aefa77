"""What is said in a corner for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.notifications import Notification

SHORTEST: Final = 0.05
"""Seconds that are left at least to what is shown: Textual's timers run for ever once their time is below zero."""


@dataclass
class Notice(Notification):
    """A notification that may run out between two looks at it."""

    @property
    def time_left(self) -> float:
        """Seconds until it goes."""
        return max(SHORTEST, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether its time is up."""
        return super().time_left <= 0

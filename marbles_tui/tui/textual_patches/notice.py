"""Notifications that always go away.

Textual 8.2.8, widgets/_toast.py and timer.py: `Toast` sets a timer to `Notification.time_left`. Where
the time has run out between two looks it is negative, and a timer below zero goes round for ever: the app hangs.

To be filed: docs/upstream/toast-timer.md.
"""

from __future__ import annotations

from typing import Final

from textual.notifications import Notification

SHORTEST: Final = 0.05
"""The least time in seconds that a timer is set to."""


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

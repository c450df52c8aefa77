"""The day it is, everywhere the same, and moments in the time of here."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime


def utc_day() -> date:
    """The day in UTC."""
    return datetime.fromtimestamp(time.time(), UTC).date()


def here(moment: str) -> str:
    """A moment as ISO writes it, in the time of here; what is none stays as it is."""
    try:
        return datetime.fromisoformat(moment).astimezone().isoformat(" ", "minutes")
    except (ValueError, OverflowError):
        return moment

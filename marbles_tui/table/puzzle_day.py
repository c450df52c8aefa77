"""The day whose puzzle is today's."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime


def utc_day() -> date:
    """The day it is in UTC, everywhere the same."""
    return datetime.fromtimestamp(time.time(), UTC).date()


def time_left() -> str:
    """How long today's puzzle stays: "in 9 h 12 min"."""
    minutes = -(-(86_400 - int(time.time()) % 86_400) // 60)
    hours, rest = divmod(minutes, 60)
    return f"in {hours} h {rest} min" if hours else f"in {rest} min"

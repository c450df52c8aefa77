"""The day it is, everywhere the same."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime


def utc_day() -> date:
    """The day in UTC."""
    return datetime.fromtimestamp(time.time(), UTC).date()

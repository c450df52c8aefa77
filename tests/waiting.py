"""Waiting for what should happen in a moment, while everything else goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds: far more than a busy machine takes."""


async def until(condition: Callable[[], object], what: str = "") -> None:
    """Wait until a condition holds; fails where it does not soon."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not condition():
        assert loop.time() < end, f"waited {PATIENCE:g} s in vain: {what}"
        await asyncio.sleep(0.005)

"""Running a table to its end where nothing else runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


def complete(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine in an event loop of its own; its result.

    Unlike in `asyncio.run`, Ctrl-C interrupts at once, also while a line is read or a move is searched for.
    """
    with asyncio.Runner() as runner:
        return runner.get_loop().run_until_complete(coroutine)

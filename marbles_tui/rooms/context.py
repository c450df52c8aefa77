"""Whose context a call runs in: several faces share one event loop, and each keeps its own in context variables."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def at_home(call: Callable[[], T]) -> Callable[[], T]:
    """The call as it would be made from here, whoever makes it later."""
    home = copy_context()
    return lambda: home.copy().run(call)  # a copy can be entered while another one is

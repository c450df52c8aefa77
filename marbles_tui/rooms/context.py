"""Whose context a call runs in: several faces share one event loop, and each keeps its own in context variables."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def at_home(call: Callable[P, T]) -> Callable[P, T]:
    """The call as it would be made from here, whoever makes it later."""
    home = copy_context()

    def called(*args: P.args, **named: P.kwargs) -> T:
        return home.copy().run(call, *args, **named)  # a copy can be entered while another one is

    return called

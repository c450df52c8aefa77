"""The terminal that the arcade is shown on: that there is one, and what happens when it goes away."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Final

from rich.console import Console

WEB: Final = "textual.drivers.web_driver:WebDriver"
"""As whoever serves the arcade to a browser names its driver."""


def heed_signals(stop: Callable[[str], object]) -> None:
    """Have `stop` called with the name of a signal that asks the program to end."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            try:
                loop.add_signal_handler(number, stop, name)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # no such signals here, or not the main thread: then nobody can send them to us


def in_browser() -> bool:
    """Whether a browser shows the arcade, at the other end of two pipes."""
    return os.environ.get("TEXTUAL_DRIVER") == WEB


def has_few_colours() -> bool:
    """Whether the terminal has less than 256 colours, as far as its environment tells."""
    system = Console(file=StringIO(), force_terminal=True).color_system
    return not in_browser() and system in (None, "standard", "windows")


def has_shell() -> bool:
    """Whether a shell with job control started the arcade: one that is stopped elsewhere nobody can call back."""
    return hasattr(os, "getsid") and os.getpgrp() != os.getsid(0)


def take_terminal() -> bool:
    """Make the keyboard the standard input where that is a pipe; whether the arcade has a terminal.

    A record may come through a pipe (`replay - --watch`); the keys that follow come from the terminal itself.
    """
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        return False
    if sys.__stdin__ is not None and sys.__stdin__.isatty():
        return True
    with suppress(OSError):
        terminal = os.open(os.ctermid() if hasattr(os, "ctermid") else "CONIN$", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
        return True
    return False

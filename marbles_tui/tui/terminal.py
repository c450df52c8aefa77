"""The terminal that the arcade is shown on: that there is one, and what happens when it goes away."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from textual.driver import Driver


WEB: Final = "textual.drivers.web_driver:WebDriver"
"""As whoever serves the arcade to a browser names its driver."""


class Lasting:
    """A stream that may lose its terminal: what is written to it then is dropped, and `lost` is called once.

    Textual writes from a thread that ends with the first error; the app would wait for it for ever.
    """

    def __init__(self, stream: TextIO, lost: Callable[[], object]) -> None:
        self._stream = stream
        self._lost: Callable[[], object] | None = lost

    def write(self, text: str) -> None:
        """Write what can be written."""
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        """Send it on."""
        self._try(self._stream.flush)

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Its number."""
        return self._stream.fileno()

    def _try(self, act: Callable[[], object]) -> None:
        if self._lost is None:
            return
        try:
            act()
        except OSError:
            lost, self._lost = self._lost, None
            lost()


def lasting(driver: type[Driver]) -> type[Driver]:
    """A driver like `driver` whose app is told, by `lose_terminal`, when its terminal is gone, and that goes on
    only where it has rested: a terminal that is closed tells its programs to go on, too, and Textual would begin
    anew to read from it, and never end."""

    class LastingDriver(driver):  # type: ignore[misc, valid-type]
        """A driver that outlives its terminal."""

        def __init__(self, app: Any, **options: Any) -> None:
            super().__init__(app, **options)
            stream: TextIO | None = getattr(self, "_file", None)
            if stream is not None:
                self._file: Any = Lasting(stream, lambda: app.call_later(app.lose_terminal))

        def _sigcont_application(self, *told: Any) -> None:
            if self._must_signal_resume:
                super()._sigcont_application(*told)

    return LastingDriver


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

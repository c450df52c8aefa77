"""The terminal at the other end of a connection: its size, what it sends, and how much it leaves unread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple, Protocol

from marbles_tui.host.limits import HostLimits
from marbles_tui.host.resources import Share

LOOK: Final = 0.25
"""Seconds between two looks at what is unread, while something is."""

SETTLED: Final = 0.05
"""Seconds in which several sizes become one."""

SMALLEST: Final = 1

CALM: Final = 16
"""Parts of the most that may wait: at one of them it is written again."""


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


class TerminalLine(Protocol):
    """The way to a terminal."""

    @property
    def unread(self) -> int:
        """Bytes that are written and not sent."""

    def write(self, text: str) -> None:
        """Send a text."""

    def hold(self, held: bool) -> None:
        """Let what the terminal sends wait, or come again."""


class Listener(Protocol):
    """What a terminal is connected to."""

    def typed(self, text: str) -> None:
        """The terminal has sent something."""

    def resized(self, size: Size) -> None:
        """It has another size."""

    def pause(self) -> None:
        """It reads too little: nothing more is to be drawn."""

    def resume(self) -> None:
        """It has read: draw all anew."""


class Terminal:
    """A terminal elsewhere. Whatever it says of itself, it has a size within the limits, and it is left to itself
    where it does not read."""

    def __init__(
        self,
        line: TerminalLine,
        limits: HostLimits,
        size: tuple[int, int],
        cut: Callable[[str], object],
        share: Share | None = None,
    ) -> None:
        """`cut` is called with a sentence when the terminal has left too much unread for too long; `share`: what it
        takes of a loop in which there are others."""
        self.share = share
        self.last_key = monotonic()
        """When something was typed last."""
        self.all_colours = False
        """Whether its environment says that it shows any colour."""

        self.closed = False
        self.listener: Listener | None = None
        self._line, self._limits, self._cut = line, limits, cut
        self.size = self._within(size)
        self._out: list[str] = []
        self._flushing: asyncio.Handle | None = None
        self._sizing: asyncio.Handle | None = None
        self._looking: asyncio.Handle | None = None
        self._least = 0
        self._since = 0.0

    def _within(self, size: tuple[int, int]) -> Size:
        """A size that a screen can have."""
        width, height = size
        return Size(
            max(SMALLEST, min(width, self._limits.width)), max(SMALLEST, min(height, self._limits.height))
        )

    # What comes

    def receive(self, text: str) -> None:
        """The terminal has sent something."""
        self.last_key = monotonic()
        if self.listener:
            self.listener.typed(text)

    def hold(self, held: bool) -> None:
        """Let what it sends wait at the other end, or come again."""
        if not self.closed:
            self._line.hold(held)

    def resize(self, size: tuple[int, int]) -> None:
        """It says that it has another size; of several in a moment the last one counts."""
        self.size = self._within(size)
        if self._sizing is None:
            self._sizing = asyncio.get_running_loop().call_later(SETTLED, self._resized)

    def _resized(self) -> None:
        self._sizing = None
        if self.listener and not self.closed:
            self.listener.resized(self.size)

    # What goes

    def write(self, text: str) -> None:
        """Send a text soon, together with what comes in the same moment."""
        if self.closed:
            return
        self._out.append(text)
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send all now."""
        if self._flushing:
            self._flushing.cancel()
            self._flushing = None
        text = "".join(self._out)
        self._out.clear()
        if not text or self.closed:
            return
        self._line.write(text)
        if self._looking is None and self._line.unread > self._limits.unread << 8:  # a quarter of the KiB
            self._least, self._since = self._line.unread, monotonic()
            if self.listener:
                self.listener.pause()
            self._look_again()

    def _look_again(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        self._looking = None
        if self.closed:
            return
        unread = self._line.unread
        if unread < self._least:
            self._least, self._since = unread, monotonic()
        if unread <= (self._limits.unread << 10) // CALM:
            if self.listener:
                self.listener.resume()
        elif monotonic() - self._since >= self._limits.patience:
            self._cut(
                "Your terminal has not read anything for too long. If you have a key, your game is kept."
            )
        else:
            self._look_again()

    def close(self) -> None:
        """The terminal is gone: nothing more is sent to it."""
        self.closed = True
        for waiting in (self._flushing, self._sizing, self._looking):
            if waiting:
                waiting.cancel()
        self._out.clear()

"""Files that a page hands over and takes: downloads, and what is chosen or dropped on it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from marbles_tui.tui.face import Picked


class ExchangeScript(Protocol):
    """What the page's script does about files."""

    def offer(self, name: str, text: str) -> None:
        """Have the browser save a text as a file of that name."""

    def pick(self) -> None:
        """Ask which file; the answer comes by `picked`."""


class PageExchange:
    """The files of a page's user."""

    def __init__(self, script: ExchangeScript) -> None:
        self._script = script
        self._waiting: asyncio.Future[Picked | None] | None = None

    def offer(self, name: str, text: str) -> None:
        """Hand over a text as a file of that name."""
        self._script.offer(name, text)

    async def pick(self) -> Picked | None:
        """The file that is chosen; None if none is, or another is asked for. Raises ValueError with the reason for
        one that cannot be read."""
        self._answer(None)
        self._waiting = asyncio.get_running_loop().create_future()
        self._script.pick()
        return await self._waiting

    def picked(self, name: str, text: str, fault: str) -> None:
        """A file was chosen, or none ("" for its name), or one that cannot be read for the reason `fault`."""
        if fault and self._waiting and not self._waiting.done():
            self._waiting.set_exception(ValueError(f"{name}: {fault}"))
        else:
            self._answer(Picked(name, text) if name else None)

    def _answer(self, picked: Picked | None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(picked)

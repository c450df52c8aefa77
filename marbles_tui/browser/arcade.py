"""The arcade of a page, as the page's own script sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final, Protocol

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.browser import exchange
from marbles_tui.browser.loop import PageWaker, ScriptedPage
from marbles_tui.browser.page_arcade import PageArcade, PageScript, unfinished
from marbles_tui.browser.store import InlineStore
from marbles_tui.host.limits import LARGEST, HostLimits
from marbles_tui.host.terminal import Terminal
from marbles_tui.store import load
from marbles_tui.store.matches import FILE as MATCHES
from marbles_tui.store.settings import FILE as SETTINGS
from marbles_tui.tui import face
from marbles_tui.tui.styled_app import NAMES

HOME: Final = Path("/home/marbles")
"""The folder that the browser keeps."""

AFTERWARDS: Final = 0.3
"""Seconds from a key to a look at what it has left unsaved."""

LIMITS: Final = HostLimits(paste=4_000_000, width=LARGEST, height=LARGEST, patience=LARGEST)
"""Nobody else is there to be kept waiting: the terminal is as large as the window, and is not given up where it shows
nothing for minutes, as in a page that is hidden."""


class ArcadeScript(PageWaker, PageScript, exchange.ExchangeScript, Protocol):
    """What the page's script does for the arcade."""

    def write(self, text: str) -> None:
        """Show a text in the terminal."""

    def left(self, farewell: str) -> None:
        """The arcade has been left; the farewell is a sentence."""


class LineToPage:
    """The way to the terminal in the page."""

    def __init__(self, script: ArcadeScript) -> None:
        self.unread = 0
        """Characters that the terminal has not shown yet."""
        self._script = script

    def write(self, text: str) -> None:
        """Send a text."""
        self.unread += len(text)
        self._script.write(text)

    def hold(self, held: bool) -> None:
        """Nothing can wait at the other end, which is a keyboard."""


class BrowserPage(ScriptedPage):
    """An arcade and the loop that it runs in."""

    def __init__(
        self,
        script: ArcadeScript,
        columns: int,
        rows: int,
        shortcoming: str = "",
        table: str = "",
        touch: bool = False,
        here: str = "",
    ) -> None:
        """A page whose terminal has so many columns and rows. `shortcoming`: why nothing is kept, if that is so;
        `table`: the id of the match to come back to, "" for none; `touch`: whether fingers play; `here`: the
        page's own address."""
        super().__init__(script)
        settings, problems = load(NAMES, HOME / SETTINGS)
        self._script, self._shortcoming = script, shortcoming
        self._exchange = exchange.PageExchange(script)
        store = InlineStore(HOME / MATCHES, shortcoming)
        self._line = LineToPage(script)
        self._terminal = Terminal(self._line, LIMITS, (columns, rows), lambda _: None)
        self.arcade = PageArcade(
            script,
            self._terminal,
            LIMITS,
            "truecolor",
            term="marbles",
            engine=EngineClient(JobQueue(self.thinking)),
            settings=settings,
            problems=problems,
            store=store,
            table=table,
            opening=unfinished(store, table, settings.name) if table else None,
            face=face.page(HOME, self._exchange, touch),
        )
        self.arcade.here = here
        self._looking: asyncio.TimerHandle | None = None
        self.running = self.loop.begin(self.arcade.run_async(size=self._terminal.size))
        """The task that ends when the arcade has been left."""
        self.running.add_done_callback(self._left)

    def close(self) -> None:
        """Leave the arcade without a question; what is not saved is kept as well as can be."""
        self.loop.hear(self.arcade.leave_now)

    def _left(self, run: asyncio.Task[object]) -> None:
        kept = "" if self._shortcoming else " Your games are kept in this browser."
        told = "You have left the arcade."
        if run.cancelled() or run.exception() or self.arcade.return_code:
            told = "The arcade was stopped by a mistake."
            self._script.seated("")  # to come back to what has stopped it would stop it again
        self._script.left(f"{told}{kept}")

    def typed(self, text: str) -> None:
        """The terminal has sent something."""
        self.loop.hear(self._terminal.receive, text)
        if self._looking is None:
            self._looking = self.loop.call_later(AFTERWARDS, self._look)

    def _look(self) -> None:
        """When all keys before have been heard, however slow the machine is."""
        self._looking, arcade = None, self.arcade
        arcade.call_later(lambda: (arcade.focused or arcade.screen).call_later(arcade.tell_unsaved))

    def resized(self, columns: int, rows: int) -> None:
        """The terminal has another size."""
        self.loop.hear(self._terminal.resize, (columns, rows))

    def picked(self, name: str, text: str, fault: str) -> None:
        """The file that was asked for; see PageExchange."""
        self.loop.hear(self._exchange.picked, name, text, fault)

    def went(self, address: str) -> None:
        """What stands behind the # of the address; see PageArcade."""
        self.loop.hear(self.arcade.call_later, self.arcade.go_to, address)

    def dropped(self, text: str) -> None:
        """A file with that text was dropped on the page."""
        self.loop.hear(self.arcade.call_later, self.arcade.take_dropped, text)

    def trouble(self, told: str) -> None:
        """The browser could not do what was asked of it; a sentence says what and why."""
        self.loop.hear(self.arcade.call_later, self.arcade.say_trouble, told)

    def read(self, count: int) -> None:
        """The terminal has shown so many characters more."""
        self._line.unread -= count

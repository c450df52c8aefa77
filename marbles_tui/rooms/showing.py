"""The moves of a match on their way to one guest's screen."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context

from marbles_tui.core import Event
from marbles_tui.play import Match
from marbles_tui.table.listener import Audience, Listener


class Showing:
    """Gives moves to listeners one after the other, each when the one before has been shown. What a listener raises
    ends `run`, and disturbs nobody else."""

    def __init__(self, match: Match, most: int, all_shown: Callable[[], None]) -> None:
        """`most`: how many moves may wait; `all_shown` is called when none does."""
        self.match = match
        """The match as far as it has been shown, or is being shown."""

        self.closed = False
        self._most = most
        self._all_shown = all_shown
        self._plies: deque[tuple[Match, Match, Sequence[Event]]] = deque()
        self._audience = Audience()
        self._wake = asyncio.Event()
        self._show: asyncio.Task[None] | None = None
        self._error: Exception | None = None
        self._home = copy_context()

    @property
    def under_way(self) -> bool:
        """Whether a move is being shown."""
        return self._show is not None

    @property
    def done(self) -> bool:
        """Whether everything has been shown."""
        return not (self._plies or self._show or self.closed)

    def listen(self, listener: Listener, *, shows: bool) -> None:
        """Tell a listener from now on, in the context of this call; one that `shows` is waited for."""
        self._home = copy_context()
        self._audience.add(listener, shows=shows)

    def add(self, before: Match, match: Match, events: Sequence[Event]) -> None:
        """Show one more move; where too many wait, the last state alone."""
        self._plies.append((before, match, events))
        if len(self._plies) > self._most:
            self.put(match)
        self._wake.set()

    def put(self, match: Match) -> None:
        """Show another state of the match at once, and no more of what led to it."""
        self._plies.clear()
        if self._show:
            self._show.cancel()
        self.match = match
        self.tell(lambda listener: listener.changed(match))
        self._wake.set()

    def note(self, match: Match) -> None:
        """Take the same state with another note in its record."""
        if self.done:
            self.match = match

    def tell(self, what: Callable[[Listener], None]) -> None:
        """Tell the listeners something at once."""
        self.guard(lambda: self._audience.tell(what))

    def status(self) -> None:
        """Tell that something may have changed."""
        self.tell(lambda listener: listener.status())
        self._wake.set()

    def guard(self, call: Callable[[], object]) -> None:
        """Call a face; what it raises is raised by `run`."""
        if self.closed:
            return
        try:
            self._home.copy().run(call)
        except Exception as error:
            self._error = error
            self._wake.set()

    async def run(self) -> None:
        """Show and tell until it is closed. Raises what a face raises."""
        while not self.closed:
            self._wake.clear()
            if self._error:
                raise self._error
            if self._plies:
                await self._show_next()
                continue
            self._all_shown()
            if not self._error:
                await self._wake.wait()

    def close(self) -> None:
        """Show nothing any more."""
        self.closed = True
        self._plies.clear()
        if self._show:
            self._show.cancel()
        self._wake.set()

    async def _show_next(self) -> None:
        before, self.match, events = self._plies.popleft()
        self._show = asyncio.create_task(self._audience.show(before, self.match, events), name="show")
        self.tell(lambda listener: listener.status())
        try:
            await asyncio.wait({self._show})
        finally:
            show, self._show = self._show, None
            show.cancel()
        if not show.cancelled():
            show.result()
        self.tell(lambda listener: listener.status())

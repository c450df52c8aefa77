"""Those who hear what happens in a session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from marbles_tui.core import Event, Result
from marbles_tui.play import Match
from marbles_tui.table.offers import Offer

log = logging.getLogger(__name__)


class Listener:
    """What a session tells; each method does nothing until it is overridden. All are called in the session's
    event loop, after the session has changed, and may call the session."""

    def played(self, before: Match, match: Match, events: Sequence[Event]) -> Awaitable[None] | None:
        """A move was played, and is saved unless `Session.unsaved`. The session waits for what a listener that
        shows returns before it asks anybody."""

    def changed(self, match: Match) -> None:
        """Another state of the match is on the table, by other ways than a move: a decision taken back or
        played again, or an end that players brought about. What is being shown has been cancelled."""

    def status(self) -> None:
        """`asked`, `thinking`, `showing`, `paused`, `offer` or `unsaved` of the session may have changed."""

    def asked(self, seat: int) -> None:
        """A person is asked to choose a move, or to roll where chance is to draw (`Session.rolling`)."""

    def offered(self, offer: Offer) -> None:
        """Somebody has made an offer; the seats it waits for are to answer."""

    def answered(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """The offer is closed: the last seat has accepted it, one has refused it, its maker has withdrawn it, or
        (None) it no longer counts, because the match has changed."""

    def over(self, result: Result | None) -> None:
        """The match has ended; without a result if it was only stopped. It can still be taken back."""

    def failed(self, seat: int, error: Exception) -> None:
        """A player could not choose: the seat is played by hand from now on, and asked next."""

    def trouble(self, message: str) -> None:
        """The match could not be saved; "": it is saved again."""


class ToTheEnd(Listener):
    """Leaves at the end of the match, and raises what a player raises."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave

    def over(self, result: Result | None) -> None:
        """Leave."""
        del result
        self._leave()

    def failed(self, seat: int, error: Exception) -> None:
        """Raise it."""
        del seat
        raise error


class Audience:
    """The listeners of a session: faces, which it waits for, and watchers, which it does not."""

    def __init__(self) -> None:
        self._faces: list[Listener] = []
        self._watchers: list[Listener] = []
        self._watching: set[asyncio.Future[None]] = set()

    def add(self, listener: Listener, *, shows: bool) -> None:
        """One more, a face if it `shows`."""
        (self._faces if shows else self._watchers).append(listener)

    def tell(self, what: Callable[[Listener], None]) -> None:
        """Call every listener. Raises what a face raises; what a watcher raises is logged."""
        for watcher in self._watchers:
            with log_errors("a watcher failed"):
                what(watcher)
        for face in self._faces:
            what(face)

    async def show(self, before: Match, match: Match, events: Sequence[Event]) -> None:
        """Tell of a move; return when all faces have shown it."""
        for watcher in self._watchers:
            with log_errors("a watcher failed"):
                self._let_watch(watcher.played(before, match, events))
        for face in self._faces:
            seen = face.played(before, match, events)
            if seen is not None:
                await seen

    def _let_watch(self, seen: Awaitable[None] | None) -> None:
        if seen is not None:
            task = asyncio.ensure_future(_watch(seen))
            self._watching.add(task)
            task.add_done_callback(self._watching.discard)


async def _watch(seen: Awaitable[None]) -> None:
    with log_errors("a watcher failed"):
        await seen


@contextmanager
def log_errors(what: str) -> Iterator[None]:
    """Log an exception instead of raising it."""
    try:
        yield
    except Exception:
        log.exception(what)

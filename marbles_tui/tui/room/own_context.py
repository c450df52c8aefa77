"""What is told by others' tasks, heard as by one's own: Textual finds the app of a widget in the context, and guests
who share a process call each other from theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from marbles_tui.core import Event, Result
from marbles_tui.play import Match
from marbles_tui.rooms.context import at_home
from marbles_tui.table.listener import Listener
from marbles_tui.table.offers import Offer


class AtHome(Listener):
    """Passes on to another listener what is told, in the context in which this one was made."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._changed = at_home(listener.changed)
        self._status = at_home(listener.status)
        self._offered = at_home(listener.offered)
        self._answered = at_home(listener.answered)
        self._trouble = at_home(listener.trouble)
        self._played = at_home(listener.played)
        self._asked = at_home(listener.asked)
        self._over = at_home(listener.over)
        self._failed = at_home(listener.failed)

    def played(self, before: Match, match: Match, events: Sequence[Event]) -> Awaitable[None] | None:
        """A move was played."""
        return self._played(before, match, events)

    def changed(self, match: Match) -> None:
        """Another state of the match."""
        self._changed(match)

    def status(self) -> None:
        """Somebody is asked, or thinks."""
        self._status()

    def asked(self, seat: int) -> None:
        """A person is asked."""
        self._asked(seat)

    def offered(self, offer: Offer) -> None:
        """An offer."""
        self._offered(offer)

    def answered(self, offer: Offer, seat: int | None, accepted: bool) -> None:
        """It is closed."""
        self._answered(offer, seat, accepted)

    def over(self, result: Result | None) -> None:
        """The end."""
        self._over(result)

    def failed(self, seat: int, error: Exception) -> None:
        """A player could not choose."""
        self._failed(seat, error)

    def trouble(self, message: str) -> None:
        """The match could not be saved."""
        self._trouble(message)

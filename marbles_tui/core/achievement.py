"""What somebody may be proud of in one finished match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from marbles_tui.core.event import Event


class Finished(NamedTuple):
    """A match that is over, as one seat has played it."""

    seat: int
    won: bool
    """On the board: nobody gave up, left or ran out of time."""

    reason: str
    """As in `Result`."""

    turns: int
    """The seat's own."""

    plies: Sequence[tuple[int, Sequence[Event]]]
    """Whose turn it was and what was to be seen, ply by ply."""

    final: Any
    """The position at the end."""

    @property
    def own(self) -> Iterator[Sequence[Event]]:
        """The plies of the seat."""
        return (events for actor, events in self.plies if actor == self.seat)

    def count(self, kind: str) -> int:
        """How many events of a kind the seat's own plies have."""
        return sum(event.kind == kind for events in self.own for event in events)


class Achievement(NamedTuple):
    """Its key, what it is called, what must be done for it, and whether a match has it."""

    key: str
    title: str
    about: str
    """In a few words, no full stop."""

    earned: Callable[[Finished], bool]

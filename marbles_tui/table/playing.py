"""What a face sees of a match being played, and may do at it, wherever the match itself is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from marbles_tui.play import Match, Seat
from marbles_tui.table.clock import Clock
from marbles_tui.table.listener import Listener
from marbles_tui.table.offers import Kind, Offer
from marbles_tui.table.players import Choice, Player


class Table(Protocol):
    """A `Session`, or what is known here of one in another process.

    A method that changes something says whether there was anything to do; where a guest may not do it, there
    never is. Each promise is that of `Session`.
    """

    @property
    def match(self) -> Match:
        """The match as far as it is to be seen here."""
        ...

    @property
    def players(self) -> Sequence[Player]:
        """Who plays, seat by seat; whose hand is KEYBOARD sits here."""
        ...

    @property
    def asked(self) -> int | None:
        """The seat of the person who is asked for a choice or a roll."""
        ...

    @property
    def thinking(self) -> int | None:
        """The seat of the player, no person, who is choosing."""
        ...

    @property
    def paused(self) -> bool:
        """Whether play is held."""
        ...

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer."""
        ...

    @property
    def spent(self) -> frozenset[tuple[int, Kind]]:
        """Which seats have asked for what since the last move."""
        ...

    @property
    def clock(self) -> Clock | None:
        """What each seat has left now; None where nobody counts the time."""
        ...

    @property
    def unsaved(self) -> bool:
        """Whether the match as it stands is not saved."""
        ...

    @property
    def stopped(self) -> bool:
        """Whether nobody is to move."""
        ...

    def choose(self, seat: int, choice: Choice) -> bool:
        """The person who is asked for a move chooses one. Raises IllegalMove."""
        ...

    def roll(self, seat: int) -> bool:
        """The person who is asked to roll does so."""
        ...

    def move_now(self) -> bool:
        """The player who is thinking is to choose at once."""
        ...

    def resign(self, seat: int) -> bool:
        """A seat gives up."""
        ...

    def claim(self, seat: int) -> bool:
        """The seat to move ends the match as a draw, if the rules allow that."""
        ...

    def add_tag(self, name: str, value: str) -> bool:
        """Note something in the record."""
        ...

    def offer_draw(self, seat: int) -> bool:
        """Offer a draw to all others."""
        ...

    def undo(self, seat: int | None = None) -> bool:
        """Back to the last decision, at once or when those elsewhere agree."""
        ...

    def redo(self, seat: int | None = None) -> bool:
        """Forward to the next decision; as `undo`."""
        ...

    def withdraw(self, seat: int) -> bool:
        """The seat that has made the offer takes it back."""
        ...

    def answer(self, seat: int, accept: bool) -> bool:
        """A seat that the offer waits for accepts it or refuses."""
        ...


class Playing(Table, Protocol):
    """A table that a face shows: a `Session` at this machine, or one guest's view of one that is elsewhere."""

    @property
    def rolling(self) -> bool:
        """Whether a person is asked to roll."""
        ...

    @property
    def showing(self) -> bool:
        """Whether the last move is still being saved or shown."""
        ...

    def listen(self, listener: Listener, *, shows: bool = False) -> None:
        """Tell a listener from now on; one that `shows` holds the view up until it has shown a move."""
        ...

    async def run(self) -> None:
        """Tell and play, until it is closed."""
        ...

    def pause(self) -> bool:
        """Hold play."""
        ...

    def resume(self) -> bool:
        """Go on after a pause."""
        ...

    def go_to(self, match: Match) -> bool:
        """Put another state of the match on the table."""
        ...

    def reseat(self, seats: Sequence[Seat], players: Sequence[Player]) -> bool:
        """Others sit at the table from here on."""
        ...

    def rename(self, seats: Sequence[Seat]) -> bool:
        """Call those who play otherwise from here on."""
        ...

    def close(self) -> None:
        """Leave the match as it stands; `run` ends."""
        ...

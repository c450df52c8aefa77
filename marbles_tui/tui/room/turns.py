"""Other games in which it is the guest's turn, told of at any table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from marbles_tui.core.text import enumerated, sanitize_line
from marbles_tui.tui.widgets.panels import Key

if TYPE_CHECKING:
    from marbles_tui.rooms.cards import RoomCard
    from marbles_tui.rooms.guest import GuestMatch
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.tui.screens.match import MatchScreen

WIDE: Final = 100
"""Columns from which on there is room to say in which game."""


class Turns:
    """Says in a corner when it becomes the guest's turn elsewhere, and leads there."""

    def __init__(self, screen: MatchScreen, visit: Visit, table: GuestMatch | None = None) -> None:
        """`table`: the one at which the guest sits, if any."""
        self._screen = screen
        self._visit = visit
        self._table = table
        self._known: set[str] = set()
        self._stop: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Hear of them from now on; of those there are already nothing is said."""
        self._known = {card.id for card in self._waiting()}
        self._stop = self._visit.listen(self._heard)

    def end(self) -> None:
        """Hear no more."""
        self._stop()

    def _waiting(self) -> list[RoomCard]:
        """The games that wait for the guest: one that has just begun, then those where it is their turn."""
        begun, mine = self._visit.called, self._visit.my_rooms()
        cards = [*([begun] if begun else []), *(card for card in mine if card.my_turn)]
        if not self._table:
            return cards
        context = self._table.context
        return [
            card for card in cards if card.id not in (context.room, context.next_room)
        ]  # it is entered by itself

    def _heard(self) -> None:
        waiting = {card.id: card for card in self._waiting()}
        for id in waiting.keys() - self._known:
            card = waiting[id]
            self._screen.app.notify(
                f"{self._names(card)}: {'your turn' if card.my_turn else 'your game begins'} in "
                f"{card.match.game.title}. Y goes there.",
                timeout=10,
                markup=False,
            )
            self._screen.app.ring()
        if waiting.keys() != self._known:
            self._known = set(waiting)
            self._screen.mark()

    @staticmethod
    def _names(card: RoomCard) -> str:
        others = [name for seat, name in enumerate(card.names) if seat not in card.seats]
        return enumerated([sanitize_line(name, 16) for name in others])

    @property
    def title(self) -> str:
        """The game that waits for the guest next; "" for none."""
        return next((card.match.game.title for card in self._waiting()), "")

    @property
    def key(self) -> tuple[Key, ...]:
        """The key that leads to the next of them, if there is one."""
        if not self._known:
            return ()
        wide = self._screen.app.size.width >= WIDE
        does = f"your turn: {self.title}" if wide else "your turn"
        return (Key("Y", does, "screen.company('other_game')"),)

    def go(self) -> None:
        """Sit down at the next of them."""
        card = next(iter(self._waiting()), None)
        if card:
            self._screen.app.enter_room(card.id)
        else:
            self._screen.tell("No other game waits for you.")

"""What the pages of a house have in common: they live as the house does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from marbles_tui.tui.page import Shelf

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit


class HousePage(Shelf[None]):
    """A page that is shown anew whenever something changes in the house, and left for a game that begins."""

    help_page = "lobby"
    holds_tables = tells_of_games = True

    def __init__(self, visit: Visit) -> None:
        super().__init__(classes="house")
        self._visit = visit
        self._deaf: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Show it, and hear of changes."""
        self._deaf = self._visit.listen(lambda: self.call_later(self._changed))
        self.read()

    def on_unmount(self) -> None:
        """Hear no more."""
        if self._deaf:
            self._deaf()

    def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        if self._deaf:
            self._changed()

    def _changed(self) -> None:
        """Show what there is now; sit down at a game that has just begun, where it does not go on for days."""
        begun = self._visit.called
        if not self.is_current:
            return
        if begun and not begun.control.days:
            self.enter(begun.id)
        else:
            self.read()

    def read(self) -> None:
        """Show what there is now."""
        raise NotImplementedError

    def enter(self, room: str) -> None:
        """To the table of a game."""
        self.attempt(lambda: self.app.enter_room(room))

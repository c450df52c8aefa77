"""The first lesson of BeadMaster on the screen."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from marbles_tui.tui.games.beadmaster.picking import BeadMasterPicking
from marbles_tui.tui.games.beadmaster.screen import BeadMasterScreen
from marbles_tui.tui.screens.lesson import LessonScreen

OTHERS: Final = ("automatic", "type('backspace')", "column_or_menu")
"""What is done otherwise here: nothing is placed by itself, Backspace goes back, and there is no game menu."""


class BeadMasterLesson(LessonScreen):
    """Bars and places are typed as in a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(key for key in BeadMasterScreen.BINDINGS if isinstance(key, Binding) and key.action not in OTHERS),
        Binding("g,G", "type('g')", "Column G", show=False, id="bar.g"),
    ]

    def action_point(self, dx: int, dy: int) -> None:
        """Slide the bar that has been typed, or else move the cursor."""
        picking = self.picking
        if isinstance(picking, BeadMasterPicking) and picking.bar is not None and self.waiting:
            self.take(lambda: picking.push(dx, dy))
        else:
            super().action_point(dx, dy)

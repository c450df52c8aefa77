"""The screen of BeadMaster."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType

from marbles_tui.games.beadmaster.bars import NAMES, SIZE
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.beadmaster.picking import BeadMasterPicking
from marbles_tui.tui.screens.match import MatchScreen

LETTERS: Final = {"h": "Horizontal bar", "v": "Vertical bar", "i": "Inwards", "o": "Outwards"}


class BeadMasterScreen(MatchScreen):
    """Bars are slid by their names, `h` or `v`, a number, and `i`, `o` or an arrow; beads placed by column, row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"type('{key}')", title, show=False, id=f"bar.{key}")
            for key, title in LETTERS.items()
        ),
        *(
            Binding(str(number), f"type('{number}')", f"Number {number}", show=False, id=f"bar.{number}")
            for number in range(1, SIZE + 1)
        ),
        Binding("a,A", "automatic", "Place by itself", show=False, id="bar.place"),
        Binding("backspace", "type('backspace')", "Rub out", show=False, id="bar.rub_out"),
    ]

    @on(BeadMasterBoard.Named)
    def _bar_named(self, message: BeadMasterBoard.Named) -> None:
        message.stop()
        for key in NAMES[message.bar]:
            self.action_type(key)

    def action_point(self, dx: int, dy: int) -> None:
        """Slide the bar that has been typed, or else move the cursor."""
        picking = self.picking
        if isinstance(picking, BeadMasterPicking) and picking.bar is not None and self.waiting:
            self.choosing.take(lambda: picking.push(dx, dy))
        else:
            super().action_point(dx, dy)

"""The screen of BeadMaster."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType

from marbles_tui.games.beadmaster.bars import COLUMNS, NAMES, SIZE
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.beadmaster.picking import BeadMasterPicking
from marbles_tui.tui.screens.match import MatchScreen

LETTERS: Final = {
    **{"h": "Horizontal bar", "v": "Vertical bar", "i": "Inwards", "o": "Outwards"},
    **{letter.lower(): f"Column {letter}" for letter in COLUMNS[:-1]},
}


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
        Binding("g,G", "column_or_menu", "Column G, or the game", show=False, id="bar.g"),
        Binding("x,X", "automatic", "Place by itself", show=False, id="bar.place"),
        Binding("backspace", "type('backspace')", "Rub out", show=False, id="bar.rub_out"),
    ]

    @on(BeadMasterBoard.Named)
    def _bar_named(self, message: BeadMasterBoard.Named) -> None:
        message.stop()
        for key in NAMES[message.bar]:
            self.action_type(key)

    def action_column_or_menu(self) -> None:
        """Type the last column while a bead is placed, else open the game menu."""
        if self.waiting and self.picking.menu_key != "g":
            self.action_type("g")
        else:
            self.action_game_menu()

    def action_point(self, dx: int, dy: int) -> None:
        """Slide the bar that has been typed, or else move the cursor."""
        picking = self.picking
        if isinstance(picking, BeadMasterPicking) and picking.bar is not None and self.waiting:
            self.choosing.take(lambda: picking.push(dx, dy))
        else:
            super().action_point(dx, dy)

"""The screen of Abacus."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from marbles_tui.tui.games.abacus.legend import Legend
from marbles_tui.tui.screens.match import MatchScreen


class AbacusScreen(MatchScreen):
    """With what the marks mean, while a marble is marked."""

    def panels(self) -> Iterable[Widget]:
        """The legend above the others."""
        return (Legend(), *super().panels())

    def dress(self) -> None:
        """The legend in the colours of the board as well."""
        super().dress()
        self.query_one(Legend).look = self.app.look
        self.note_seats()

    def mark(self) -> None:
        """Show what may be done now; while a marble is marked, what the marks mean."""
        super().mark()
        for legend in self.query(Legend):
            legend.set_class(bool(self.picking.picks), "shown")
            legend.ends = bool(self.board.highlights.ends)
            legend.moved = bool(self.board.highlights.last)

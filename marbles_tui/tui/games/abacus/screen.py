"""The screen of Abacus."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from marbles_tui.table.players import Choice
from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.abacus.picking import AbacusPicking
from marbles_tui.tui.screens.match import MatchScreen

PUSHES: Final = {"d": 0, "e": 1, "w": 2, "a": 3, "z": 4, "x": 5}
"""The keys, laid out as the hexagon, and the heading each means on a board that is not turned."""


class AbacusScreen(MatchScreen):
    """Marbles are marked by Space and pushed by the keys around S; the board can be turned."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{key},{key.upper()}", f"push({heading})", f"Push {key}", show=False, id=f"push.{key}")
            for key, heading in PUSHES.items()
        ),
        Binding("v", "turn", "Turn the board", show=False, id="abacus.turn"),
        Binding("c", "names", "Coordinates", show=False, id="abacus.names"),
    ]

    def on_mount(self) -> None:
        """The person sits below."""
        first, second = self.match.seats
        self.hexagon.turned = first.level is not None and second.level is None

    @property
    def hexagon(self) -> AbacusBoard:
        """The board."""
        return self.query_one("#board", AbacusBoard)

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        seen = (heading + 3) % 6 if self.hexagon.turned else heading

        def push() -> Choice:
            assert isinstance(self.picking, AbacusPicking)
            return self.picking.push(seen, self.board.cursor)

        self.choosing.take(push)

    def action_turn(self) -> None:
        """Turn the board round."""
        self.hexagon.turned = not self.hexagon.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals."""
        self.hexagon.coordinates = not self.hexagon.coordinates

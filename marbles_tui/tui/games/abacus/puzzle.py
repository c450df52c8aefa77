"""The screen on which puzzles of Abacus are solved."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.abacus.hands import drag, hexagon_of, push
from marbles_tui.tui.games.abacus.picking import KEYS
from marbles_tui.tui.screens.puzzle import LATER, PuzzleScreen


class AbacusPuzzle(PuzzleScreen):
    """Marbles are marked by Space and pushed by the keys around S; the board can be turned."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{key},{key.upper()}",
                f"push({heading},'{key}')",
                f"Push {key}",
                show=False,
                id=f"puzzle.push.{key}",
            )
            for heading, key in enumerate(KEYS)
        ),
        Binding("v", "turn", "Turn the board", show=False, id="puzzle.turn"),
        Binding("c", "names", "Coordinates", show=False, id="puzzle.names"),
    ]

    def on_mount(self) -> None:
        """The solver sits below."""
        self.hexagon.turned = self.solving.solver == 1

    @property
    def hexagon(self) -> AbacusBoard:
        """The board."""
        return hexagon_of(self)

    @on(AbacusBoard.Dragged)
    def _dragged(self, message: AbacusBoard.Dragged) -> None:
        drag(self, message)

    def action_push(self, heading: int, key: str) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
        if self.over and key in LATER:
            self.action_type(key)
        else:
            push(self, heading)

    def action_turn(self) -> None:
        """Turn the board round."""
        self.hexagon.turned = not self.hexagon.turned

    def action_names(self) -> None:
        """Show or hide the names of rows and diagonals."""
        self.hexagon.named = not self.hexagon.named

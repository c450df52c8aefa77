"""The first lesson of Abacus on the screen."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from marbles_tui.table.players import Choice
from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.abacus.picking import AbacusPicking
from marbles_tui.tui.games.abacus.screen import AbacusScreen
from marbles_tui.tui.screens.lesson import LessonScreen


class AbacusLesson(LessonScreen):
    """Marbles are picked, dragged, or pushed by the keys around S, on a board with the names of its places."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key for key in AbacusScreen.BINDINGS if isinstance(key, Binding) and key.action.startswith("push")
    ]

    def on_mount(self) -> None:
        """The words name places."""
        self.query_one("#board", AbacusBoard).named = True

    @on(AbacusBoard.Dragged)
    def _dragged(self, message: AbacusBoard.Dragged) -> None:
        message.stop()
        self.take(lambda: self._own.drag(message.start, message.end))

    @property
    def _own(self) -> AbacusPicking:
        assert isinstance(self.picking, AbacusPicking)
        return self.picking

    def action_push(self, heading: int) -> None:
        """Push what is marked, or the row that begins at the cursor, in a heading."""

        def push() -> Choice:
            return self._own.push(heading, self.board.cursor)

        self.take(push)

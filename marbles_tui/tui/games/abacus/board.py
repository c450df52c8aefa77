"""The board of Abacus: its beats, and hands that drag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message

from marbles_tui.core import Cell, Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.tui.kit.board_view import BoardView


class AbacusBoard(BoardView):
    """61 cells with their marbles."""

    GAME: ClassVar[Game] = ABACUS
    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    _pressed: Cell | None = None
    _dragged: bool = False

    @dataclass
    class Dragged(Message):
        """The mouse was dragged from one place to another."""

        start: Cell
        end: Cell

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag may begin."""
        offset = event.get_content_offset(self)
        self._pressed = self.cell_at(offset) if offset else None

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A drag from one place to another picks both."""
        offset = event.get_content_offset(self)
        cell = self.cell_at(offset) if offset else None
        self._dragged = self._pressed is not None and cell is not None and cell != self._pressed
        if self._pressed is not None and cell is not None and self._dragged:
            self.post_message(self.Dragged(self._pressed, cell))
        self._pressed = None

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked; the end of a drag is no click."""
        if self._dragged:
            self._dragged = False
            event.prevent_default()

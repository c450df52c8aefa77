"""The table of Chomp."""

from __future__ import annotations

from typing import Any, ClassVar

from marbles_tui.tui.screens.table import Table
from marbles_tui.tui.widgets.board_view import BoardView
from tests.sixth.chomp.board import ChompBoard


class ChompTable(Table):
    """Point at a piece and bite."""

    BOARD: ClassVar[type[BoardView[Any]]] = ChompBoard

    def invitation(self, name: str) -> str:
        """What to do."""
        return f"{name}, bite into the bar."

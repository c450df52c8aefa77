"""The board of Chomp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.widgets.board_view import BoardView
from tests.sixth.chomp.position import COLUMNS, ROWS

CHOCOLATE, POISON = 0x7A4A2B, 0x54BE5C
CELLS = range(len(ROWS) * COLUMNS)


class ChompLayout(NamedTuple):
    """Pieces six columns wide and three rows high."""

    places: Mapping[Cell, Region]


class ChompBoard(BoardView[ChompLayout]):
    """The bar, a piece a cell."""

    BEATS: ClassVar[Mapping[str, float]] = {"bite": 0.5, "win": 1.0}

    def lay_out(self, size: Size, look: Look) -> ChompLayout:
        """In the middle."""
        left, top = max(0, size.width - 6 * COLUMNS) // 2, max(0, size.height - 3 * len(ROWS)) // 2
        at = {cell: divmod(cell, COLUMNS) for cell in CELLS}
        return ChompLayout(
            {cell: Region(left + 6 * column, top + 3 * row, 6, 3) for cell, (row, column) in at.items()}
        )

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """To the neighbour."""
        row, column = divmod(cell, COLUMNS)
        row, column = (
            max(0, min(len(ROWS) - 1, row + dy)),
            max(0, min(COLUMNS - 1, column + dx)),
        )
        return row * COLUMNS + column

    def paint(self, canvas: Canvas, layout: ChompLayout, frame: Frame, look: Look) -> None:
        """What is left, and its names."""
        for cell, region in layout.places.items():
            row, column = divmod(cell, COLUMNS)
            if column < frame.board[row]:
                ground = look.material(POISON if cell == 0 else CHOCOLATE)
                canvas.fill(region.x, 2 * region.y, region.width - 1, 2 * region.height - 1, ground)
                name = f"[{ROWS[row]}{column + 1}]" if cell == frame.cursor else f" {ROWS[row]}{column + 1} "
                canvas.text(region.x, region.y + 1, name, look.bright)

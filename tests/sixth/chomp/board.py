"""The board of Chomp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import Strengths, outlines
from marbles_tui.tui.drawing.squares import (
    SquaresLayout,
    lay_out_squares,
    paint_frame,
    paint_squares,
    step_on_squares,
)
from marbles_tui.tui.widgets.board_view import BoardView
from tests.sixth.chomp.position import COLUMNS, ROWS

CHOCOLATE, POISON, PAPER = 0x7A4A2B, 0x54BE5C, (0x3A3F4C, 0x343844)


class ChompLayout(NamedTuple):
    """The squares of the paper that the bar lies on."""

    grid: SquaresLayout
    places: Mapping[Cell, Region]


class ChompBoard(BoardView[ChompLayout]):
    """The bar, a piece a square."""

    BEATS: ClassVar[Mapping[str, float]] = {"bite": 0.5, "win": 1.0}

    def lay_out(self, size: Size, look: Look) -> ChompLayout:
        """In the middle."""
        grid = lay_out_squares(size.width, size.height, COLUMNS, len(ROWS))
        return ChompLayout(grid, dict(enumerate(grid.squares)))

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """To the neighbour."""
        return step_on_squares(cell, dx, dy, COLUMNS, len(ROWS))

    def paint(self, canvas: Canvas, layout: ChompLayout, frame: Frame, look: Look) -> None:
        """The paper, what is left of the bar with its names, and the marks."""
        paint_squares(canvas, layout.grid, PAPER, look)
        for cell, region in layout.places.items():
            row, column = divmod(cell, COLUMNS)
            if column < frame.board[row]:
                ground = look.material(POISON if cell == 0 else CHOCOLATE)
                canvas.fill(region.x, 2 * region.y, region.width - 1, 2 * region.height - 1, ground)
                canvas.text(
                    region.x + 1, region.y + region.height // 2, f"{ROWS[row]}{column + 1}", look.bright
                )
        for cell, (colour, share) in outlines(frame, look, Strengths()).items():
            paint_frame(canvas, layout.places[cell], colour, share, look)

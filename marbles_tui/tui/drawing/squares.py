"""A grid of squares, with room on either side of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.signs import draw_corners, sign_ink


@dataclass(frozen=True, slots=True, eq=False)
class SquaresLayout:
    """Squares in cells, `wide` × `tall` each, numbered from 0 row by row from the top; `left` and `right` are the
    columns beside the grid at which something as wide as a square begins."""

    columns: int
    rows: int
    squares: tuple[Region, ...]
    wide: int
    tall: int
    left: int
    right: int


@lru_cache(maxsize=16)
def lay_out_squares(width: int, height: int, columns: int, rows: int, beside: int = 0) -> SquaresLayout:
    """The largest squares that fit, in the middle, with room for so many more on either side of the grid, and for
    letters and numbers."""
    across = columns + 2 * beside
    tall = max(2, min((height - 1) // rows, 11))
    wide = max(4, min((width - 4) // across, 2 * tall))
    tall = max(2, min(tall, (wide + 1) // 2 + 1))
    left = max(0, (width - across * wide - 4) // 2)
    top = max(0, (height - rows * tall - 1) // 2)
    first = left + beside * wide + 2
    squares = tuple(
        Region(first + cell % columns * wide, top + cell // columns * tall, wide, tall)
        for cell in range(columns * rows)
    )
    return SquaresLayout(columns, rows, squares, wide, tall, left, first + columns * wide + 2)


def step_on_squares(cell: Cell, dx: int, dy: int, columns: int, rows: int) -> Cell:
    """The square next to one in a direction; itself at the edge."""
    row, column = divmod(cell, columns)
    return max(0, min(rows - 1, row + dy)) * columns + max(0, min(columns - 1, column + dx))


def paint_squares(canvas: Canvas, layout: SquaresLayout, colours: tuple[int, int], look: Look) -> None:
    """Empty squares of a material in two colours, by turns."""
    for cell, (x, y, wide, tall) in enumerate(layout.squares):
        row, column = divmod(cell, layout.columns)
        wood = look.material(colours[(row + column) % 2])
        ground = wood if look.skin.shaded else mix(look.ground, wood, 0.5)
        canvas.fill(x, 2 * y, wide, 2 * tall, ground)


def write_coordinates(
    canvas: Canvas, layout: SquaresLayout, rows: Sequence[str], columns: Sequence[str], look: Look
) -> None:
    """The names of the rows before them, of the columns below them."""
    for region, name in zip(layout.squares[:: layout.columns], rows, strict=True):
        canvas.text(region.x - 1, region.y + region.height // 2, name, look.muted)
    for region, name in zip(layout.squares[-layout.columns :], columns, strict=True):
        canvas.text(region.x + region.width // 2, region.bottom, name, look.muted)


def paint_frame(canvas: Canvas, region: Region, colour: int, share: float, look: Look) -> None:
    """The corners of a frame: enough to be seen, and what lies between them stays quiet. Without colours the shape
    tells which mark it is."""
    x, y, wide, tall = region
    if not (look.skin.shaded and look.coloured):
        draw_corners(canvas, region, look.frame(colour), sign_ink(look, colour, share), reach=2)
        return
    along, down = max(2, wide // 4), max(2, tall // 2)
    right, bottom = x + wide - 1, 2 * (y + tall) - 1
    for at in range(along):
        for column in (x + at, right - at):
            canvas.dot(column, 2 * y, colour, share)
            canvas.dot(column, bottom, colour, share)
    for at in range(1, down):
        for line in (2 * y + at, bottom - at):
            canvas.dot(x, line, colour, share)
            canvas.dot(right, line, colour, share)

"""A grid of squares: where they lie, the way over them, their wood, and the frames around them."""

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
    """Squares in cells, `wide` × `tall` each, numbered from 0 row by row from the top;"""

    columns: int
    rows: int
    squares: tuple[Region, ...]
    wide: int
    tall: int


@lru_cache(maxsize=16)
def lay_out_squares(width: int, height: int, columns: int, rows: int) -> SquaresLayout:
    """The largest squares that fit, in the middle, with room for letters and numbers."""
    tall = max(2, min((height - 1) // rows, 11))
    wide = max(4, min((width - 4) // columns, 2 * tall))
    tall = max(2, min(tall, (wide + 1) // 2 + 1))
    first = max(0, (width - columns * wide - 4) // 2) + 2
    top = max(0, (height - rows * tall - 1) // 2)
    squares = tuple(
        Region(first + cell % columns * wide, top + cell // columns * tall, wide, tall)
        for cell in range(columns * rows)
    )
    return SquaresLayout(columns, rows, squares, wide, tall)


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


def grain(colour: int, x: int, y: int) -> int:
    """A material's colour at a pixel: a little lighter or darker from place to place, always the same."""
    noise = (x // 2 * 7919 ^ y * 104_729 ^ x // 2 * y * 31) * 2_654_435_761 >> 13 & 7
    return mix(colour, 0xFFFFFF if noise > 3 else 0, 0.012 * (noise if noise < 4 else noise - 4))


def write_coordinates(
    canvas: Canvas, layout: SquaresLayout, rows: Sequence[str], columns: Sequence[str], look: Look
) -> None:
    """The names of the rows before them, of the columns below them."""
    for region, name in zip(layout.squares[:: layout.columns], rows, strict=True):
        canvas.text(region.x - 1, region.y + region.height // 2, name, look.muted)
    for region, name in zip(layout.squares[-layout.columns :], columns, strict=True):
        canvas.text(region.x + region.width // 2, region.bottom, name, look.muted)


def paint_frame(canvas: Canvas, region: Region, colour: int, share: float, look: Look) -> None:
    """The corners of a frame; without colours their shape tells which mark it is."""
    if not (look.skin.shaded and look.coloured):
        draw_corners(canvas, region, look.frame(colour), sign_ink(look, colour, share), reach=2)
        return
    paint_corners(canvas, region, colour, share)


def paint_corners(canvas: Canvas, region: Region, colour: int, share: float) -> None:
    """The corners of a frame: enough to be seen, and what lies between them stays quiet."""
    x, y, wide, tall = region
    along, down = max(1, min(wide // 2 - 1, wide // 4)), max(1, tall // 3 + 1)
    right, bottom = x + wide - 1, 2 * (y + tall) - 1
    for at in range(along):
        for column in (x + at, right - at):
            canvas.dot(column, 2 * y, colour, share)
            canvas.dot(column, bottom, colour, share)
    for at in range(1, down):
        for line in (2 * y + at, bottom - at):
            canvas.dot(x, line, colour, share)
            canvas.dot(right, line, colour, share)

"""The sixteen squares in small, for the menu."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.games.gobblet.board import name_of, seat_of, size_of
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, material, put_marble, put_sign, sign_ink, small_marble
from marbles_tui.tui.games.gobblet.colours import SIDES

WOOD: Final = (0x7A6046, 0x5E4634)
"""The squares, by turns."""

SHARES: Final = (0.0, 0.4, 0.6, 0.8, 1.0)
"""How much of a square a cup of each size fills across."""

WIDE: Final = 1.5
"""How much wider than high the room must be for the stacks beside the board."""

CUP: Final = 6
"""Pixels across from which a cup has a dark hollow."""

SIDE: Final = 4

EMBLEM: Final = ("w k", " kw", "  k")


def picture(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """Sixteen squares with the cup on top in each, and the stacks beside them where there is room."""
    if not look.skin.shaded:
        _draw(canvas, box, board, look)
        return
    square = max(3, min(box.width, box.height - 1) // SIDE)
    left, top = box.middle(SIDE * square, SIDE * square)
    paint_wood(canvas, left, top, SIDE, SIDE, square, look)
    for cell, stack in enumerate(board.cells):
        if stack:
            row, column = divmod(cell, SIDE)
            _put(canvas, left + column * square, top + row * square, square, stack[-1], look)
    if box.width < WIDE * SIDE * square:
        return
    aside = max(1, square // 4)
    for place, size in enumerate(board.stacks):
        seat, at = divmod(place, 3)
        if size:
            x = left + SIDE * square + aside if seat else left - square - aside
            _put(canvas, x, top + at * square * 3 // 2, square, 2 * size + seat, look)


def _put(canvas: Canvas, x: int, y: int, square: int, piece: int, look: Look) -> None:
    """A cup in the middle of a square."""
    colour = look.pieces(SIDES)[seat_of(piece)]
    size = max(size_of(piece), round(square * SHARES[size_of(piece)]))
    size = min(size, square)
    x, y = x + (square - size) // 2, y + (square - size) // 2
    put_marble(canvas, x, y, size, colour)
    if size >= CUP:
        inner = round(size * 0.5)
        canvas.blit(small_marble(inner, lit(colour, 0.45)), x + (size - inner) // 2, y + (size - inner) // 2)


def emblem(canvas: Canvas, box: Box, look: Look) -> None:
    """Three squares by two or three, with a few cups."""
    square = max(2, min(box.width // 3, box.height // 2, 5))
    rows = EMBLEM[: max(2, min(3, box.height // square))]
    left, top = box.middle(3 * square, len(rows) * square)
    paint_wood(canvas, left, top, 3, len(rows), square, look)
    light, dark = look.pieces(SIDES)
    for row, places in enumerate(rows):
        for column, sign in enumerate(places):
            if sign != " ":
                size = square if (row + column) % 2 == 0 else max(2, square - 1)
                x = left + column * square + (square - size) // 2
                y = top + row * square + (square - size) // 2
                canvas.blit(small_marble(size, light if sign == "w" else dark), x, y)


def paint_wood(canvas: Canvas, x: int, y: int, columns: int, rows: int, square: int, look: Look) -> None:
    """Squares of two woods by turns."""
    for row in range(rows):
        for column in range(columns):
            colour = material(look, WOOD[(row + column) % 2])
            canvas.fill(x + column * square, y + row * square, square, square, colour)


def _draw(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """The same in signs: owner and size of the cup on top."""
    pitch = max(4, min(10, box.width // SIDE))
    tall = max(2, min(6, box.height // SIDE) // 2 * 2)
    left, top = box.middle((SIDE - 1) * pitch + 1, (SIDE - 1) * tall + 2)
    for cell, stack in enumerate(board.cells):
        row, column = divmod(cell, SIDE)
        x, y = left + column * pitch, top + row * tall
        if not stack:
            put_sign(canvas, x, y, look.skin.empty, look.muted)
        else:
            ink = sign_ink(look, look.pieces(SIDES)[seat_of(stack[-1])])
            if look.coloured and not look.dark and not seat_of(stack[-1]):
                ink = 0x8A7440
            put_sign(canvas, x, y, name_of(stack[-1]), ink)

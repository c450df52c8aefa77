"""The hexagon in small, for the menu."""

from __future__ import annotations

from typing import Any, Final

from marbles_tui.games.abacus.hexagon import PLACES, SPANS
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, material, put_marble, put_sign, sign_ink
from marbles_tui.tui.games.abacus.colours import SIDES

SLATE: Final = (0x525B74, 0x343B4D)
HOLLOW: Final = 0x252B3B
DENT_LIGHT: Final = 0x333B50
LIP: Final = 0x1C2130

STEPS: Final = ((10, 9, 9), (8, 7, 7), (6, 5, 5), (4, 4, 4), (4, 3, 3), (2, 2, 2))
"""How far apart places and rows lie and how large a marble is, in pixels: all even where a row is half a step from
the next."""

SIGN_STEPS: Final = ((8, 4), (6, 4), (4, 2), (2, 2))
"""The same for signs."""

FIVE_ROWS: Final = ("www", "ww.w", "..r..", "r.rr", "rrr")
THREE_ROWS: Final = ("ww", "w.r", "rr")


def picture(canvas: Canvas, box: Box, board: Any, look: Look) -> None:
    """Sixty-one cells with the marbles of both sides, in the largest step that fits."""
    signs = not look.skin.shaded
    steps = [(pitch, row, 1) for pitch, row in SIGN_STEPS] if signs else STEPS
    fitting = (
        step
        for step in steps
        if 9 * step[0] + 2 <= box.width and 8 * step[1] + step[2] + 2 <= box.height + signs
    )
    pitch, row, size = next(fitting, steps[-1])
    wide, tall = 9 * pitch, 8 * row + size
    left, top = box.middle(wide, tall)
    if not signs:
        paint_slate(canvas, (2 * left + wide) // 2, top, 9, pitch, row, size, look)
    colours = look.pieces(SIDES)
    for cell, (line, digit) in enumerate(PLACES):
        seat = board.cells[cell]
        x = left + (digit - SPANS[line][0]) * pitch + abs(4 - line) * pitch // 2 + (pitch - size) // 2
        y = top + (8 - line) * row
        if signs:
            sign = look.skin.empty if seat < 0 else look.skin.marbles[seat]
            put_sign(canvas, x, y, sign, look.muted if seat < 0 else sign_ink(look, colours[seat]))
        elif seat >= 0:
            put_marble(canvas, x, y, size, colours[seat])
        else:
            dent = max(1, size // 2)
            at = (size - dent + 1) // 2
            canvas.fill(x + at, y + at, dent, dent, material(look, HOLLOW))
            if dent >= 3:
                canvas.fill(x + at, y + at + dent - 1, dent, 1, material(look, DENT_LIGHT))


def emblem(canvas: Canvas, box: Box, look: Look) -> None:
    """Three or five rows of a hexagon."""
    rows = FIVE_ROWS if box.height >= 9 else THREE_ROWS
    size = 3 if box.height >= 15 and box.width >= 17 else 2
    most = max(map(len, rows))
    left, top = box.middle(most * size, len(rows) * size)
    middle = left + most * size // 2
    paint_slate(canvas, middle, top, most, size, size, size, look, rim=0)
    dark, light = look.pieces(SIDES)
    for line, places in enumerate(rows):
        for at, sign in enumerate(places):
            x = middle - len(places) * size // 2 + at * size
            if sign != ".":
                put_marble(canvas, x, top + line * size, size, light if sign == "w" else dark)
            else:
                canvas.dot(x + size // 2, top + line * size + size // 2, material(look, HOLLOW))


def paint_slate(
    canvas: Canvas,
    middle: int,
    top: int,
    across: int,
    pitch: int,
    row: int,
    size: int,
    look: Look,
    rim: int = 1,
) -> None:
    """The slab below a hexagon as many rows high as its longest row is long, with a rim above and below."""
    tall = (across - 1) * row + size
    light, dark = (material(look, shade) for shade in SLATE)
    for line in range(-rim, tall + 2 * rim):
        away = abs(line + 0.5 - tall / 2) / row
        half = min(across - away, across) * pitch / 2 + 1
        shade = mix(light, dark, (line + 1) / (tall + 2)) if line <= tall else material(look, LIP)
        first, last = middle - half, middle + half
        canvas.fill(round(first), top + line, round(last) - round(first), 1, shade)
        edge = mix(look.ground, shade, 0.5)
        canvas.dot(round(first) - 1, top + line, edge, 0.6 if line <= tall else 0.0)
        canvas.dot(round(last), top + line, edge, 0.6 if line <= tall else 0.0)

"""The die of Gary's Great Getaway: pips up to nine, else a number on it."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.signs import draw_box

IVORY: Final = 0xEDE8DC
PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    7: ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (2, 2)),
    8: ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
    9: ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)),
}
"""Column and row of each pip, 0 to 2."""

ROLLING: Final = 0.7
"""The share of a roll's beat in which the die turns."""


def face(number: int, sides: int, phase: float) -> int:
    """What the die shows while it rolls: other numbers first, then the one that falls."""
    if phase >= ROLLING or sides < 2:
        return number
    turn = int(phase / ROLLING * 9) + number
    return 1 + (turn * 2_654_435_761 >> 12) % sides


def paint_die(canvas: Canvas, region: Region, shown: int | None, sides: int, ready: bool, look: Look) -> None:
    """The die in its region with a number on top, None before any roll; bright if it is `ready` to be rolled."""
    x, y, wide, tall = region
    body = IVORY if ready or shown else mix(look.ground, IVORY, 0.45)
    ink = 0x1B1B20
    if look.skin.shaded:
        canvas.fill(x, 2 * y, wide, 2 * tall, body)
        canvas.fill(x, 2 * (y + tall) - 1, wide, 1, mix(body, 0, 0.35))
    else:
        box = look.skin.bright if ready else look.skin.box
        edge = look.cursor if ready else look.muted
        ink = look.bright
        for line in range(y + 1, y + tall - 1):
            canvas.text(x + 1, line, " " * (wide - 2), edge)
        draw_box(canvas, region, box, edge)
    if shown is None:
        word = f"d{sides}"
        canvas.text(x + (wide - len(word)) // 2, y + tall // 2, word, ink, bold=True)
    elif sides <= max(PIPS) and tall >= 5:
        pip = "●" if not look.skin.plain else "o"
        for column, row in PIPS[shown]:
            canvas.text(x + 2 + 2 * column, y + 1 + row, pip, ink, bold=True)
    else:
        word = str(shown)
        canvas.text(x + (wide - len(word)) // 2, y + tall // 2, word, ink, bold=True)

"""The wood that Gobblet is played on."""

from __future__ import annotations

from typing import Final

from marbles_tui.games.gobblet.board import CELLS, STACKS
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.squares import grain
from marbles_tui.tui.games.gobblet.layout import GobbletLayout

DARK: Final = (0x5B4632, 0x4A3828)
LIGHT: Final = (0xD6B084, 0xC89F6C)
"""The squares, by turns, on dark themes and on light ones."""

FRAME: Final = 0x7A5230


@backdrop
def paint_wood(canvas: Canvas, layout: GobbletLayout, look: Look) -> None:
    """The empty squares, and the frame around them; on light themes, shelves for the stacks."""
    shaded = look.skin.shaded
    if shaded and not look.dark and STACKS[0][0] in layout.places:
        _paint_shelves(canvas, layout)
    if layout.frame and shaded:
        x, y, wide, tall = layout.frame
        canvas.fill(x, 2 * y + 1, wide, 2 * tall - 2, FRAME)
        canvas.fill(x, 2 * y + 1, wide, 1, mix(FRAME, 0xFFFFFF, 0.28))
    for cell in CELLS:
        x, y, wide, tall = layout.places[cell]
        wood = (DARK if look.dark else LIGHT)[sum(divmod(cell, 4)) % 2]
        if not shaded:
            canvas.fill(x, 2 * y, wide, 2 * tall, mix(look.ground, wood, 0.5))
            continue
        for line in range(2 * y, 2 * (y + tall)):
            for column in range(x, x + wide):
                canvas.dot(column, line, grain(wood, column, line))


def _paint_shelves(canvas: Canvas, layout: GobbletLayout) -> None:
    """Wood behind the stacks: cream cups would not be seen on a light page."""
    top, bottom = 2 * layout.places[0].y, 2 * layout.places[CELLS[-1]].bottom
    words = 2 if layout.letters is not None else 0
    for stacks in STACKS:
        region = layout.places[stacks[0]]
        bottom = max(bottom, 2 * layout.places[stacks[-1]].bottom + words)
        for line in range(top, bottom):
            for column in range(region.x, region.right):
                canvas.dot(column, line, grain(LIGHT[0], column, line))

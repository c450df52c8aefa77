"""A tray: where the pieces lie that are out of the game."""

from __future__ import annotations

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pieces import LEAST_SHADED
from marbles_tui.tui.drawing.sprites import marble, pile


def paint_tray(
    canvas: Canvas,
    tray: Region,
    count: int,
    diameter: int,
    colour: int,
    sign: str,
    look: Look,
    from_below: bool = False,
) -> None:
    """So many marbles in a heap, or as signs in rows, which grow from the top or `from_below`."""
    if look.skin.shaded and diameter >= LEAST_SHADED:
        for x, y in pile(count, tray.width, 2 * tray.height, diameter):
            canvas.blit(marble(diameter, colour), tray.x + x, 2 * tray.y + y)
        return
    for at in range(count):
        row, column = divmod(at, max(1, tray.width // 2))
        y = tray.bottom - 1 - row if from_below else tray.y + row
        canvas.text(tray.x + 2 * column, y, sign, look.material_ink(colour), bold=True)

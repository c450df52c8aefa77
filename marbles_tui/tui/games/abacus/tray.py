"""The marbles that a side has lost, below its name."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.small_marbles import TRAY, paint_small
from marbles_tui.tui.drawing.written import as_content
from marbles_tui.tui.games.abacus.colours import SIDES, wood

PITCH: Final = 3
"""From socket to socket, in cells."""


def write_tray(seat: int, lost: int, lose: int, width: int, tall: bool, look: Look) -> Content:
    """A tray in which all marbles find a place that the side may lose: in wood where there are two rows and so many
    columns for it, else a row of signs; nothing where not even that fits."""
    wide = PITCH * lose - 1
    colour = look.pieces(SIDES)[seat]
    if tall and look.skin.shaded and wide <= width:
        return as_content(_painted(wide, min(lost, lose), lose, colour, look), " " * min(4, width - wide))
    if 2 * lose - 1 > width:
        return Content("")
    ink = look.material_ink(colour) if look.coloured else look.text
    marbles = Content.styled(f"{look.skin.marbles[seat]} " * lost, f"bold #{ink:06x}")
    free = Content.styled(f"{look.skin.empty} " * (lose - lost), "$text-muted")
    return Content(" " * min(4, width - 2 * lose + 1)) + marbles + free


def _painted(wide: int, lost: int, lose: int, colour: int, look: Look) -> Canvas:
    rim = wood(look).rim
    canvas = Canvas(wide, 2, mix(rim, 0, 0.4 if look.dark else 0.0))
    canvas.fill(0, 0, wide, 1, mix(rim, 0, 0.6 if look.dark else 0.25))
    for socket in range(lose):
        canvas.fill(PITCH * socket, 2, 2, 1, mix(rim, 0, 0.78 if look.dark else 0.45))
    for socket in range(lost):
        paint_small(canvas, TRAY, PITCH * socket, 1, colour)
    return canvas

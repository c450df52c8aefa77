"""The marbles that a side has lost, below its name."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from marbles_tui.core.scene import Box, Hollow, Scene, marble
from marbles_tui.games.abacus.scene import PALETTE
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import picture

PITCH: Final = 3
"""From socket to socket, in cells."""


def tray(seat: int, lost: int, lose: int) -> Scene:
    """A tray in which all marbles find a place that the side may lose; a unit is the way from one to the next."""
    sockets = tuple(Hollow((at, 0.0), (0.36, 0.36), "rim:0.6") for at in range(lose))
    marbles = tuple(
        marble(f"lost{at}", (at, 0.0), 0.48, f"seat{seat}", seat) for at in range(min(lost, lose))
    )
    wood = Box((-0.6, -0.66, lose - 0.4, 0.66), "rim:0.8", 0.3)
    return Scene((-0.5, -0.66, lose - 0.5, 0.66), marbles, (wood, *sockets), grid=(1.0, 0.0), palette=PALETTE)


def write_tray(seat: int, lost: int, lose: int, width: int, tall: bool, look: Look) -> Content:
    """The tray in wood where there are two rows and so many columns for it, else a row of signs; nothing where not
    even that fits."""
    wide = PITCH * lose
    if tall and look.skin.shaded and wide <= width:
        return as_content(picture(tray(seat, lost, lose), wide, 2, look), " " * min(3, width - wide))
    if 2 * lose - 1 > width:
        return Content("")
    ink = (
        look.material_ink(look.pieces(PALETTE.seats)[seat]) if look.coloured and PALETTE.seats else look.text
    )
    marbles = Content.styled(f"{look.skin.marbles[seat]} " * lost, f"bold #{ink:06x}")
    free = Content.styled(f"{look.skin.empty} " * (lose - lost), "$text-muted")
    return Content(" " * min(4, width - 2 * lose + 1)) + marbles + free


def as_content(canvas: Canvas, indent: str = "") -> Content:
    """A canvas as lines of text, each after an indent."""
    rows = (canvas.cells(row, 0, canvas.width) for row in range(canvas.height))
    return Content("\n").join(
        Content.assemble(indent, *((sign, f"#{ink:06x} on #{ground:06x}") for sign, (ink, ground, _) in row))
        for row in rows
    )

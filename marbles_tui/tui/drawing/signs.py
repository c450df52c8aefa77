"""What is drawn with signs: by the skins that do not shade, and where there is no room for shades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sign_marbles import EXTENTS, Extent, drawn_marble

MOST_DRAWN: Final = 16
"""More marbles than that in one place are only counted."""


def draw_box(canvas: Canvas, region: Region, box: str, ink: int) -> None:
    """A box along the inner edge of a region; its signs in the order of `Skin.box`."""
    x, y, wide, tall = region
    canvas.text(x, y, box[0] + box[1] * (wide - 2) + box[2], ink)
    for line in range(y + 1, y + tall - 1):
        canvas.text(x, line, box[3], ink)
        canvas.text(x + wide - 1, line, box[3], ink)
    canvas.text(x, y + tall - 1, box[4] + box[1] * (wide - 2) + box[5], ink)


def draw_sides(canvas: Canvas, region: Region, box: str, ink: int) -> None:
    """The left and the right side of a box, corners included."""
    for line in range(region.y, region.bottom):
        left, right = (
            (box[0], box[2])
            if line == region.y
            else (box[4], box[5])
            if line == region.bottom - 1
            else (box[3], box[3])
        )
        canvas.text(region.x, line, left, ink, bold=True)
        canvas.text(region.right - 1, line, right, ink, bold=True)


def draw_corners(canvas: Canvas, region: Region, box: str, ink: int, reach: int = 1) -> None:
    """The corners of a box, `reach` signs wide; brackets in a region of one row."""
    x, y, _, tall = region
    right = region.right - reach
    across = box[1] * (reach - 1)
    canvas.text(x, y, box[0] + across, ink, bold=True)
    canvas.text(right, y, across + box[2], ink, bold=True)
    canvas.text(x, y + tall - 1, box[4] + across, ink, bold=True)
    canvas.text(right, y + tall - 1, across + box[5], ink, bold=True)


def draw_marbles(canvas: Canvas, region: Region, colours: Sequence[int], extent: Extent, look: Look) -> None:
    """Marbles of a size as signs in the middle of a region, as many as fit, with blanks between them where there is
    room."""
    left, top, wide, tall = region
    count = min(len(colours), MOST_DRAWN)
    if extent.wide > wide:
        extent = EXTENTS[0]
    pitch = extent.wide + (count <= (wide + 1) // (extent.wide + 1) * (tall // extent.tall))
    across = max(1, (wide + pitch - extent.wide) // pitch)
    shown = min(count, across * (tall // extent.tall))
    if not shown:
        return
    rows = -(-shown // across)
    columns = -(-shown // rows)
    drawn = drawn_marble(extent, hollow=look.skin.plain, plain=look.skin.plain, sign=look.skin.marble)
    for at, colour in zip(range(shown), colours, strict=False):
        row, column = divmod(at, columns)
        here = min(columns, shown - row * columns)
        x = left + (wide - (here * pitch - (pitch - extent.wide))) // 2 + column * pitch
        y = top + (tall - rows * extent.tall) // 2 + row * extent.tall
        for down, signs in enumerate(drawn):
            canvas.text(x, y + down, signs, look.material_ink(colour), bold=True)


def sign_ink(look: Look, colour: int, share: float, least: float = 0.9) -> int:
    """The ink of a mark of some strength: signs cover less than pixels, and are no fainter than `least`."""
    return mix(look.ground, colour, max(share, least))

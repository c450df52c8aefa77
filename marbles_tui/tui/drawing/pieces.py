"""Single marbles on a board, of any width, and what is drawn around and below them.

They lie at a cell column and a pixel; up to five cells wide they are set by hand, from there on spheres.
"""

from __future__ import annotations

from collections.abc import Collection
from math import hypot
from typing import Final

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.small_marbles import FIVE, MASKS, WHOLE, paint_small, paint_small_ring, shade
from marbles_tui.tui.drawing.sprites import marble, ring

DIMPLE: Final = (0.36, 0.16)
"""How much darker the upper edge of a dent is than the board, and how much lighter the lower one."""


def middle(region: Region) -> Point:
    """The middle of a region of cells, in pixels."""
    return region.x + region.width / 2, 2 * region.y + region.height


def corner(spot: Point, diameter: int) -> tuple[int, int]:
    """The upper left pixel of what is so many pixels across, around a point."""
    return int(spot[0] - diameter / 2 + 0.5), int(spot[1] - diameter / 2 + 0.5)


def paint_marble(canvas: Canvas, x: int, y: int, wide: int, colour: int, light: float = 1.0) -> None:
    """A marble so many cells wide."""
    if mask := MASKS.get(wide):
        paint_small(canvas, mask, x, y, colour, light)
    else:
        canvas.blit(marble(wide, colour), x, y, light)


def paint_dimple(canvas: Canvas, x: int, y: int, wide: int) -> None:
    """The dent in which a marble of that width would lie."""
    dark, light = DIMPLE
    if mask := MASKS.get(wide):
        left, top, across, down = mask.well
        for dx in range(across):
            edge = 0.6 if across == FIVE.well[2] and dx != across // 2 else 1.0
            canvas.dot(x + left + dx, y + top, 0, dark * edge)
            if down > 1:
                canvas.dot(x + left + dx, y + top + 1, 0xFFFFFF, light * edge)
        return
    size = max(3, round(wide * 0.4) | 1)
    inset = (wide - size) // 2
    for dy in range(size):
        for dx in range(size):
            far = hypot(dx + 0.5 - size / 2, dy + 0.5 - size / 2) / (size / 2)
            if far <= 1.08:
                height = (dy - size // 2) / (size // 2)  # -1 above, 1 below
                share = dark * (0.75 - 0.25 * height) if height <= 0.3 else light * height
                canvas.dot(x + inset + dx, y + inset + dy, 0 if height <= 0.3 else 0xFFFFFF, share)


def paint_well(canvas: Canvas, x: int, y: int, wide: int, colour: int) -> None:
    """The inside of a ring, where a letter can be read."""
    if mask := MASKS.get(wide):
        left, top, across, down = mask.well
        canvas.fill(x + left, y + top, across, down, colour)
        return
    for dy in range(wide):
        for dx in range(wide):
            if hypot(dx + 0.5 - wide / 2, dy + 0.5 - wide / 2) <= wide / 2 - 1.2:
                canvas.dot(x + dx, y + dy, colour)


def paint_ring(
    canvas: Canvas, x: int, y: int, wide: int, colour: int, share: float = 1.0, parts: Collection[str] = WHOLE
) -> None:
    """The rim of a marble in a colour that covers it to a share, or only parts of it: see `Mask`."""
    if mask := MASKS.get(wide):
        paint_small_ring(canvas, mask, x, y, colour, share, parts)
        return
    for grown in range(2 if "L" in parts else 1):
        size = wide + 2 * grown
        for dx, dy, _, covers in ring(size).dots:
            across, down = dx + 0.5 - size / 2, dy + 0.5 - size / 2
            sides = abs(across) > abs(down)
            part = ("l" if across < 0 else "r") if sides else ("u" if down < 0 else "d")
            if part in parts and (not grown or sides):
                canvas.dot(x - grown + dx, y - grown + dy, colour, covers * share)


def darkest(colour: int) -> int:
    """The darkest shade of a marble of that colour, on which a bright letter can be read."""
    return shade(colour, 0)

"""Single marbles on a board: shaded where there is room, else as signs."""

from __future__ import annotations

from math import hypot
from typing import Final

from textual.geometry import Region

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit, mix
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble, ring

LEAST_SHADED: Final = 5
"""The smallest diameter, in pixels, at which a shaded marble is rounder than one of quadrants."""

LEAST_QUADRANTS: Final = 4


def middle(region: Region) -> Point:
    """The middle of a region of cells, in pixels."""
    return region.x + region.width / 2, 2 * region.y + region.height


def corner(spot: Point, diameter: int) -> tuple[int, int]:
    """The upper left pixel of what is so many pixels across, around a point."""
    return int(spot[0] - diameter / 2 + 0.5), int(spot[1] - diameter / 2 + 0.5)


def paint_marble(
    canvas: Canvas, spot: Point, diameter: int, colour: int, sign: str, look: Look, light: float = 1.0
) -> None:
    """A marble around a point; its sign where nothing is shaded, or too small."""
    x, y = spot
    if look.skin.shaded and diameter >= LEAST_SHADED:
        canvas.blit(marble(diameter, colour), *corner(spot, diameter), light)
    elif look.skin.shaded and diameter >= LEAST_QUADRANTS:
        _draw_quadrants(canvas, int(x) - 2, int(y / 2) - 1, lit(colour, light))
    else:
        ink = mix(look.material_ink(colour), look.bright, max(0.0, light - 1) * 2)
        canvas.text(int(x) - len(sign) // 2, int(y / 2), sign, ink, bold=True)


def _draw_quadrants(canvas: Canvas, x: int, y: int, colour: int) -> None:
    """A marble of four by two cells."""
    light, dark = lit(colour, 1.18), lit(colour, 0.62)
    for dx, (upper, lower) in enumerate(zip("▟██▙", "▜██▛", strict=True)):
        canvas.text(x + dx, y, upper, lit(colour, 1.62) if dx == 1 else light if dx < 3 else colour)
        canvas.text(x + dx, y + 1, lower, dark if dx else lit(colour, 0.8))


def paint_dimple(canvas: Canvas, spot: Point, diameter: int, colours: tuple[int, int], look: Look) -> None:
    """The dent in which a marble of that diameter would lie: colours in the shadow and in the light."""
    if not look.skin.shaded or diameter < LEAST_QUADRANTS:
        canvas.text(int(spot[0]), int(spot[1] / 2), look.skin.empty, look.muted)
        return
    size = max(2, round(diameter * 0.45))
    dark, light = (look.material(colour) for colour in colours)
    left, top = corner(spot, size)
    for dy in range(size):
        for dx in range(size):
            far = hypot(dx + 0.5 - size / 2, dy + 0.5 - size / 2) / (size / 2)
            if far <= 1.12:
                depth = (dx + dy) / max(1, 2 * size - 2)
                canvas.dot(left + dx, top + dy, mix(dark, light, depth), 0.85 if far < 0.85 else 0.5)


def paint_ring(canvas: Canvas, spot: Point, diameter: int, colour: int, share: float) -> None:
    """A thin ring around a marble of that diameter, covering to a share what lies below it."""
    size = diameter + 2
    left, top = corner(spot, size)
    for dx, dy, _, covers in ring(size).dots:
        canvas.dot(left + dx, top + dy, colour, covers * share)

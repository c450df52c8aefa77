"""A bead of BeadMaster, with a dark ring around it, so that it shows on any bar."""

from __future__ import annotations

from typing import Final

from marbles_tui.core import Cell
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.beadmaster.colours import BEADS
from marbles_tui.tui.games.beadmaster.layout import GridLayout

LEAST_SPHERE: Final = 5
"""From this height of a hole in pixels on beads are shaded spheres."""

DARKER: Final = 0.38
"""How much darker the bar is around a bead."""


def paint_bead(
    canvas: Canvas,
    layout: GridLayout,
    look: Look,
    hole: Cell,
    seat: int,
    light: float = 1.0,
    lift: int = 0,
    sunk: float = 0.0,
) -> None:
    """A bead over a hole with its owner's number, `lift` pixels above it, or sunk into it to a share of 0 to 1."""
    colour = look.pieces(BEADS)[seat]
    colour = mix(0, colour, light) if light <= 1 else mix(colour, 0xFFFFFF, light - 1)
    left, top = layout.pixels(hole)
    wide, high = layout.wide, layout.high
    if not lift:
        for y in range(top, top + high):
            for x in range(left, left + wide):
                canvas.dot(x, y, 0, DARKER)
    line = layout.line(hole) - lift // 2
    if high >= LEAST_SPHERE:
        size = round(min(wide, high) * (1 - 0.8 * sunk))
        if size >= 2:
            canvas.blit(marble(size, colour), left + (wide - size) // 2, top - lift + (high - size) // 2)
    elif sunk < 0.6:
        _paint_small(canvas, layout, (left, top - lift // 2 * 2), line, colour)
    if layout.named and not sunk and not lift:
        ink = 0x101010 if luminance(colour) > 0.3 else 0xFFFFFF
        ground = colour if high < LEAST_SPHERE else None
        canvas.text(left + (wide - 1) // 2, line, str(seat + 1), ink, ground, True)


def _paint_small(canvas: Canvas, layout: GridLayout, spot: tuple[int, int], line: int, colour: int) -> None:
    """A bead of three rows of pixels or fewer, its middle row half a cell wider on either side."""
    left, top = spot
    wide, high = layout.wide, layout.high
    bright, shade = mix(colour, 0xFFFFFF, 0.30), mix(colour, 0, 0.20)
    if high < 3:
        inner = 1 if wide < 5 and wide % 2 else 2 if wide < 5 else wide - 2
        x = left + (wide - inner) // 2
        canvas.fill(x, top, inner, high, colour)
        if wide > inner + 1 and layout.named:
            canvas.text(x - 1, top // 2, "▐", colour)
            canvas.text(x + inner, top // 2, "▌", shade)
        return
    inner = max(1, wide - 2)
    x = left + 1
    for dy, row in enumerate(
        (
            (bright, bright, colour),
            (mix(colour, 0xFFFFFF, 0.82), bright, colour),
            (shade, shade, mix(colour, 0, 0.42)),
        )
    ):
        for dx in range(inner):
            canvas.dot(x + dx, top + dy, row[min(2, dx * 3 // inner)])
    if not layout.named:
        return
    middle = "▝▘" if 2 * line == top + 1 else "▗▖"
    canvas.text(x - 1, line, middle[0], colour)
    canvas.text(x + inner, line, middle[1], shade)

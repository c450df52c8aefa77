"""Gobblet's cups and marks in signs: for the skins that do not shade, and where colours cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping

from marbles_tui.core import Cell
from marbles_tui.games.gobblet.board import seat_of, size_of
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import Point
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.signs import draw_corners, sign_ink
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.games.gobblet.layout import GobbletLayout


def draw_gobblet(canvas: Canvas, layout: GobbletLayout, spot: Point, gobblet: int, look: Look) -> None:
    """A block of the seat's signs around a point, broader and taller for a bigger gobblet, with its size in the
    middle, or beside the one sign of the smallest: without colour its owner would not be seen else."""
    x, y = spot
    seat, size = seat_of(gobblet), size_of(gobblet)
    ink = look.material_ink(look.pieces(SIDES)[seat])
    if not look.dark and seat == 0:
        ink = 0x8A7440
    wide = min(layout.wide - 1 - layout.wide % 2, 2 * size - 1)
    tall = min(layout.tall, max(1, size - 1))
    left, top = int(x) - wide // 2, int(y / 2) - (tall - 1) // 2 - (0 if tall % 2 else 1)
    sign = look.skin.marbles[seat]
    if wide <= 1:
        left, wide = left - 1, 2
    for line in range(tall):
        canvas.text(left, top + line, sign * wide, ink, bold=True)
    canvas.text(int(x), top + tall // 2, str(size), 0x101010 if look.dark else 0xFFFFFF, ink, bold=True)


def draw_marks(
    canvas: Canvas, layout: GobbletLayout, marks: Mapping[Cell, tuple[int, float]], look: Look
) -> None:
    """The corners of a box around each marked place: their shape tells which mark it is."""
    for place, (colour, share) in marks.items():
        box = look.frame(colour)
        draw_corners(canvas, layout.places[place], box, sign_ink(look, colour, share), reach=2)

"""The egg carton, seen from above."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin
from typing import ClassVar, Final

from textual.geometry import Size

from marbles_tui.core import Cell
from marbles_tui.games.egg_carton.ring import LEFT_END, LETTERS, RIGHT_END, SIDES
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import pulse
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hand import lying, paint_sowing
from marbles_tui.tui.drawing.hollows import (
    HollowsLayout,
    Rows,
    Slab,
    heap_colours,
    lay_out_hollows,
    paint_hollows,
    write_end,
    write_labels,
)
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import Strengths, on_board, outlines
from marbles_tui.tui.games.egg_carton.sides import write_sides
from marbles_tui.tui.games.egg_carton.sign import lit_rims, write_sign
from marbles_tui.tui.widgets.board_view import BoardView

CARTON: Final = Slab(0x6B6459, shadow=0x1E1B18, light=0x4A443C)
PULP: Final = CARTON._replace(colour=0x8C8272)
"""The same where words stand on it."""

ROWS: Final = Rows(tuple(reversed(SIDES[1])), tuple(SIDES[0]), LEFT_END, RIGHT_END)

NAMES: Final = {slot: LETTERS[slot] for side in SIDES for slot in side}

STRENGTHS: Final = Strengths(landing=0.95, idle=0.45)


class EggCartonBoard(BoardView[HollowsLayout]):
    """Twelve hollows with their marbles, two ends, and the hand that sows."""

    BEATS: ClassVar[Mapping[str, float]] = {
        "take": 0.45,
        "drop": 0.28,
        "last": 0.70,
        "relay": 0.30,
        "again": 0.80,
        "over": 0.60,
        "win": 0.50,
    }

    def lay_out(self, size: Size, look: Look) -> HollowsLayout:
        """Two rows of six, the nearer one below."""
        del look
        return lay_out_hollows(size.width, size.height, ROWS)

    @property
    def writes_names(self) -> bool:
        layout = self._current_layout()
        return layout.inside and layout.labels[0] >= 0

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Along a row, or across to the slot opposite."""
        return ROWS.step(cell, dx, dy)

    def paint(self, canvas: Canvas, layout: HollowsLayout, frame: Frame, look: Look) -> None:
        """The carton, its marbles, the marks, the hand."""
        ring = lying(frame).ring
        heaps = {place: heap_colours(place, ring[place]) for place in layout.places}
        look = on_board(look) if look.skin.shaded else look
        carton = PULP if layout.inside else CARTON
        paint_hollows(canvas, layout, heaps, _rims(frame, look), carton, look)
        write_labels(canvas, layout, NAMES, ring, frame.highlights, look)
        for place in ROWS.ends:
            write_end(canvas, layout, place, "end", ring[place], look)
        if layout.inside and layout.labels[0] >= 0:
            write_sides(canvas, layout, ROWS, frame, ring, look)
        paint_sowing(canvas, layout, frame, frame.board.ring, look)
        write_sign(canvas, layout, frame, look)


def _rims(frame: Frame, look: Look) -> dict[Cell, tuple[int, float]]:
    """The places whose rim stands out: also where the last marble of a lap falls, and a winner's own."""
    rims = outlines(frame, look, STRENGTHS)
    event = frame.event
    if event and event.kind in ("last", "relay"):
        glow = 0.55 + 0.45 * sin(frame.phase * pi) if event.kind == "last" else 1.0
        rims[event.cells[0]] = (look.flash, glow)
    if event and event.kind == "win":
        rims |= dict.fromkeys(SIDES[event.facts["seat"]], (look.flash, pulse(frame.phase)))
    return rims | lit_rims(frame, look)

"""BeadMaster's grid, seen from above: holes over bars, the bars' ends around it, beads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.geometry import Size
from textual.message import Message

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import BARS, COLUMNS, HOLES, NAMES, SIZE, End, end_at
from marbles_tui.games.beadmaster.position import Board
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.easing import falling, part, pulse, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import glow, on_board
from marbles_tui.tui.drawing.word_colours import clear
from marbles_tui.tui.games.beadmaster.bead import paint_bead
from marbles_tui.tui.games.beadmaster.colours import BEADS
from marbles_tui.tui.games.beadmaster.grid import (
    paint_ends,
    paint_frame,
    paint_hole,
    paint_hole_frame,
    paint_sides,
    shown_end,
)
from marbles_tui.tui.games.beadmaster.layout import GridLayout, lay_out, step
from marbles_tui.tui.games.beadmaster.signs import draw_grid, draw_marks, tag_of
from marbles_tui.tui.widgets.board_view import BoardView

LEAST_CONTRAST: Final = 4.0
"""Of beads in signs to the ground of the theme: bars have a tint."""

SLIDING: Final = 0.8
"""The share of a slide's beat in which the bar moves."""

PLACED: Final = 0.7
"""The share of a placing's beat in which the bead comes down."""


class BeadMasterBoard(BoardView[GridLayout]):
    """The grid over its bars."""

    BEATS: ClassVar[Mapping[str, float]] = {
        "place": 0.45,
        "ready": 0.80,
        "slide": 0.75,
        "fall": 0.60,
        "out": 0.90,
        "win": 1.40,
        "draw": 0.80,
    }

    @dataclass
    class Named(Message):
        """The name of a bar was clicked."""

        bar: int

    def on_click(self, event: events.Click) -> None:
        """Besides what can be picked, the bars' names can be clicked."""
        offset = event.get_content_offset(self)
        bar = self._current_layout().named_at(offset.x, offset.y) if offset else None
        if bar is not None and not self._instant.board.placing:
            self.post_message(self.Named(bar))

    def lay_out(self, size: Size, look: Look) -> GridLayout:
        """See the function of that name."""
        del look
        return lay_out(size.width, size.height)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """See the function of that name."""
        return step(cell, dx, dy, self._instant.board.placing)

    def paint(self, canvas: Canvas, layout: GridLayout, frame: Frame, look: Look) -> None:
        """The frame, the holes, the bars' ends, the beads, the names and marks; nothing where they have no room.
        Without colour in signs: shades would not tell red from blue."""
        if not layout.places:
            return
        look = on_board(look)
        places = _places(frame)
        if look.skin.shaded and look.coloured:
            paint_frame(canvas, layout, look)
            picked = picked_bars(frame)
            for hole in range(HOLES):
                paint_hole(canvas, layout, places, hole, _bars_there(frame, hole), picked)
            for bar in range(BARS):
                paint_ends(canvas, layout, frame, bar, places[bar], bar in picked, look)
            _paint_marks(canvas, layout, frame, places, look)
            _paint_beads(canvas, layout, frame, look)
            _write_tags(canvas, layout, frame, places, look)
        else:
            inks = [bead_ink(seat, look) for seat in range(frame.board.seats)]
            draw_grid(canvas, layout, frame, places, inks, look)
            draw_marks(canvas, layout, frame, places, look)
        if layout.named:
            _write_names(canvas, layout, frame, look)


def bead_ink(seat: int, look: Look) -> int:
    """The colour of a seat's beads where they are letters on the ground of the theme."""
    colour = look.pieces(BEADS)[seat]
    return clear(colour if look.dark else mix(colour, 0, 0.5), [look.ground], LEAST_CONTRAST)


def _places(frame: Frame) -> tuple[float, ...]:
    """The positions of the bars; of one that slides, on its way."""
    board: Board = frame.board
    event = frame.event
    if not event or event.kind != "slide":
        return board.bars
    ease = smooth(part(frame.phase, 0.0, SLIDING))
    facts = event.facts
    places: list[float] = list(board.bars)
    places[facts["bar"]] = facts["from"] + (facts["to"] - facts["from"]) * ease
    return tuple(places)


def picked_bars(frame: Frame) -> dict[int, bool]:
    """The bars that are typed, pointed at or suggested, and whether they can be slid so."""
    highlights = frame.highlights
    cells = [*highlights.hint, *highlights.picked, *([] if frame.cursor is None else [frame.cursor])]
    found: dict[int, bool] = {}
    for cell in cells:
        if end := end_at(cell):
            found[end.bar] = found.get(end.bar, False) or cell in highlights.legal or cell in highlights.hint
    return found


def _bars_there(frame: Frame, hole: Cell) -> tuple[bool, bool]:
    """Whether the flat and the upright bar under a hole are blocked."""
    row, column = divmod(hole, SIZE)
    blocked = frame.board.blocked
    return bool(blocked[row]), bool(blocked[SIZE + column])


# Beads


def _paint_beads(canvas: Canvas, layout: GridLayout, frame: Frame, look: Look) -> None:
    beads: tuple[int, ...] = frame.board.beads
    event = frame.event
    moving = event.cells[0] if event and event.kind in ("place", "fall") else None
    shine = pulse(frame.phase) if event and event.kind == "win" else 0.0
    for hole, bead in enumerate(beads):
        if bead and hole != moving:
            shines = glow(frame, look)[1] if hole in frame.highlights.winners else shine
            light = 1.0 + 0.35 * shines
            paint_bead(canvas, layout, look, hole, bead - 1, light)
    if event and moving is not None:
        if event.kind == "place":
            lift = round(falling(1 - part(frame.phase, 0.0, PLACED)) * 2 * layout.down)
            paint_bead(canvas, layout, look, moving, event.facts["seat"], lift=lift)
        else:
            owner = event.facts["owner"]
            paint_bead(canvas, layout, look, moving, owner, 1 - 0.75 * frame.phase, sunk=frame.phase)


def _threatened(frame: Frame) -> frozenset[Cell]:
    """The holes whose beads are in danger, or would fall."""
    if frame.board.placing:
        return frozenset()
    falling_there = {cell for cell in frame.highlights.landing if cell < HOLES and frame.board.beads[cell]}
    return frame.highlights.threats | falling_there


# Names and marks


def _write_names(canvas: Canvas, layout: GridLayout, frame: Frame, look: Look) -> None:
    """The names of the bars, while beads are placed only the numbers of the rows; the letters of the columns."""
    board: Board = frame.board
    last = {end.bar for cell in frame.highlights.last if (end := end_at(cell))}
    picked = picked_bars(frame)
    for bar, name in enumerate(NAMES):
        x, y = layout.label(bar)
        if board.placing:
            if bar < SIZE:
                canvas.text(x + 1, y, name[1], look.text, bold=True)
        elif bar in picked and look.coloured:
            canvas.text(x, y, name, look.ground, look.flash if picked[bar] else look.muted, bold=True)
        else:
            ink = look.trace if bar in last else look.muted if board.blocked[bar] else look.text
            canvas.text(x, y, name, ink, bold=not board.blocked[bar])
    for column, letter in enumerate(COLUMNS):
        canvas.text(
            *layout.letter(column), letter, look.text if board.placing else look.muted, bold=board.placing
        )


def _paint_marks(
    canvas: Canvas, layout: GridLayout, frame: Frame, places: tuple[float, ...], look: Look
) -> None:
    """Long sides of picked bars, the frames of holes that are pointed at or suggested, and of beads in danger."""
    highlights = frame.highlights
    for bar, legal in picked_bars(frame).items():
        hinted = any(end.bar == bar for cell in highlights.hint if (end := end_at(cell)))
        colour = look.target if hinted else look.flash if legal else look.muted
        paint_sides(canvas, layout, bar, places[bar], colour)
    for hole in _threatened(frame):
        paint_hole_frame(canvas, layout, hole, look.threat)
    for cell in highlights.hint:
        if cell < HOLES:
            paint_hole_frame(canvas, layout, cell, look.target)
    if frame.cursor is not None and frame.cursor < HOLES:
        paint_hole_frame(canvas, layout, frame.cursor, look.cursor if frame.board.placing else look.muted)


def _write_tags(
    canvas: Canvas, layout: GridLayout, frame: Frame, places: tuple[float, ...], look: Look
) -> None:
    """The key that slides a picked bar, at the end that it pushes, and a cross on the ends of blocked bars."""
    highlights = frame.highlights
    hints = highlights.hint
    for bar, legal in picked_bars(frame).items():
        for end in (End(bar, -1), End(bar, 1)):
            if not legal or end.cell not in highlights.legal | set(hints) or layout.slot < 2:
                continue
            bright = end.cell == frame.cursor or end.cell in hints or end.cell in highlights.picked
            ground = look.target if end.cell in hints else look.flash
            ink = 0x101010 if luminance(ground) > 0.35 else 0xFFFFFF
            region = layout.places[end.cell]
            tag = tag_of(end, region.width, look)
            x = region.x + (region.width - len(tag)) // 2
            y = region.y + region.height // 2 if bar >= SIZE else layout.line(SIZE * bar)
            canvas.text(x, y, tag, ink, ground if bright else mix(look.ground, ground, 0.6), bold=True)
    for bar in range(BARS):
        if frame.board.blocked[bar] and layout.named:
            for end in (End(bar, -1), End(bar, 1)):
                out = places[bar] if end.step < 0 else 2 - places[bar]
                if out < 0.5:
                    continue
                region = shown_end(layout, end, places[bar])
                if region.width < 2:
                    region = layout.places[end.cell]
                sign = f"×{frame.board.blocked[bar]}"[: region.width]
                x, y = region.x + (region.width - len(sign)) // 2, region.y + region.height // 2
                y = layout.line(SIZE * bar) if bar < SIZE else y
                canvas.text(x, y, sign, look.bright if look.dark else 0xFFFFFF, bold=True)

"""The board of Gobblet, with the stacks of both sides beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin
from typing import ClassVar, Final

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.games.gobblet.board import CELLS, NAMES, STACKS, Board, seat_of, size_of
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit
from marbles_tui.tui.drawing.easing import Point, between, falling, part, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import Strengths, outlines
from marbles_tui.tui.drawing.pieces import corner, middle
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.drawing.squares import (
    SquaresLayout,
    lay_out_squares,
    paint_frame,
    paint_squares,
    write_coordinates,
)
from marbles_tui.tui.drawing.stack import write_stack
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.widgets.board_view import BoardView

WOOD: Final = (0x4A3D32, 0x3C3129)
"""The squares, by turns."""

SHARES: Final = (0.0, 0.34, 0.56, 0.78, 1.0)
"""How much of a cell a gobblet of each size fills across."""

STRENGTHS: Final = Strengths()

ARRIVED: Final = 0.7
"""The phase of a gobblet's way at which it is over its square."""


@dataclass(frozen=True, slots=True, eq=False)
class GobbletLayout:
    """Places in cells: sixteen squares, and three stacks on either side."""

    grid: SquaresLayout
    places: Mapping[Cell, Region]

    @property
    def high(self) -> float:
        """How high above the board a gobblet is carried, in pixels."""
        return self.grid.tall * 0.8

    def centre(self, place: Cell) -> Point:
        """The middle of a place, in pixels."""
        return middle(self.places[place])

    def diameter(self, size: int) -> int:
        """How many pixels a gobblet is across."""
        return max(size, round(min(self.grid.wide, 2 * self.grid.tall) * SHARES[size]))


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> GobbletLayout:
    """The largest board that fits, in the middle."""
    grid = lay_out_squares(width, height, 4, 4, beside=1)
    places = dict(enumerate(grid.squares))
    for seat, x in ((0, grid.left), (1, grid.right)):
        for at, place in enumerate(STACKS[seat]):
            y = grid.squares[0].y + at * (grid.tall + grid.tall // 2)
            places[place] = Region(x, y, grid.wide, grid.tall)
    return GobbletLayout(grid, places)


class GobbletBoard(BoardView[GobbletLayout]):
    """Sixteen squares with their topmost gobblets, and the external stacks."""

    BEATS: ClassVar[Mapping[str, float]] = {
        "lift": 0.40,
        "reveal": 0.90,
        "put": 0.60,
        "cover": 0.70,
        "line": 1.40,
        "stuck": 0.60,
    }

    def lay_out(self, size: Size, look: Look) -> GobbletLayout:
        """See the function of that name."""
        del look
        return lay_out(size.width, size.height)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """To the next square; over the side to the stacks there, and back."""
        if cell not in CELLS:
            seat = 0 if cell in STACKS[0] else 1
            at = cell - STACKS[seat].start
            if dy:
                return STACKS[seat][max(0, min(2, at + dy))]
            inward = 1 if seat == 0 else -1
            return 4 * at + (0 if seat == 0 else 3) if dx == inward else cell
        row, column = divmod(cell, 4)
        if 0 <= column + dx < 4 and 0 <= row + dy < 4:
            return cell + dx + 4 * dy
        return STACKS[0 if dx < 0 else 1][min(row, 2)] if dx else cell

    def paint(self, canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
        """Squares, gobblets, stacks, marks, and what is in the air."""
        paint_squares(canvas, layout.grid, WOOD, look)
        board = _lying(frame)
        shining = _shining(frame)
        for cell in CELLS:
            if board.cells[cell]:
                light = 1.15 + 0.1 * sin(frame.phase * 4 * pi) if cell in shining else 1.0
                _paint_gobblet(canvas, layout, layout.centre(cell), board.cells[cell][-1], look, light)
        for seat in (0, 1):
            for place in STACKS[seat]:
                size = board.stacks[place - len(CELLS)]
                if size:
                    _paint_gobblet(canvas, layout, layout.centre(place), 2 * size + seat, look)
                legal = place in frame.highlights.legal
                write_stack(canvas, layout.places[place], NAMES[place][1], size, legal, look)
        write_coordinates(canvas, layout.grid, "ABCD", "1234", look)
        for place, (colour, share) in outlines(frame, look, STRENGTHS, shining).items():
            paint_frame(canvas, layout.places[place], colour, share, look)
        _paint_hand(canvas, layout, frame, look)


def _lying(frame: Frame) -> Board:
    """The board without what is still in the air."""
    event = frame.event
    if event and event.kind in ("put", "cover") and frame.phase < 1:
        before: Board = frame.before
        return before
    board: Board = frame.board
    return board


def _shining(frame: Frame) -> frozenset[Cell]:
    event = frame.event
    if event and event.kind in ("reveal", "line"):
        return frozenset(event.cells)
    return frame.highlights.winners


def _paint_gobblet(
    canvas: Canvas, layout: GobbletLayout, spot: Point, gobblet: int, look: Look, light: float = 1.0
) -> None:
    """A gobblet seen from above: a round with the hollow of the cup in it."""
    if not look.skin.shaded:
        _draw_gobblet(canvas, layout, spot, gobblet, look)
        return
    colour = look.pieces(SIDES)[seat_of(gobblet)]
    outer = layout.diameter(size_of(gobblet))
    canvas.blit(marble(outer, colour), *corner(spot, outer), light)
    inner = round(outer * 0.5)
    if inner >= 2:
        canvas.blit(marble(inner, lit(colour, 0.45)), *corner(spot, inner))


def _draw_gobblet(canvas: Canvas, layout: GobbletLayout, spot: Point, gobblet: int, look: Look) -> None:
    """A block of the seat's signs, broader and taller for a bigger gobblet, with its size in the middle, or
    beside the one sign of the smallest: without colour its owner would not be seen else."""
    x, y = spot
    seat, size = seat_of(gobblet), size_of(gobblet)
    ink = look.material_ink(look.pieces(SIDES)[seat])
    if not look.dark and seat == 0:
        ink = 0x8A7440
    wide = min(layout.grid.wide - 1 - layout.grid.wide % 2, 2 * size - 1)
    tall = min(layout.grid.tall, max(1, size - 1))
    left, top = int(x) - wide // 2, int(y / 2) - (tall - 1) // 2 - (0 if tall % 2 else 1)
    sign = look.skin.marbles[seat]
    if wide == 1:
        left, wide = left - 1, 2
    for line in range(tall):
        canvas.text(left, top + line, sign * wide, ink, bold=True)
    canvas.text(int(x), top + tall // 2, str(size), 0x101010 if look.dark else 0xFFFFFF, ink, bold=True)


def _paint_hand(canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
    """The gobblet in the air: it rises where it stood, travels, and comes down."""
    event = frame.event
    if not event or event.kind not in ("lift", "reveal", "put", "cover"):
        return
    if event.kind == "lift":
        (x, y), gobblet = layout.centre(event.cells[0]), event.facts["gobblet"]
        height = layout.high * frame.phase
    elif event.kind == "reveal":
        (x, y), gobblet = layout.centre(event.facts["origin"]), frame.board.hand
        height = layout.high
    elif frame.phase < 1:
        start, end = (layout.centre(place) for place in event.cells)
        x, y = between(start, end, smooth(min(1.0, frame.phase / ARRIVED)))
        gobblet = event.facts["gobblet"]
        height = layout.high * (1 - falling(part(frame.phase, ARRIVED, 1 - ARRIVED)))
    else:
        return
    _paint_gobblet(canvas, layout, (x, y - height), gobblet, look, 1.08)

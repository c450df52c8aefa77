"""The hexagon of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin
from typing import ClassVar, Final

from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Board
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES, ROWS
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import Point, between, falling, part, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hexagon import HexagonLayout, lay_out_hexagon, paint_hexagon
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import Strengths, outlines
from marbles_tui.tui.drawing.pieces import LEAST_SHADED, middle, paint_dimple, paint_marble, paint_ring
from marbles_tui.tui.drawing.signs import draw_brackets, draw_corners, sign_ink
from marbles_tui.tui.drawing.tray import paint_tray
from marbles_tui.tui.games.abacus.colours import SIDES
from marbles_tui.tui.widgets.board_view import BoardView

SLATE: Final = 0x343B4D
DIMPLE: Final = (0x1C2130, 0x566080)

EMPTY: Final = -1

STRENGTHS: Final = Strengths(trace=0.7, quiet=0.9)

OVER: Final = 0.4
"""The phase of a loss at which the marble rolls over the edge."""

LANDED: Final = 0.85
"""The phase of a loss at which it lies in its tray."""

UPRIGHT: Final = tuple(
    tuple(cell for cell in CELLS if PLACES[cell][0] == row) for row in reversed(range(len(ROWS)))
)
TURNED: Final = tuple(tuple(reversed(row)) for row in reversed(UPRIGHT))
"""The rows of the hexagon as black sees them, and as white does."""


class AbacusBoard(BoardView[HexagonLayout]):
    """61 cells with their marbles, and the marbles that each side has lost."""

    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    turned: reactive[bool] = reactive(False, init=False)
    """Whether white sits below."""

    coordinates: reactive[bool] = reactive(True, init=False)
    """Whether rows and diagonals are named."""

    _pressed: Cell | None = None

    def lay_out(self, size: Size, look: Look) -> HexagonLayout:
        """The side that sits below has its rows there."""
        del look
        return lay_out_hexagon(size.width, size.height, TURNED if self.turned else UPRIGHT)

    def watch_turned(self) -> None:
        """Draw it the other way round."""
        self._laid_out = None
        self.restyle()

    def watch_coordinates(self) -> None:
        """Show or hide the names."""
        self.restyle()

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Along the row, or to the nearer cell of the next row."""
        turn = 3 if self.turned else 0
        headings = {(1, 0): (0,), (-1, 0): (3,), (0, -1): (1, 2), (0, 1): (5, 4)}[dx, dy]
        for heading in headings:
            neighbour = NEXT[(heading + turn) % 6][cell]
            if neighbour != OFF:
                return neighbour
        return cell

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A drag may begin."""
        offset = event.get_content_offset(self)
        self._pressed = self.cell_at(offset) if offset else None

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A drag over a row picks the end where it began; the click that follows picks the other."""
        offset = event.get_content_offset(self)
        cell = self.cell_at(offset) if offset else None
        if self._pressed is not None and cell is not None and cell != self._pressed:
            self.post_message(self.Picked(self._pressed))
        self._pressed = None

    def paint(self, canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
        """The slate, the marbles at rest, the trays, the marks, what moves."""
        paint_hexagon(canvas, layout, SLATE, look)
        board: Board = frame.board
        moving = _moving(frame)
        for cell in CELLS:
            if board.cells[cell] == EMPTY or cell == moving:
                paint_dimple(canvas, layout.centre(cell), layout.diameter, DIMPLE, look)
            else:
                light = _glow(cell, frame)
                _paint_marble(canvas, layout, layout.centre(cell), board.cells[cell], look, light)
        if self.coordinates:
            _write_names(canvas, layout, look)
        _paint_trays(canvas, layout, frame, look)
        for cell, (colour, share) in outlines(frame, look, STRENGTHS).items():
            _paint_mark(canvas, layout, cell, colour, share, look)
        _paint_motion(canvas, layout, frame, look)


def _moving(frame: Frame) -> Cell | None:
    """The cell whose marble is still on its way there."""
    event = frame.event
    return event.cells[1] if event and event.kind == "push" and frame.phase < 1 else None


def _glow(cell: Cell, frame: Frame) -> float:
    """The light on a marble: more for those that are about to move, that have won, or are picked."""
    event = frame.event
    if event and event.kind == "select" and cell in event.cells:
        return 1.0 + 0.25 * sin(frame.phase * pi)
    if cell in frame.highlights.winners:
        return 1.2
    return 1.12 if cell in frame.highlights.picked else 1.0


def _paint_marble(
    canvas: Canvas, layout: HexagonLayout, spot: Point, seat: int, look: Look, light: float = 1.0
) -> None:
    sign = look.skin.marbles[seat]
    shown = f"({sign})" if layout.pitch >= 6 and not look.skin.shaded else sign
    paint_marble(canvas, spot, layout.diameter, look.pieces(SIDES)[seat], shown, look, light)


def _write_names(canvas: Canvas, layout: HexagonLayout, look: Look) -> None:
    """The rows' letters on the left, the longest row's on its tip where there is no room; the diagonals' digits
    where they end below."""
    for row in layout.rows:
        first = layout.places[row[0]]
        canvas.text(
            max(0, first.x - 2), first.y + (layout.tall - 1) // 2, ROWS[PLACES[row[0]][0]], look.muted
        )
    lowest = max(region.y for region in layout.places.values())
    for digit in range(1, 10):
        end = max((layout.places[cell] for cell in CELLS if PLACES[cell][1] == digit), key=lambda at: at.y)
        if end.y == lowest:
            canvas.text(end.x + (end.width - 1) // 2, end.bottom, str(digit), look.muted)
        else:
            canvas.text(end.right, end.bottom - 1, str(digit), look.muted)


def _trays(layout: HexagonLayout) -> tuple[Region, Region]:
    """Where the lost marbles of each seat lie: at its own side."""
    low, high = layout.corners
    return (low, high) if layout.rows == UPRIGHT else (high, low)


def _paint_trays(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    event = frame.event
    for seat, tray in enumerate(_trays(layout)):
        count = frame.board.lost[seat]
        if event and event.kind == "lost" and event.facts["owner"] == seat and frame.phase < LANDED:
            count -= 1
        diameter = min(layout.diameter, max(LEAST_SHADED, tray.width // 3)) if layout.pitch >= 8 else 0
        colour, sign = look.pieces(SIDES)[seat], look.skin.marbles[seat]
        paint_tray(canvas, tray, count, diameter, colour, sign, look, from_below=tray == layout.corners[0])


def _paint_mark(
    canvas: Canvas, layout: HexagonLayout, cell: Cell, colour: int, share: float, look: Look
) -> None:
    """A ring around a place, or signs beside it, where the shape tells which mark it is."""
    region = layout.places[cell]
    if look.skin.shaded and layout.diameter >= LEAST_SHADED:
        paint_ring(canvas, layout.centre(cell), layout.diameter, colour, share)
        return
    box, ink = look.frame(colour), sign_ink(look, colour, share)
    if region.height == 1:
        draw_brackets(canvas, region, look, box, ink)
    else:
        draw_corners(canvas, region, box, ink)


def _paint_motion(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    """A marble that is pushed on, or over the edge: it rolls one cell further and falls into its tray."""
    event = frame.event
    if not event or event.kind not in ("push", "lost") or frame.phase >= 1:
        return
    phase, owner = frame.phase, event.facts["owner"]
    start = layout.centre(event.cells[0])
    if event.kind == "push":
        spot = between(start, layout.centre(event.cells[1]), smooth(phase))
        _paint_marble(canvas, layout, spot, owner, look)
        return
    dx, dy = _direction(layout, event.facts["heading"])
    edge = start[0] + dx, start[1] + dy
    if phase < OVER:
        _paint_mark(canvas, layout, event.cells[0], look.flash, 1 - phase, look)
        _paint_marble(canvas, layout, between(start, edge, phase / OVER), owner, look, 1.15)
    elif phase < LANDED:
        fall = falling(part(phase, OVER, LANDED - OVER))
        _paint_marble(canvas, layout, between(edge, middle(_trays(layout)[owner]), fall), owner, look, 1.15)


def _direction(layout: HexagonLayout, heading: int) -> Point:
    """One step in a heading, in pixels."""
    across, up = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))[heading]
    sign = 1 if layout.rows == UPRIGHT else -1
    return sign * across * layout.pitch, -sign * up * 2 * layout.tall

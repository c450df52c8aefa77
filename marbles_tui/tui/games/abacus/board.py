"""The hexagon of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import floor, pi, sin
from typing import ClassVar, Final

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.core import Cell
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES, ROWS
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.easing import Point, between, falling, part, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.hexagon import HexagonLayout, HexagonRows, lay_out_hexagon, paint_hexagon
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pieces import paint_dimple, paint_marble
from marbles_tui.tui.games.abacus.colours import LABEL, SIDES, wood
from marbles_tui.tui.games.abacus.marks import EMPTY, paint_groove, paint_marks
from marbles_tui.tui.games.abacus.signs import draw_board, draw_marble
from marbles_tui.tui.widgets.board_view import BoardView

TURNED_KEYS: Final = str.maketrans("dewazx", "azxdew")
"""The keys that push, as they lie on a board that is turned."""

OVER: Final = 0.4
"""The phase of a loss at which the marble rolls over the edge."""

LANDED: Final = 0.85
"""The phase of a loss at which it is out of sight."""

UPRIGHT: Final = tuple(
    tuple(cell for cell in CELLS if PLACES[cell][0] == row) for row in reversed(range(len(ROWS)))
)
TURNED: Final = tuple(tuple(reversed(row)) for row in reversed(UPRIGHT))
"""The rows of the hexagon as black sees them, and as white does."""


class AbacusBoard(BoardView[HexagonLayout]):
    """61 cells with their marbles."""

    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    turned: reactive[bool] = reactive(False, init=False)
    """Whether white sits below."""

    coordinates: reactive[bool] = reactive(True, init=False)
    """Whether rows and diagonals are named."""

    _pressed: Cell | None = None
    _dragged: bool = False

    @dataclass
    class Dragged(Message):
        """The mouse was dragged from one place to another."""

        start: Cell
        end: Cell

    def lay_out(self, size: Size, look: Look) -> HexagonLayout:
        """The side that sits below has its rows there."""
        return lay_out_hexagon(size.width, size.height, self.rows, self.coordinates, not look.skin.shaded)

    @property
    def rows(self) -> HexagonRows:
        """The rows from the top, as they are seen."""
        return TURNED if self.turned else UPRIGHT

    def watch_turned(self) -> None:
        """Draw it the other way round."""
        self._laid_out = None
        self.restyle()

    def watch_coordinates(self) -> None:
        """Show or hide the names."""
        self._laid_out = None
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
        """A drag from one place to another picks both."""
        offset = event.get_content_offset(self)
        cell = self.cell_at(offset) if offset else None
        self._dragged = self._pressed is not None and cell is not None and cell != self._pressed
        if self._pressed is not None and cell is not None and self._dragged:
            self.post_message(self.Dragged(self._pressed, cell))
        self._pressed = None

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked; the end of a drag is no click."""
        if self._dragged:
            self._dragged = False
            event.prevent_default()

    def paint(self, canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
        """The wood, the way of the last move, the marbles at rest, the marks, what moves."""
        if self.turned and frame.highlights.letters:
            letters = {cell: key.translate(TURNED_KEYS) for cell, key in frame.highlights.letters.items()}
            frame = replace(frame, highlights=replace(frame.highlights, letters=letters))
        paint_hexagon(canvas, layout, wood(look), look)
        if look.skin.shaded:
            self._paint_shaded(canvas, layout, frame, look)
        else:
            draw_board(canvas, layout, frame, look, _moving(frame))
        if layout.named:
            _write_names(canvas, layout, frame, look)
        _paint_motion(canvas, layout, frame, look)

    def _paint_shaded(self, canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
        paint_groove(canvas, layout, frame, look)
        sides, moving, wide = look.pieces(SIDES), _moving(frame), layout.step.wide
        for row in layout.rows:
            for cell in row:
                owner = frame.board.cells[cell]
                if owner == EMPTY or cell == moving:
                    paint_dimple(canvas, *layout.corners[cell], wide)
                else:
                    paint_marble(canvas, *layout.corners[cell], wide, sides[owner], _glow(cell, frame))
        paint_marks(canvas, layout, frame, look)


def _moving(frame: Frame) -> Cell | None:
    """The cell whose marble is still on its way there."""
    event = frame.event
    return event.cells[1] if event and event.kind == "push" and frame.phase < 1 else None


def _glow(cell: Cell, frame: Frame) -> float:
    """The light on a marble: more for those that are about to move, or are picked."""
    event = frame.event
    if event and event.kind == "select" and cell in event.cells:
        return 1.0 + 0.25 * sin(frame.phase * pi)
    return 1.22 if cell in frame.highlights.picked else 1.0


def _write_names(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    """In the rim: the rows' letters on the left, the diagonals' digits at their lower ends; those of the cursor
    bright."""
    ink = LABEL if look.skin.shaded else look.muted
    bright = 0xFFFFFF if look.skin.shaded else look.bright
    at, middle = frame.cursor, layout.hub[0]
    inset = layout.rim.side / 2 if look.skin.shaded else 0.0

    def write(x: float, y: int, name: str, pointed: bool) -> None:
        canvas.text(int(x), y, name, bright if pointed else ink, bold=pointed)

    for number, row in enumerate(layout.rows):
        line = PLACES[row[0]][0]
        x = middle - layout.reach(layout.line(number), rim=True) + inset
        write(max(0.0, x), layout.letter(row[0])[1], ROWS[line], at is not None and PLACES[at][0] == line)
    below = (layout.top + layout.height + (2 if look.skin.shaded else 3)) // 2
    rows_of = {cell: row for row in layout.rows for cell in row}
    for digit in range(1, 10):
        end = max(
            (cell for cell in CELLS if PLACES[cell][1] == digit), key=lambda cell: layout.corners[cell][1]
        )
        pointed = at is not None and PLACES[at][1] == digit
        line = layout.rows.index(rows_of[end]) + 1
        if line == len(layout.rows):
            write(layout.letter(end)[0] + layout.step.pitch // 2, below, str(digit), pointed)
        else:
            y = layout.letter(layout.rows[line][0])[1]
            x = middle + layout.reach(layout.line(line), rim=True) - inset
            write(x, y, str(digit), pointed)


def _paint_motion(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    """A marble that is pushed on, or over the edge: it rolls one cell further and falls out of sight."""
    event = frame.event
    if not event or event.kind not in ("push", "lost") or frame.phase >= 1:
        return
    phase, owner = frame.phase, event.facts["owner"]
    start = layout.centre(event.cells[0])
    if event.kind == "push":
        _paint_moving(
            canvas, layout, between(start, layout.centre(event.cells[1]), smooth(phase)), owner, look
        )
        return
    dx, dy = _direction(layout, event.facts["heading"])
    edge = start[0] + dx, start[1] + dy
    if phase < OVER:
        _paint_moving(canvas, layout, between(start, edge, phase / OVER), owner, look, 1.15)
    elif phase < LANDED:
        fall = part(phase, OVER, LANDED - OVER)
        spot = edge[0] + 0.6 * dx * fall, edge[1] + 0.6 * dy * fall + 2 * layout.step.drop * falling(fall)
        _paint_moving(canvas, layout, spot, owner, look, 1.15 - 0.9 * fall)


def _paint_moving(
    canvas: Canvas, layout: HexagonLayout, spot: Point, owner: int, look: Look, light: float = 1.0
) -> None:
    """A marble around a point in pixels."""
    step = layout.step
    x, y = floor(spot[0] - step.wide / 2 + 0.5), floor(spot[1] - step.tall / 2 + 0.5)
    if look.skin.shaded:
        paint_marble(canvas, x, y, step.wide, look.pieces(SIDES)[owner], light)
    else:
        draw_marble(canvas, x, floor(y / 2 + 0.5), step, owner, look)


def _direction(layout: HexagonLayout, heading: int) -> Point:
    """One step in a heading, in pixels."""
    across, up = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))[heading]
    sign = 1 if layout.rows == UPRIGHT else -1
    return sign * across * layout.step.pitch, -sign * up * layout.step.drop

"""The board of Gobblet, with the stacks of both sides beside it."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, sin
from typing import ClassVar, Final

from textual.geometry import Size

from marbles_tui.core import Cell
from marbles_tui.games.gobblet.board import CELLS, NAMES, STACKS, Board, seat_of, size_of
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.easing import Point, between, falling, part, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.marks import Strengths, on_board, outlines
from marbles_tui.tui.drawing.squares import paint_corners
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.games.gobblet.cups import Cup, cup, opening, rim_of, rim_rows
from marbles_tui.tui.games.gobblet.layout import LEAST_FULL, GobbletLayout, lay_out
from marbles_tui.tui.games.gobblet.signs import draw_gobblet, draw_marks
from marbles_tui.tui.games.gobblet.wood import LIGHT, paint_wood
from marbles_tui.tui.widgets.board_view import BoardView

STRENGTHS: Final = Strengths()

ARRIVED: Final = 0.7
"""The phase of a gobblet's way at which it is over its square."""

LIFTED: Final = 2
"""How many pixels above its place a picked cup hangs."""

SIZES: Final = "4321"
"""A full stack, the outermost gobblet first."""

COVERED: Final = "?"
"""The note on a cell where players are to remember what is covered."""

UNKNOWN: Final = 0x8F8F8F
"""The colour of what is to be remembered."""


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
        """Squares, gobblets, stacks, marks, and what is in the air; nothing where they have no room."""
        if not layout.places:
            return
        look = on_board(look)
        paint_wood(canvas, layout, look)
        table = _Table(canvas, layout, frame, look)
        table.paint_cells()
        table.paint_stacks()
        table.write_coordinates()
        table.paint_cursor()
        table.paint_hand()


class _Table:
    """What all steps of painting a frame need."""

    def __init__(self, canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
        self.canvas, self.layout, self.frame, self.look = canvas, layout, frame, look
        self.board = _lying(frame)
        self.shining = _shining(frame)
        self.marks = outlines(frame, look, STRENGTHS, self.shining)
        self.shaded = look.skin.shaded
        self.signs = not (self.shaded and look.coloured)
        """Whether marks are signs: colours would not be seen."""

    def paint_cells(self) -> None:
        """The squares' mats and topmost gobblets."""
        size = self._mat_size()
        for cell in CELLS:
            stack = self.board.cells[cell]
            mark = self._mark(cell)
            if self.shaded and cell in self.frame.highlights.last and not self.signs:
                self._paint_trace(cell, size_of(stack[-1]) if stack else size)
            if stack:
                below = stack[-2] if len(stack) > 1 else None
                self._paint_on(cell, stack[-1], mark, below=below)
            elif mark is not None and self.shaded and not self.signs:
                self._paint_mat(cell, size, mark)

    def paint_stacks(self) -> None:
        """The outermost gobblets of the external stacks, and below them what else is in them."""
        for seat in (0, 1):
            for place in STACKS[seat]:
                if place not in self.layout.places:
                    continue
                size = self.board.stacks[place - len(CELLS)]
                if size:
                    inside = self.layout.cup(size - 1)[0] if size > 1 else 0
                    self._paint_on(place, 2 * size + seat, self._mark(place), inside=inside)
                else:
                    region = self.layout.places[place]
                    middle = region.x + region.width // 2, region.y + region.height // 2
                    self.canvas.text(*middle, self.look.skin.empty, self.look.muted)
                if self.layout.letters is not None:
                    self._write_stack(place, seat, size)

    def write_coordinates(self) -> None:
        """The letters of the rows before them, the numbers of the columns below them."""
        layout = self.layout
        if layout.letters is None:
            return
        out = 1 if layout.frame else 0
        for row, name in enumerate("ABCD"):
            y = layout.places[4 * row].y + layout.tall // 2
            self.canvas.text(layout.letters, y, name, self.look.text, bold=True)
        for column, name in enumerate("1234"):
            region = layout.places[12 + column]
            x, y = region.x + layout.wide // 2, region.bottom + out
            self.canvas.text(x, y, name, self.look.text, bold=True)

    def paint_cursor(self) -> None:
        """White corners; in signs, the corners of all marks."""
        if self.signs:
            marks = {place: mark for place, mark in self.marks.items() if place in self.layout.places}
            draw_marks(self.canvas, self.layout, marks, self.look)
            return
        cursor = self.frame.cursor
        if cursor is not None and cursor in self.layout.places:
            legal = cursor in self.frame.highlights.legal
            region = self.layout.places[cursor]
            paint_corners(self.canvas, region, self.look.cursor, 1.0 if legal else STRENGTHS.idle)

    def paint_hand(self) -> None:
        """The gobblet in the air: it rises where it stood, travels, and comes down."""
        event, phase, layout = self.frame.event, self.frame.phase, self.layout
        if not event or event.kind not in ("lift", "reveal", "put", "cover"):
            return
        if not all(place in layout.places for place in (*event.cells, event.facts.get("origin", 0))):
            return
        if event.kind == "lift":
            (x, y), gobblet = self._foot(event.cells[0]), event.facts["gobblet"]
            height = layout.high * phase
        elif event.kind == "reveal":
            (x, y), gobblet = self._foot(event.facts["origin"]), self.frame.board.hand
            height = layout.high
        elif phase < 1:
            start, end = (self._foot(place) for place in event.cells)
            x, y = between(start, end, smooth(min(1.0, phase / ARRIVED)))
            gobblet = event.facts["gobblet"]
            height = layout.high * (1 - falling(part(phase, ARRIVED, 1 - ARRIVED)))
        else:
            return
        self._paint_cup((x, y - height), gobblet, light=1.08)

    # Cups

    def _foot(self, place: Cell) -> Point:
        """Where a cup stands; what is drawn in signs fills its whole place."""
        x, y = self.layout.foot(place)
        return (x, y) if self.shaded else (x, 2 * self.layout.places[place].bottom)

    def _paint_on(
        self, place: Cell, gobblet: int, mark: int | None, inside: int = 0, below: int | None = None
    ) -> None:
        """A gobblet where it stands, or a little above it while it is picked."""
        x, y = self._foot(place)
        if self.shaded:
            if place in CELLS:
                self._paint_shadow((x, y), size_of(gobblet))
            if place in self.frame.highlights.picked:
                y -= max(0, min(LIFTED, self.layout.tall - LEAST_FULL))
        light = 1.15 + 0.1 * sin(self.frame.phase * 4 * pi) if place in self.shining else 1.0
        under = None
        if below is not None:
            hidden = self.frame.highlights.notes.get(place) == COVERED
            under = UNKNOWN if hidden else self.look.pieces(SIDES)[seat_of(below)]
            if not self.shaded:
                sign = COVERED if hidden else self.look.skin.marbles[seat_of(below)]
                draw_gobblet(
                    self.canvas, self.layout, (x, y - self.layout.tall), gobblet, self.look, (sign, under)
                )
                return
        self._paint_cup((x, y), gobblet, mark, inside, under, light)
        if under is not None and self.layout.tall >= LEAST_FULL and self.shaded:
            region = self.layout.places[place]
            width, _ = self.layout.cup(size_of(gobblet))
            dot = mix(under, 0xFFFFFF, 0.2 if self.look.dark else 0.5 * luminance(under))
            column = min(region.right - 1, int(x - width / 2) + width)
            self.canvas.text(column, region.bottom - 1, self.look.skin.marble, dot, bold=True)

    def _paint_shadow(self, foot: Point, size: int) -> None:
        width, _ = self.layout.cup(size)
        right = int(foot[0] - width / 2) + width
        for dx in range(max(1, width // 4)):
            for dy in (1, 2):
                self.canvas.dot(right + dx, int(foot[1]) - dy, 0, max(0.1, 0.28 - 0.06 * dx))

    def _paint_cup(
        self,
        foot: Point,
        gobblet: int,
        mark: int | None = None,
        inside: int = 0,
        under: int | None = None,
        light: float = 1.0,
    ) -> None:
        """A cup whose foot stands at a point, with its size on it."""
        x, y = foot
        size = size_of(gobblet)
        if not self.shaded:
            draw_gobblet(self.canvas, self.layout, (x, y - self.layout.tall), gobblet, self.look)
            return
        width, height = self.layout.cup(size)
        colour = self.look.pieces(SIDES)[seat_of(gobblet)]
        rim = rim_of(colour) if mark is None or self.signs else mark
        left, top = int(x - width / 2), int(y) - height
        self.canvas.blit(cup(Cup(width, height, colour, rim, inside, under)), left, top, light)
        first, last = top + min(rim_rows(width), height - 1), top + height - 1
        line = (first + last + 1) // 2 // 2
        line = line if 2 * line >= first else line + 1
        if 2 * line + 1 <= last and self.layout.tall >= LEAST_FULL:
            ink = 0x2A2118 if luminance(colour) > 0.5 else 0xFFFFFF
            self.canvas.text(left + width // 2, line, str(size), ink, bold=True)

    # Marks

    def _mark(self, place: Cell) -> int | None:
        """The colour in which a place stands out, apart from the cursor and the last move."""
        highlights, look = self.frame.highlights, self.look
        if place in self.shining or place in highlights.picked:
            return look.flash
        if place in highlights.hint or place in highlights.targets or place in highlights.landing:
            return look.target
        return look.threat if place in highlights.threats else None

    def _mat_size(self) -> int:
        """The size of what is to be put down: of what is picked, or suggested."""
        for place in (*self.frame.highlights.picked, *self.frame.highlights.hint):
            if place in CELLS and self.board.cells[place]:
                return size_of(self.board.cells[place][-1])
            if place not in CELLS and self.board.stacks[place - len(CELLS)]:
                return self.board.stacks[place - len(CELLS)]
        return 2

    def _paint_mat(self, cell: Cell, size: int, colour: int) -> None:
        """A ring on a free square where a cup of a size would stand."""
        x, y = self._foot(cell)
        width = max(2, self.layout.cup(size)[0])
        rows = 1 if width < 3 else max(3, rim_rows(width))
        left, top = int(x - width / 2), int(y) - rows + (1 if self.layout.base else 0)
        for dx, dy, on_rim in opening(width, rows):
            if on_rim and (width > 3 or (dx, dy) not in ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1))):
                self.canvas.dot(left + dx, top + dy, colour)

    def _paint_trace(self, cell: Cell, size: int) -> None:
        """A mat beneath the cup that moved last."""
        x, y = self._foot(cell)
        width = self.layout.cup(size)[0] + 2
        left, line = int(x - width / 2), int(y)
        self.canvas.fill(left, line - 1, width, 1, self.look.trace)
        self.canvas.fill(left + 1, line, width - 2, 1 if self.layout.base else 0, self.look.trace)

    def _write_stack(self, place: Cell, seat: int, size: int) -> None:
        """A stack's name, as moves have it, then the sizes that are left in it, the outermost first; the name alone
        where a full stack has no room for more."""
        look, region = self.look, self.layout.places[place]
        picked, legal = place in self.frame.highlights.picked, place in self.frame.highlights.legal
        name = NAMES[place]
        spread, room = " ".join(SIZES), region.width - len(name) - 1
        full = next((sizes for sizes in (spread, SIZES) if len(sizes) <= room), "")
        sizes = full[full.index(str(size)) :] if full and size else ""
        x, y = region.x + (region.width - len(f"{name} {full}".rstrip())) // 2, region.bottom
        quiet = look.muted if look.dark else mix(look.text, LIGHT[0], 0.2)
        if picked:
            self.canvas.text(x, y, name, look.ground, look.flash, bold=True)
        else:
            self.canvas.text(x, y, name, look.bright if legal else quiet, bold=legal)
        if sizes:
            ink = mix(look.pieces(SIDES)[seat], 0xFFFFFF, 0.35) if look.dark else look.bright
            self.canvas.text(x + len(name) + 1, y, sizes[:1], ink, bold=True)
            self.canvas.text(x + len(name) + 2, y, sizes[1:], quiet)


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

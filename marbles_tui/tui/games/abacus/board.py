"""The hexagon of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, pi, sin
from typing import ClassVar, Final

from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive

from marbles_tui.core import Cell
from marbles_tui.games.abacus import Board
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES, ROWS, SPANS
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit, mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble, pile, ring
from marbles_tui.tui.games.abacus.colours import SIDES
from marbles_tui.tui.widgets.board_view import BoardView

SLATE: Final = 0x343B4D

EMPTY: Final = -1
SIGN: Final = 0.9
"""How strong signs are at least: they cover less than rings."""

LEAST_SHADED: Final = 5
"""The smallest diameter, in pixels, at which a shaded marble is rounder than one of quadrants."""


@dataclass(frozen=True, slots=True, eq=False)
class HexagonLayout:
    """Places in cells, each `pitch` wide and `tall` high; a row is shifted by half a pitch from the next."""

    places: Mapping[Cell, Region]
    pitch: int
    tall: int
    turned: bool
    middle: tuple[int, int]
    """The middle of the hexagon in pixels."""

    trays: tuple[Region, Region]
    """Where the lost marbles of each seat are kept."""

    @property
    def diameter(self) -> int:
        """Of a marble, in pixels."""
        return max(2, min(self.pitch - 1, 2 * self.tall))

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a place, in pixels."""
        x, y, width, height = self.places[cell]
        return x + width / 2, 2 * y + height


@lru_cache(maxsize=16)
def lay_out(width: int, height: int, turned: bool) -> HexagonLayout:
    """The largest hexagon that fits, in the middle."""
    tall = max(1, min((height - 1) // 9, 7))
    pitch = max(2, min(2 * ((width - 2) // 18), 2 * ((2 * tall + 4) // 2)))
    tall = min(tall, max(1, pitch // 2))
    left, top = (width - 9 * pitch) // 2, max(0, (height - 9 * tall) // 2)
    places = {}
    for cell in CELLS:
        row, digit = PLACES[cell]
        at = digit - SPANS[row].start
        length = len(SPANS[row])
        if turned:
            row, at = 8 - row, length - 1 - at
        x = left + (9 - length) * pitch // 2 + at * pitch
        places[cell] = Region(x, top + (8 - row) * tall, pitch, tall)
    corner = max(6, 2 * pitch - 3)
    deep = max(2, 2 * tall)
    low = Region(max(0, left), top + 9 * tall - deep, corner, deep)
    high = Region(left + 9 * pitch - corner, top, corner, deep)
    trays = (high, low) if turned else (low, high)
    middle = (left + 9 * pitch // 2, 2 * top + 9 * tall)
    return HexagonLayout(places, pitch, tall, turned, middle, trays)


class AbacusBoard(BoardView[HexagonLayout]):
    """61 cells with their marbles, and the marbles that each side has lost."""

    BEATS: ClassVar[Mapping[str, float]] = {"select": 0.25, "push": 0.22, "lost": 0.75, "win": 1.40}

    turned: reactive[bool] = reactive(False, init=False)
    """Whether white sits below."""

    coordinates: reactive[bool] = reactive(True, init=False)
    """Whether rows and diagonals are named."""

    _pressed: Cell | None = None

    def lay_out(self, size: Size, look: Look) -> HexagonLayout:
        """See the function of that name."""
        del look
        return lay_out(size.width, size.height, self.turned)

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
        _paint_slate(canvas, layout, look)
        board: Board = frame.board
        moving = _moving(frame)
        for cell in CELLS:
            if board.cells[cell] == EMPTY or cell == moving:
                _paint_dimple(canvas, layout, cell, look)
            else:
                _paint_marble(
                    canvas, layout, layout.centre(cell), board.cells[cell], look, _glow(cell, frame)
                )
        if self.coordinates:
            _write_names(canvas, layout, look)
        _paint_trays(canvas, layout, frame, look)
        _paint_marks(canvas, layout, frame, look)
        _paint_motion(canvas, layout, frame, look)


def _moving(frame: Frame) -> Cell | None:
    """The cell whose marble is still on its way there."""
    event = frame.event
    return event.cells[1] if event and event.kind == "push" and frame.phase < 1 else None


def _glow(cell: Cell, frame: Frame) -> float:
    """The light on a marble: more for those that are about to move, that have won, or lie under the cursor."""
    event = frame.event
    if event and event.kind == "select" and cell in event.cells:
        return 1.0 + 0.25 * sin(frame.phase * pi)
    if cell in frame.highlights.winners:
        return 1.2
    return 1.12 if cell in frame.highlights.picked else 1.0


# The board


@lru_cache(maxsize=8)
def _slate(layout: HexagonLayout, width: int, height: int, look: Look) -> Canvas:
    canvas = Canvas(width, height, look.ground)
    slate = look.material(SLATE)
    middle_x, middle_y = layout.middle
    tall = 9 * layout.tall
    for line in range(-tall, tall):
        half = 4.5 * layout.pitch + 1 - abs(line + 0.5) * layout.pitch / (4 * layout.tall)
        shade = mix(mix(slate, 0xFFFFFF, 0.07), mix(slate, 0, 0.18), (line + tall) / (2 * tall))
        first, last = middle_x - half, middle_x + half
        y = middle_y + line
        if not look.skin.shaded:
            canvas.fill(int(first), y, int(last) - int(first), 1, mix(look.ground, slate, 0.6))
            continue
        canvas.fill(int(first) + 1, y, int(last) - int(first) - 1, 1, shade)
        edge = mix(slate, 0xFFFFFF, 0.28) if line < 0 else mix(slate, 0, 0.35)
        canvas.dot(int(first), y, edge, 1 - first % 1)
        canvas.dot(int(last), y, edge, last % 1)
    return canvas


def _paint_slate(canvas: Canvas, layout: HexagonLayout, look: Look) -> None:
    for row, source in zip(
        canvas.pixels, _slate(layout, canvas.width, canvas.height, look).pixels, strict=True
    ):
        row[:] = source


def _paint_dimple(canvas: Canvas, layout: HexagonLayout, cell: Cell, look: Look) -> None:
    x, y = layout.centre(cell)
    if not look.skin.shaded or layout.diameter < 4:
        canvas.text(int(x), int(y / 2), look.skin.empty, look.muted)
        return
    size = max(2, round(layout.diameter * 0.45))
    dark, light = look.material(0x1C2130), look.material(0x566080)
    left, top = int(x - size / 2 + 0.5), int(y - size / 2 + 0.5)
    for dy in range(size):
        for dx in range(size):
            far = hypot(dx + 0.5 - size / 2, dy + 0.5 - size / 2) / (size / 2)
            if far <= 1.12:
                depth = (dx + dy) / max(1, 2 * size - 2)
                canvas.dot(left + dx, top + dy, mix(dark, light, depth), 0.85 if far < 0.85 else 0.5)


def _paint_marble(
    canvas: Canvas,
    layout: HexagonLayout,
    spot: tuple[float, float],
    seat: int,
    look: Look,
    light: float = 1.0,
) -> None:
    x, y = spot
    size, colour = layout.diameter, look.pieces(SIDES)[seat]
    if look.skin.shaded and size >= LEAST_SHADED:
        canvas.blit(marble(size, colour), int(x - size / 2 + 0.5), int(y - size / 2 + 0.5), light)
    elif look.skin.shaded and size >= 4:
        _draw_quadrants(canvas, int(x) - 2, int(y / 2) - 1, lit(colour, light), look)
    else:
        sign = look.skin.marbles[seat]
        shown = f"({sign})" if layout.pitch >= 6 and not look.skin.shaded else sign
        ink = mix(look.material_ink(colour), look.bright, max(0.0, light - 1) * 2)
        canvas.text(int(x) - len(shown) // 2, int(y / 2), shown, ink, bold=True)


def _draw_quadrants(canvas: Canvas, x: int, y: int, colour: int, look: Look) -> None:
    """A marble of four by two cells."""
    del look
    light, dark = lit(colour, 1.18), lit(colour, 0.62)
    for dx, (upper, lower) in enumerate(zip("▟██▙", "▜██▛", strict=True)):
        canvas.text(x + dx, y, upper, lit(colour, 1.62) if dx == 1 else light if dx < 3 else colour)
        canvas.text(x + dx, y + 1, lower, dark if dx else lit(colour, 0.8))


def _write_names(canvas: Canvas, layout: HexagonLayout, look: Look) -> None:
    """The rows' letters on the left, the diagonals' digits where they end below."""
    for row, letter in enumerate(ROWS):
        first = min((layout.places[cell] for cell in CELLS if PLACES[cell][0] == row), key=lambda at: at.x)
        canvas.text(first.x - 2, first.y + (layout.tall - 1) // 2, letter, look.muted)
    lowest = max(region.y for region in layout.places.values())
    for digit in range(1, 10):
        end = max((layout.places[cell] for cell in CELLS if PLACES[cell][1] == digit), key=lambda at: at.y)
        if end.y == lowest:
            canvas.text(end.x + (end.width - 1) // 2, end.bottom, str(digit), look.muted)
        else:
            canvas.text(end.right, end.bottom - 1, str(digit), look.muted)


# Trays, marks, motion


def _paint_trays(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    lost = frame.board.lost
    event = frame.event
    for seat, tray in enumerate(layout.trays):
        count = lost[seat]
        if event and event.kind == "lost" and event.facts["owner"] == seat and frame.phase < 0.85:
            count -= 1
        if not count:
            continue
        size = min(layout.diameter, max(LEAST_SHADED, tray.width // 3)) if layout.pitch >= 8 else 0
        if look.skin.shaded and size >= LEAST_SHADED:
            for x, y in pile(count, tray.width, 2 * tray.height, size):
                canvas.blit(marble(size, look.pieces(SIDES)[seat]), tray.x + x, 2 * tray.y + y)
            continue
        for at in range(count):
            row, column = divmod(at, max(1, tray.width // 2))
            y = tray.y + row if seat != (0 if not layout.turned else 1) else tray.bottom - 1 - row
            canvas.text(
                tray.x + 2 * column,
                y,
                look.skin.marbles[seat],
                look.material_ink(look.pieces(SIDES)[seat]),
                bold=True,
            )


def _paint_marks(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    highlights = frame.highlights
    rings: dict[Cell, tuple[int, float]] = dict.fromkeys(highlights.last, (look.trace, 0.7))
    rings |= dict.fromkeys(highlights.threats, (look.threat, 0.9))
    rings |= dict.fromkeys(highlights.targets, (look.target, 0.9))
    rings |= dict.fromkeys((*highlights.landing, *highlights.hint), (look.target, 1.0))
    rings |= dict.fromkeys(highlights.picked, (look.flash, 1.0))
    if frame.cursor is not None:
        rings[frame.cursor] = (look.cursor, 1.0 if frame.cursor in highlights.legal else 0.6)
    for cell, (colour, share) in rings.items():
        _paint_ring(canvas, layout, cell, colour, share, look)


def _paint_ring(
    canvas: Canvas, layout: HexagonLayout, cell: Cell, colour: int, share: float, look: Look
) -> None:
    region = layout.places[cell]
    if look.skin.shaded and layout.diameter >= LEAST_SHADED:
        size = layout.diameter + 2
        x, y = layout.centre(cell)
        left, top = int(x - size / 2 + 0.5), int(y - size / 2 + 0.5)
        for dx, dy, _, covers in ring(size).dots:
            canvas.dot(left + dx, top + dy, colour, covers * share)
        return
    ink = mix(look.ground, colour, max(share, SIGN))
    box = look.frame(colour)
    right = region.right - 1
    if region.height == 1:
        sides = {look.skin.box: "[]", look.skin.bright: "{}"}.get(box, box[4:])
        canvas.text(region.x, region.y, sides[0], ink, bold=True)
        canvas.text(right, region.y, sides[1], ink, bold=True)
        return
    for x, upper, lower in ((region.x, box[0], box[4]), (right, box[2], box[5])):
        canvas.text(x, region.y, upper, ink, bold=True)
        canvas.text(x, region.bottom - 1, lower, ink, bold=True)


def _paint_motion(canvas: Canvas, layout: HexagonLayout, frame: Frame, look: Look) -> None:
    event = frame.event
    if not event or event.kind not in ("push", "lost") or frame.phase >= 1:
        return
    phase, owner = frame.phase, event.facts["owner"]
    x0, y0 = layout.centre(event.cells[0])
    if event.kind == "push":
        x1, y1 = layout.centre(event.cells[1])
        ease = phase * phase * (3 - 2 * phase)
        _paint_marble(canvas, layout, (x0 + (x1 - x0) * ease, y0 + (y1 - y0) * ease), owner, look)
        return
    # Over the edge: it rolls one cell on, then falls into its tray.
    dx, dy = _direction(layout, event.facts["heading"])
    if phase < 0.4:
        _paint_ring(canvas, layout, event.cells[0], look.flash, 1 - phase, look)
        spot = (x0 + dx * phase / 0.4, y0 + dy * phase / 0.4)
    elif phase < 0.85:
        tray = layout.trays[owner]
        fall = ((phase - 0.4) / 0.45) ** 2
        x1, y1 = tray.x + tray.width / 2, 2 * tray.y + tray.height
        spot = (x0 + dx + (x1 - x0 - dx) * fall, y0 + dy + (y1 - y0 - dy) * fall)
    else:
        return
    _paint_marble(canvas, layout, spot, owner, look, 1.15)


def _direction(layout: HexagonLayout, heading: int) -> tuple[float, float]:
    """One step in a heading, in pixels."""
    across, up = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))[heading]
    sign = -1 if layout.turned else 1
    return sign * across * layout.pitch, -sign * up * 2 * layout.tall

"""BeadMaster's grid, seen from above: holes over bars, the bars' ends around it, beads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import BARS, HOLES, NAMES, SIZE, SLOTS, End, cover, end_at
from marbles_tui.games.beadmaster.position import Board
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit, luminance, mix
from marbles_tui.tui.drawing.easing import falling, part, pulse, smooth
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.beadmaster.colours import BEADS
from marbles_tui.tui.games.beadmaster.layout import GridLayout, lay_out, step
from marbles_tui.tui.games.beadmaster.signs import draw_grid
from marbles_tui.tui.widgets.board_view import BoardView

FRAME: Final = 0x5E5446
COLOURS: Final = {"blue": 0x3E66CC, "red": 0xBE484E, "black": 0x08090D}
"""What is seen through a hole: a slot of an upright bar, of a flat one, or nothing."""

ROUNDED: Final = 3
"""From this height in rows on holes are round."""

SLIDING: Final = 0.8
"""The share of a slide's beat in which the bar moves."""

PLACED: Final = 0.7
"""The share of a placing's beat in which the bead comes down."""

Kind = Literal["blue", "red", "black"]


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
        if layout.places[HOLES + 2 * BARS - 1].bottom > canvas.height:
            return
        places = _places(frame)
        if look.skin.shaded and look.coloured:
            _paint_frame(canvas, layout, look)
            for hole in range(HOLES):
                _paint_hole(canvas, layout, places, hole, look)
            for bar in range(BARS):
                _paint_ends(canvas, layout, frame, bar, places[bar], look)
            _paint_beads(canvas, layout, frame, look)
        else:
            inks = [bead_ink(seat, look) for seat in range(frame.board.seats)]
            draw_grid(canvas, layout, frame, places, inks, look)
        _write_names(canvas, layout, frame, look)
        _write_marks(canvas, layout, frame, places, look)


def bead_ink(seat: int, look: Look) -> int:
    """The colour of a seat's beads where they are letters on the ground of the theme."""
    return look.pieces(BEADS)[seat] if look.dark else mix(look.pieces(BEADS)[seat], 0, 0.5)


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


# Holes


@backdrop
def _paint_frame(canvas: Canvas, layout: GridLayout, look: Look) -> None:
    """The wood around the holes."""
    x, y, wide, tall = layout.grid
    wood = look.material(FRAME)
    for line in range(2 * tall):
        canvas.fill(x, 2 * y + line, wide, 1, mix(lit(wood, 1.06), lit(wood, 0.88), line / (2 * tall)))


@lru_cache(maxsize=64)
def _hole(wide: int, tall: int, kind: Kind, look: Look) -> tuple[tuple[int, ...], ...]:
    """The pixels of an empty hole, two rows to a cell."""
    wood, colour = look.material(FRAME), COLOURS[kind]
    if not look.dark and kind != "black":
        colour = mix(colour, 0xFFFFFF, 0.2)
    height = 2 * tall - 1
    rows = [[lit(colour, 0.72 + 0.36 * (y + 0.5) / height)] * wide for y in range(height)]
    if tall >= ROUNDED:
        for y, cut in (
            (0, tall // 2),
            (height - 1, tall // 2),
            *(((1, 1), (height - 2, 1)) if tall > 3 else ()),
        ):
            rows[y][:cut] = rows[y][wide - cut :] = [wood] * cut
    return (*map(tuple, rows), (wood,) * wide)


def _paint_hole(canvas: Canvas, layout: GridLayout, places: tuple[float, ...], hole: int, look: Look) -> None:
    region = layout.hole(hole)
    row, column = divmod(hole, SIZE)
    across, upright = places[row], places[SIZE + column]
    left, top, right = region.x, 2 * region.y, region.right
    if right > canvas.width or region.bottom > canvas.height:
        return
    if across == int(across) and upright == int(upright):
        source = _hole(layout.wide, layout.tall, cover([int(place) for place in places], hole), look)
        for line, pixels in zip(canvas.pixels[top : top + 2 * layout.tall], source, strict=True):
            line[left:right] = pixels
        return
    height = 2 * layout.tall
    pictures = {kind: _hole(layout.wide, layout.tall, kind, look) for kind in ("blue", "red", "black")}
    for y in range(height):
        blue = SLOTS[SIZE + column][int(row + upright + y / height)] == "x"
        for x in range(layout.wide):
            red = SLOTS[row][int(column + across + x / layout.wide)] == "x"
            kind: Kind = "blue" if blue else "red" if red else "black"
            canvas.pixels[top + y][left + x] = pictures[kind][y][x]


# The ends of the bars


def _paint_ends(canvas: Canvas, layout: GridLayout, frame: Frame, bar: int, place: float, look: Look) -> None:
    """The slots of a bar that stick out, filled ones bright, holed ones dark."""
    flat = bar < SIZE
    colour = COLOURS["red" if flat else "blue"]
    colour = colour if look.dark else mix(colour, 0xFFFFFF, 0.15)
    if frame.board.blocked[bar]:
        colour = mix(look.ground, colour, 0.45)
    for end in (End(bar, -1), End(bar, 1)):
        strength = _strength(frame, end.cell)
        shade = mix(colour, look.target if end.cell in frame.highlights.hint else 0xFFFFFF, strength)
        region = layout.places[end.cell]
        for slot in range(len(SLOTS[bar])):
            filled = SLOTS[bar][slot] == "x"
            _paint_slot(
                canvas, layout, region, end, slot - place, shade if filled else mix(look.ground, shade, 0.4)
            )


def _strength(frame: Frame, cell: Cell) -> float:
    if cell in frame.highlights.hint:
        return 0.75
    return 0.35 if cell == frame.cursor and cell in frame.highlights.legal else 0.0


def _paint_slot(canvas: Canvas, layout: GridLayout, region: Region, end: End, at: float, colour: int) -> None:
    """A slot `at` slots from the bar's first hole, as far as it lies within the region of an end."""
    flat = end.bar < SIZE
    size = layout.across if flat else 2 * layout.down
    grid_start = layout.grid.x if flat else 2 * layout.grid.y
    grid_end = layout.grid.right if flat else 2 * layout.grid.bottom
    start = grid_start + round(at * size) if end.step < 0 else grid_end + round((at - SIZE) * size)
    stop = start + size
    low, high = (grid_start - 2 * size, grid_start) if end.step < 0 else (grid_end, grid_end + 2 * size)
    first, last = max(start, low), min(stop, high)
    if last <= first:
        return
    gap = 1 if size > 2 else 0
    if flat:
        canvas.fill(first, 2 * region.y, last - first - gap, 2 * layout.tall - 1, colour)
    else:
        canvas.fill(region.x, first, layout.wide, last - first - gap, colour)


# Beads


def _paint_beads(canvas: Canvas, layout: GridLayout, frame: Frame, look: Look) -> None:
    beads: tuple[int, ...] = frame.board.beads
    event = frame.event
    moving = event.cells[0] if event and event.kind in ("place", "fall") else None
    shine = pulse(frame.phase) if event and event.kind == "win" else 0.0
    for hole, bead in enumerate(beads):
        if bead and hole != moving:
            light = 1.0 + 0.35 * shine if hole in frame.highlights.winners or shine else 1.0
            _paint_bead(canvas, layout, look, hole, bead - 1, light)
    if event and moving is not None:
        if event.kind == "place":
            lift = round(falling(1 - part(frame.phase, 0.0, PLACED)) * 4 * layout.tall)
            _paint_bead(canvas, layout, look, moving, event.facts["seat"], lift=lift)
        else:
            _paint_bead(
                canvas, layout, look, moving, event.facts["owner"], 1 - 0.75 * frame.phase, sunk=frame.phase
            )


def _paint_bead(
    canvas: Canvas,
    layout: GridLayout,
    look: Look,
    hole: int,
    seat: int,
    light: float = 1.0,
    lift: int = 0,
    sunk: float = 0.0,
) -> None:
    """A bead over a hole, `lift` pixels above it, or sunk into it to a share of 0 to 1."""
    region = layout.hole(hole)
    size = round(layout.diameter * (1 - 0.8 * sunk))
    if size < 2:
        return
    left = region.x + (layout.wide - size) // 2
    top = 2 * region.y + max(0, 2 * layout.tall - 1 - size) // 2
    canvas.blit(marble(size, look.pieces(BEADS)[seat]), left, top - lift, light)
    if not sunk and not lift:
        x, y = region.x + (layout.wide - 1) // 2, region.y + (layout.tall - 1) // 2
        canvas.text(
            x,
            y,
            str(seat + 1),
            0x101010 if luminance(look.pieces(BEADS)[seat]) > 0.3 else 0xFFFFFF,
            bold=True,
        )


# Names and marks


def _write_names(canvas: Canvas, layout: GridLayout, frame: Frame, look: Look) -> None:
    """The names of the bars; while beads are placed, of the columns and rows."""
    board: Board = frame.board
    last = {end.bar for cell in frame.highlights.last if (end := end_at(cell))}
    legal = {end.bar for cell in frame.highlights.legal if (end := end_at(cell))}
    for bar, name in enumerate(NAMES):
        x, y = layout.label(bar)
        if board.placing:
            # A column has the letter of its notation and, fainter, the number of its key.
            if bar >= SIZE and layout.tall > 1:
                canvas.text(x - 1, y, "ABCDEFG"[bar - SIZE], look.text, bold=True)
            canvas.text(x + 1, y, name[1], look.text if bar < SIZE else look.muted)
            continue
        ink = look.trace if bar in last else look.bright if bar in legal else look.muted
        canvas.text(x, y, name, ink, bold=bar in last or bar in legal)


def _write_marks(
    canvas: Canvas, layout: GridLayout, frame: Frame, places: tuple[float, ...], look: Look
) -> None:
    """Signs on beads in danger, brackets round what is pointed at, and who blocks a bar."""
    highlights, board = frame.highlights, frame.board
    cross = "x" if look.skin.plain else "×"
    for hole in highlights.threats - set(highlights.landing):
        _bracket(canvas, layout.hole(hole), "!!", look.threat)
    for cell in highlights.landing:
        if cell < HOLES and board.beads[cell] and not board.placing:
            _bracket(canvas, layout.hole(cell), cross * 2, look.threat)
    for cell in highlights.picked:
        if cell >= HOLES:
            _bracket(canvas, _shown_end(layout, cell, places), "[]", look.flash)
    for cell in (*highlights.hint, *(() if frame.cursor is None else (frame.cursor,))):
        ink = (
            look.target
            if cell in highlights.hint
            else look.cursor
            if cell in highlights.legal
            else look.muted
        )
        _bracket(canvas, _shown_end(layout, cell, places), "[]", ink)
    for bar in range(BARS):
        if board.blocked[bar]:
            end = End(bar, 1 if places[bar] < 1 else -1)
            region = _nearest_slot(layout, end)
            seat = board.blocked[bar] - 1
            x = region.x + max(0, (region.width - 2) // 2)
            y = region.y + (region.height - 1) // 2
            canvas.text(x, y, f"{cross}{seat + 1}", bead_ink(seat, look), bold=True)


def _shown_end(layout: GridLayout, cell: Cell, places: tuple[float, ...]) -> Region:
    """The region of a hole, or of an end as far as it sticks out, at least one slot of it."""
    region = layout.places[cell]
    end = end_at(cell)
    if not end:
        return region
    out = max(1, round(places[end.bar] if end.step < 0 else 2 - places[end.bar]))
    if end.bar < SIZE:
        wide = out * layout.across
        return Region(region.right - wide if end.step < 0 else region.x, region.y, wide, region.height)
    tall = out * layout.down
    return Region(region.x, region.bottom - tall if end.step < 0 else region.y, region.width, tall)


def _nearest_slot(layout: GridLayout, end: End) -> Region:
    """Where the slot lies that sticks out next to the grid."""
    x, y, wide, tall = layout.places[end.cell]
    if end.bar < SIZE:
        return Region(x + layout.across if end.step < 0 else x, y, layout.across, tall)
    return Region(x, y + layout.down if end.step < 0 else y, wide, layout.down)


def _bracket(canvas: Canvas, region: Region, signs: str, ink: int) -> None:
    """A sign at each side of a region, on every row of it where they are brackets, else in the middle."""
    rows = range(region.y, region.bottom) if signs == "[]" else [region.y + (region.height - 1) // 2]
    for y in rows:
        canvas.text(region.x, y, signs[0], ink, bold=True)
        canvas.text(region.right - 1, y, signs[1], ink, bold=True)

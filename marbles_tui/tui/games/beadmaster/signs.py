"""BeadMaster's grid in signs: for the skins that do not shade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import BARS, HOLES, SIZE, SLOTS, End, cover, end_at
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import contrast, mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sign_marbles import EXTENTS, Extent, drawn_marble
from marbles_tui.tui.games.beadmaster.grid import shown_end
from marbles_tui.tui.games.beadmaster.layout import GridLayout

BLUE: Final = (0x7EA2FF, 0x2A4EB0)
RED: Final = (0xFF8A84, 0xA8323A)
"""The inks of the bars on dark themes and on light ones."""


TINT: Final = 0.22
"""How much of its colour the ground of a bar has."""

LEAST_SIDES: Final = 3
"""From this height of a hole on both sides of a flat bar are drawn."""

BOXES: Final = ("╭─╮│╰╯", "╭─╮│╰╯", "╔═╗║╚╝", "┏━┓┃┗┛")
"""The outlines of hollow beads, seat by seat."""


def draw_grid(
    canvas: Canvas,
    layout: GridLayout,
    frame: Frame,
    places: tuple[float, ...],
    inks: Sequence[int],
    look: Look,
) -> None:
    """Holes as the sides of the bar that covers them, or a dot; beads as large as there is room, in `inks`."""
    shown = [round(place) for place in places]
    beads: list[int] = list(frame.board.beads)
    event = frame.event
    if event and event.kind == "fall" and frame.phase < 0.5:
        beads[event.cells[0]] = event.facts["owner"] + 1
    x, y, wide, _ = layout.grid
    canvas.fill(x, 2 * y, wide, 2 * SIZE * layout.tall, mix(look.ground, look.text, 0.07))
    for hole in range(HOLES):
        kind = cover(shown, hole)
        if kind == "black":
            at = layout.hole(hole).x + (layout.wide - 1) // 2
            canvas.text(at, layout.line(hole), look.skin.empty, look.muted)
        else:
            _draw_bar(canvas, layout, hole, kind == "blue", look)
        if beads[hole]:
            _draw_bead(canvas, layout, hole, beads[hole] - 1, inks[beads[hole] - 1], look)
    for bar in range(BARS):
        _draw_ends(canvas, layout, bar, shown[bar], bool(frame.board.blocked[bar]), look)


def _draw_bar(canvas: Canvas, layout: GridLayout, hole: Cell, upright: bool, look: Look) -> None:
    """A bar under a hole: the two long sides of it, or one line where there is no room between them."""
    region, ink = layout.hole(hole), _ink(BLUE if upright else RED, look)
    if look.coloured:
        x, y, wide, tall = region
        canvas.fill(x, 2 * y, wide, 2 * tall, mix(look.ground, ink, TINT))
    if upright:
        side = "|" if look.skin.plain else "┃"
        for line in range(region.y, region.bottom):
            canvas.text(region.x, line, side, ink)
            canvas.text(region.right - 1, line, side, ink)
        return
    between = region.height >= LEAST_SIDES
    for line in (region.y, region.bottom - 1) if between else (layout.line(hole),):
        canvas.text(region.x, line, ("-" if look.skin.plain else "━") * region.width, ink)


def _draw_bead(canvas: Canvas, layout: GridLayout, hole: Cell, seat: int, ink: int, look: Look) -> None:
    """A bead as large as its hole allows, with its owner's number; the first seat's is full."""
    region, line = layout.hole(hole), layout.line(hole)
    extent = bead_extent(region.width, region.height)
    middle, number = region.x + (region.width - 1) // 2, str(seat + 1)
    if extent.wide == 1:
        sign = f"{look.skin.marbles[seat]}{number}"
        canvas.text(region.x + (region.width - 2) // 2, line, sign, ink, bold=True)
        return
    full = seat == 0
    left, top = middle - extent.wide // 2, line - extent.tall // 2
    rows = drawn_marble(extent, not full, look.skin.plain, look.skin.marbles[seat] if full else " ")
    box = str.maketrans("╭─╮│╰╯", BOXES[seat])
    for down, row in enumerate(rows):
        canvas.text(left, top + down, row.translate(box), ink, bold=True)
    if full:
        dark = max((0x101010, 0xFFFFFF), key=lambda sign: contrast(sign, ink))
        canvas.text(middle, line, number, dark, ink, bold=True)
    else:
        canvas.text(middle, line, number, ink, bold=True)


def bead_extent(wide: int, tall: int) -> Extent:
    """The largest bead for a hole, whose marks stand beside it, and whose bar is seen around it."""
    room = tall - 1 if tall > LEAST_SIDES else tall
    fitting = [extent for extent in EXTENTS if extent.wide <= wide - 2 and extent.tall <= room]
    return fitting[-1] if fitting and wide >= 5 else EXTENTS[0]


def _draw_ends(canvas: Canvas, layout: GridLayout, bar: int, place: int, blocked: bool, look: Look) -> None:
    """The slots that stick out: filled ones as thick signs, holed ones as thin ones."""
    ink = _ink(RED if bar < SIZE else BLUE, look)
    if blocked:
        ink = mix(look.ground, ink, 0.6)
    filled, holed = ("#", "=") if look.skin.plain else ("▓", "░")
    for end, slots in ((End(bar, -1), range(place)), (End(bar, 1), range(SIZE + place, len(SLOTS[bar])))):
        region = layout.places[end.cell]
        for slot in slots:
            sign = filled if SLOTS[bar][slot] == "x" else holed
            at = slot - place if end.step < 0 else slot - place - SIZE
            if bar < SIZE:
                x = (region.right if end.step < 0 else region.x) + at * layout.slot
                for line in range(region.y, region.bottom):
                    canvas.text(x, line, sign * layout.slot, ink)
            else:
                down = max(1, layout.slot // 2)
                y = (region.bottom if end.step < 0 else region.y) + at * down
                for line in range(max(region.y, y), y + down):
                    canvas.text(region.x, line, sign * layout.wide, ink)


def _ink(inks: tuple[int, int], look: Look) -> int:
    return inks[0] if look.dark else inks[1]


def draw_marks(
    canvas: Canvas, layout: GridLayout, frame: Frame, places: tuple[float, ...], look: Look
) -> None:
    """Signs on beads in danger, brackets round what is pointed at, and who blocks a bar."""
    highlights, board = frame.highlights, frame.board
    cross = "x" if look.skin.plain else "×"
    for hole in highlights.threats - set(highlights.landing):
        _bracket(canvas, layout.hole(hole), layout.line(hole), "!!", look.threat)
    for cell in highlights.landing:
        if cell < HOLES and board.beads[cell] and not board.placing:
            _bracket(canvas, layout.hole(cell), layout.line(cell), cross * 2, look.threat)
    for cell in (*highlights.picked, *highlights.hint, *(() if frame.cursor is None else (frame.cursor,))):
        end = end_at(cell)
        usual = look.cursor if cell in highlights.legal else look.muted
        ink = look.target if cell in highlights.hint else look.flash if cell in highlights.picked else usual
        region = shown_end(layout, end, places[end.bar]) if end else layout.hole(cell)
        _bracket(canvas, region, None, "[]", ink)
    for bar in range(BARS):
        if board.blocked[bar]:
            region = shown_end(layout, End(bar, 1 if places[bar] < 1 else -1), places[bar])
            y = layout.line(SIZE * bar) if bar < SIZE else region.y + (region.height - 1) // 2
            seat = board.blocked[bar] - 1
            x = region.x + max(0, (region.width - 2) // 2)
            canvas.text(x, y, f"{cross}{seat + 1}", look.text, bold=True)


def tag_of(end: End, room: int, look: Look) -> str:
    """The key that pushes an end of a bar in, and which way it goes."""
    arrows = "><v^" if look.skin.plain else "▶◀▼▲"
    flat, key = end.bar < SIZE, "i" if end.step < 0 else "o"
    arrow = arrows[(0 if flat else 2) + (end.step > 0)]
    signs = (key, arrow) if end.step < 0 or not flat else (arrow, key)
    return (" " if room > 2 else "").join(signs)


def _bracket(canvas: Canvas, region: Region, line: int | None, signs: str, ink: int) -> None:
    """A sign at each side of a region, in a line or on all of its lines."""
    for y in range(region.y, region.bottom) if line is None else (line,):
        canvas.text(region.x, y, signs[0], ink, bold=True)
        canvas.text(region.right - 1, y, signs[1], ink, bold=True)

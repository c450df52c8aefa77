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
from marbles_tui.tui.drawing.colour import lit, mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games.gobblet.colours import SIDES
from marbles_tui.tui.widgets.board_view import BoardView

WOOD: Final = (0x4A3D32, 0x3C3129)
"""The squares, in turns."""

SHARES: Final = (0.0, 0.34, 0.56, 0.78, 1.0)
"""How much of a cell a gobblet of each size fills across."""


@dataclass(frozen=True, slots=True, eq=False)
class GobbletLayout:
    """Places in cells: sixteen squares, and three stacks on either side."""

    places: Mapping[Cell, Region]
    wide: int
    tall: int

    def centre(self, place: Cell) -> tuple[float, float]:
        """The middle of a place, in pixels."""
        x, y, width, height = self.places[place]
        return x + width / 2, 2 * y + height

    def diameter(self, size: int) -> int:
        """How many pixels a gobblet is across."""
        return max(size, round(min(self.wide, 2 * self.tall) * SHARES[size]))


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> GobbletLayout:
    """The largest board that fits, in the middle."""
    tall = max(2, min((height - 1) // 4, 11))
    wide = max(4, min((width - 4) // 6, 2 * tall))
    tall = max(2, min(tall, (wide + 1) // 2 + 1))
    left = max(0, (width - 6 * wide - 4) // 2)
    top = max(0, (height - 4 * tall - 1) // 2)
    first = left + wide + 2
    places = {cell: Region(first + cell % 4 * wide, top + cell // 4 * tall, wide, tall) for cell in CELLS}
    gap = tall // 2
    for seat, x in ((0, left), (1, first + 4 * wide + 2)):
        for at, place in enumerate(STACKS[seat]):
            places[place] = Region(x, top + at * (tall + gap), wide, tall)
    return GobbletLayout(places, wide, tall)


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
        _paint_squares(canvas, layout, look)
        board = _lying(frame)
        for cell in CELLS:
            if board.cells[cell]:
                light = 1.15 + 0.1 * sin(frame.phase * 4 * pi) if cell in _shining(frame) else 1.0
                _paint_gobblet(canvas, layout, layout.centre(cell), board.cells[cell][-1], look, light)
        for seat in (0, 1):
            for place in STACKS[seat]:
                _paint_stack(canvas, layout, place, seat, board.stacks[place - 16], frame, look)
        _write_names(canvas, layout, frame, look)
        _paint_marks(canvas, layout, frame, look)
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


def _paint_squares(canvas: Canvas, layout: GobbletLayout, look: Look) -> None:
    for cell in CELLS:
        x, y, wide, tall = layout.places[cell]
        wood = look.material(WOOD[(cell + cell // 4) % 2])
        ground = wood if look.skin.shaded else mix(look.ground, wood, 0.5)
        canvas.fill(x, 2 * y, wide, 2 * tall, ground)


def _paint_gobblet(
    canvas: Canvas, layout: GobbletLayout, spot: tuple[float, float], one: int, look: Look, light: float = 1.0
) -> None:
    x, y = spot
    seat, size = seat_of(one), size_of(one)
    colour = look.pieces(SIDES)[seat]
    if not look.skin.shaded:
        _draw_gobblet(canvas, layout, spot, one, look)
        return
    outer = layout.diameter(size)
    canvas.blit(marble(outer, colour), int(x - outer / 2 + 0.5), int(y - outer / 2 + 0.5), light)
    inner = round(outer * 0.5)
    if inner >= 2:  # seen from above: the hollow of the cup
        dark = lit(colour, 0.45)
        canvas.blit(marble(inner, dark), int(x - inner / 2 + 0.5), int(y - inner / 2 + 0.5))


def _draw_gobblet(
    canvas: Canvas, layout: GobbletLayout, spot: tuple[float, float], one: int, look: Look
) -> None:
    """A block of the seat's signs, broader and taller for a bigger gobblet, with its size in the middle, or
    beside the one sign of the smallest: without colour its owner would not be seen else."""
    x, y = spot
    seat, size = seat_of(one), size_of(one)
    ink = look.material_ink(look.pieces(SIDES)[seat])
    if not look.dark and seat == 0:
        ink = 0x8A7440
    wide = min(layout.wide - 1 - layout.wide % 2, 2 * size - 1)
    tall = min(layout.tall, max(1, size - 1))
    left, top = int(x) - wide // 2, int(y / 2) - (tall - 1) // 2 - (0 if tall % 2 else 1)
    sign = look.skin.marbles[seat]
    if wide == 1:
        left, wide = left - 1, 2
    for line in range(tall):
        canvas.text(left, top + line, sign * wide, ink, bold=True)
    canvas.text(int(x), top + tall // 2, str(size), 0x101010 if look.dark else 0xFFFFFF, ink, bold=True)


def _paint_stack(
    canvas: Canvas, layout: GobbletLayout, place: Cell, seat: int, size: int, frame: Frame, look: Look
) -> None:
    region = layout.places[place]
    if size:
        _paint_gobblet(canvas, layout, layout.centre(place), 2 * size + seat, look)
    else:
        canvas.text(region.x + region.width // 2, region.y + region.height // 2, look.skin.empty, look.muted)
    legal = place in frame.highlights.legal
    # Beneath the gobblet: on it, or beside it where there is hardly room, nobody could read them.
    x = region.x + (region.width - 4) // 2
    canvas.text(x, region.bottom, NAMES[place][1], look.bright if legal else look.muted, bold=legal)
    canvas.text(x + 2, region.bottom, f"x{size}", look.text if size else look.muted)


def _write_names(canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
    del frame
    for cell in range(4):
        row, column = layout.places[4 * cell], layout.places[12 + cell]
        canvas.text(row.x - 1, row.y + row.height // 2, "ABCD"[cell], look.muted)
        canvas.text(column.x + column.width // 2, column.bottom, str(cell + 1), look.muted)


def _paint_marks(canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
    highlights = frame.highlights
    frames: dict[Cell, tuple[int, float]] = dict.fromkeys(highlights.last, (look.trace, 0.8))
    frames |= dict.fromkeys(highlights.threats, (look.threat, 0.8))
    frames |= dict.fromkeys(highlights.targets, (look.target, 0.8))
    frames |= dict.fromkeys((*highlights.landing, *highlights.hint), (look.target, 1.0))
    frames |= dict.fromkeys(highlights.picked, (look.flash, 1.0))
    frames |= dict.fromkeys(_shining(frame), (look.flash, 0.9))
    if frame.cursor is not None:
        frames[frame.cursor] = (look.cursor, 1.0 if frame.cursor in highlights.legal else 0.6)
    for place, (colour, share) in frames.items():
        _paint_frame(canvas, layout.places[place], colour, share, look)


def _paint_frame(canvas: Canvas, region: Region, colour: int, share: float, look: Look) -> None:
    """The corners of a frame: enough to be seen, and the wood between them stays quiet."""
    x, y, wide, tall = region
    if look.skin.shaded and look.coloured:
        along, down = max(2, wide // 4), max(2, tall // 2)
        right, bottom = x + wide - 1, 2 * (y + tall) - 1
        for at in range(along):
            for column in (x + at, right - at):
                canvas.dot(column, 2 * y, colour, share)
                canvas.dot(column, bottom, colour, share)
        for at in range(1, down):
            for line in (2 * y + at, bottom - at):
                canvas.dot(x, line, colour, share)
                canvas.dot(right, line, colour, share)
        return
    box, ink = look.frame(colour), mix(look.ground, colour, max(share, 0.9))
    for line, ends in ((y, (box[0], box[2])), (y + tall - 1, (box[4], box[5]))):
        canvas.text(x, line, ends[0] + box[1], ink, bold=True)
        canvas.text(x + wide - 2, line, box[1] + ends[1], ink, bold=True)


def _paint_hand(canvas: Canvas, layout: GobbletLayout, frame: Frame, look: Look) -> None:
    """The gobblet in the air: it rises where it stood, travels, and comes down."""
    event = frame.event
    if not event or event.kind not in ("lift", "reveal", "put", "cover"):
        return
    high = layout.tall * 0.8
    if event.kind == "lift":
        x, y = layout.centre(event.cells[0])
        _paint_gobblet(canvas, layout, (x, y - high * frame.phase), event.facts["gobblet"], look, 1.08)
    elif event.kind == "reveal":
        x, y = layout.centre(event.facts["origin"])
        _paint_gobblet(canvas, layout, (x, y - high), frame.board.hand, look, 1.08)
    elif frame.phase < 1:
        x0, y0 = layout.centre(event.cells[0])
        x1, y1 = layout.centre(event.cells[1])
        travel = min(1.0, frame.phase / 0.7)
        ease = travel * travel * (3 - 2 * travel)
        fall = max(0.0, (frame.phase - 0.7) / 0.3) ** 2
        spot = (x0 + (x1 - x0) * ease, y0 + (y1 - y0) * ease - high * (1 - fall))
        _paint_gobblet(canvas, layout, spot, event.facts["gobblet"], look, 1.08)

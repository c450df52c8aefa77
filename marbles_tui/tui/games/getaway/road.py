"""The way from Start to Castle in small: every square a tile, in rows that wind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from textual.geometry import Region, Size

from marbles_tui.core import Cell
from marbles_tui.core.text import plural
from marbles_tui.games.getaway.scene import Scene as Trail
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import luminance, mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.getaway.board import PATH
from marbles_tui.tui.games.getaway.colours import PAWNS
from marbles_tui.tui.games.getaway.layout import grid
from marbles_tui.tui.games.getaway.signs import COLOURS, effect, sign
from marbles_tui.tui.widgets.board_view import BoardView

WIDEST: Final = 14
TALLEST: Final = 6
NARROWEST: Final = 2
WORDS: Final = 9
"""From this width of a tile on it says what waits there."""


@dataclass(frozen=True, slots=True, eq=False)
class RoadLayout:
    """Tiles of `wide` by `tall` cells, `across` in a row."""

    across: int
    wide: int
    tall: int
    gap: int
    fall: int
    left: int
    top: int
    places: Mapping[Cell, Region]


@lru_cache(maxsize=32)
def lay_out(width: int, height: int, count: int) -> RoadLayout:
    """The largest tiles with which all squares fit, below a line of words and above another."""
    room = height - 2
    best = (NARROWEST, 1, 0, 0, max(1, width // NARROWEST))
    for tall in range(2, TALLEST + 1):
        rows = (room + 1) // (tall + 1)
        if rows < 1:
            break
        across = -(-count // rows)
        rows = -(-count // across)
        for gap in (1, 0):
            wide = min(WIDEST, 4 * tall, (width + gap) // across - gap)
            if wide < NARROWEST or (gap == 0 and wide > NARROWEST) or tall > max(2, wide // 2):
                continue
            if (wide * tall, gap) > (best[0] * best[1], best[2]):
                fall = min(2, (room - rows * tall) // (rows - 1)) if rows > 1 else 0
                best = (wide, tall, gap, fall, across)
    wide, tall, gap, fall, across = best
    rows = -(-count // across)
    left = max(0, (width - across * (wide + gap) + gap) // 2)
    top = 1 + max(0, (room - rows * tall - (rows - 1) * fall) // 2)
    places: dict[Cell, Region] = {}
    for square in range(count):
        row, column = grid(square, across)
        places[square] = Region(left + column * (wide + gap), top + row * (tall + fall), wide, tall)
    return RoadLayout(across, wide, tall, gap, fall, left, top, places)


class Road(BoardView[RoadLayout]):
    """A trail to look at: all of it, whatever the room."""

    LEAST_ROWS: ClassVar[int] = 4

    def lay_out(self, size: Size, look: Look) -> RoadLayout:
        """See the function of that name."""
        del look
        trail: Trail = self.frame.board
        return lay_out(size.width, size.height, len(trail.trail.squares))

    def _current_layout(self) -> RoadLayout:
        return self.lay_out(self.content_size, self.look)  # trails differ in length

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Nobody points at squares here."""
        del dx, dy
        return cell

    def paint(self, canvas: Canvas, layout: RoadLayout, frame: Frame, look: Look) -> None:
        """The path, the tiles, who stands on the first, and the names of both ends; nothing where it does not fit."""
        trail: Trail = frame.board
        if any(
            place.right > canvas.width or place.bottom > canvas.height for place in layout.places.values()
        ):
            return
        for square in range(len(layout.places) - 1):
            _paint_path(canvas, layout, square, look)
        for square in layout.places:
            _paint_tile(canvas, layout, trail, square, look)
        _paint_pawns(canvas, layout, trail, look)
        _write_ends(canvas, layout, trail, look)


def _paint_path(canvas: Canvas, layout: RoadLayout, square: int, look: Look) -> None:
    here, there = layout.places[square], layout.places[square + 1]
    ink = look.material(PATH)
    if here.y == there.y:
        left, right = min(here.right, there.right), max(here.x, there.x)
        middle = here.y + here.height // 2
        if look.skin.shaded:
            canvas.fill(left, 2 * middle, right - left, 1, ink)
        else:
            canvas.text(left, here.y, ("-" if look.skin.plain else "─") * (right - left), ink)
        return
    x = here.x + here.width // 2
    for y in range(here.bottom, there.y):
        if look.skin.shaded:
            canvas.fill(x, 2 * y, 1, 2, ink)
        else:
            canvas.text(x, y, "|" if look.skin.plain else "│", ink)


def _paint_tile(canvas: Canvas, layout: RoadLayout, trail: Trail, square: int, look: Look) -> None:
    x, y, wide, tall = layout.places[square]
    kind = trail.trail.kind(square)
    colour = look.material(COLOURS[kind])
    mark = sign(kind, look.skin.plain)
    middle = x + (wide - 1) // 2
    if not look.skin.shaded or not look.coloured:
        box = look.skin.box
        if wide > 2 and tall > 1:
            canvas.text(x, y, box[1] * wide, look.material_ink(colour))
        canvas.text(middle, y, mark, look.material_ink(colour), bold=True)
    else:
        head = 0x101014 if luminance(colour) > 0.45 else 0xFFFFFF
        canvas.fill(x, 2 * y, wide, 2, colour)
        canvas.fill(x, 2 * y + 2, wide, 2 * tall - 2, mix(look.ground, colour, 0.32))
        canvas.text(middle, y, mark, head, bold=True)
    note = effect(trail.trail.squares[square].encounter)
    if wide >= WORDS and tall >= 3 and len(note) <= wide:
        canvas.text(x + (wide - len(note)) // 2, y + tall - 1, note, mix(look.ground, look.text, 0.8))


def _paint_pawns(canvas: Canvas, layout: RoadLayout, trail: Trail, look: Look) -> None:
    x, y, wide, tall = layout.places[0]
    for seat in range(min(len(trail.travellers), wide if tall > 1 else 0)):
        ink = look.material_ink(look.pieces(PAWNS)[seat])
        canvas.text(x + seat, y + 1, str(seat + 1) if look.skin.plain else "●", ink, bold=True)


def _write_ends(canvas: Canvas, layout: RoadLayout, trail: Trail, look: Look) -> None:
    """The name of the start above, that of the castle below, what the board is like at the right."""
    board = trail.trail
    last = layout.places[board.last]
    wide = layout.across * (layout.wide + layout.gap) - layout.gap
    above, below = layout.top - 1, last.bottom
    start, castle = board.squares[0].name, board.squares[board.last].name
    facts = (plural(len(board.squares), "square"), f"die of {board.sides}", f"{board.gold:,} gold")
    told = f" {look.skin.dot} ".join(facts)
    canvas.text(layout.left, above, start[:wide], look.text, bold=True)
    if len(start) + len(told) + 2 <= wide:
        canvas.text(layout.left + wide - len(told), above, told, look.muted)
    at = min(last.x, layout.left + wide - len(castle)) if len(castle) <= wide else layout.left
    canvas.text(max(layout.left, at), below, castle[:wide], look.text, bold=True)

"""BeadMaster's frame with its holes, and the bars under it with the ends that stick out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from textual.geometry import Region

from marbles_tui.core import Cell
from marbles_tui.games.beadmaster.bars import SIZE, SLOTS, End
from marbles_tui.tui.drawing.backdrop import backdrop
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.beadmaster.layout import GridLayout

FRAME: Final = (0x584732, 0xC79A62)
"""The wood around the holes on dark themes and on light ones."""

BLACK: Final = 0x05070A
COLOURS: Final = {"blue": 0x3A63C4, "red": 0xB8433F, "black": BLACK}
"""What is seen through a hole: a slot of an upright bar, of a flat one, or nothing."""

BLOCKED: Final = 0x555A66
LIT: Final = 0.22
"""How much lighter a picked bar is."""

Kind = Literal["blue", "red", "black"]


def _wood(look: Look) -> int:
    return FRAME[0 if look.dark else 1]


@backdrop
def paint_frame(canvas: Canvas, layout: GridLayout, look: Look) -> None:
    """The wood around the holes, light above and dark below."""
    x, y, wide, _ = layout.grid
    wood, high = _wood(look), SIZE * layout.down + layout.edge
    canvas.fill(x, 2 * y, wide, high, wood)
    canvas.fill(x, 2 * y, wide, layout.edge, mix(wood, 0xFFFFFF, 0.22))
    canvas.fill(x, 2 * y + high - layout.edge, wide, layout.edge, mix(wood, 0, 0.3))


@lru_cache(maxsize=256)
def _slot(wide: int, high: int, kind: Kind, blocked: bool, lit_up: bool) -> tuple[tuple[int, ...], ...]:
    """The pixels of an empty hole over a slot."""
    colour = COLOURS[kind]
    if blocked and kind != "black":
        colour = mix(colour, BLOCKED, 0.72)
    if lit_up:
        colour = mix(colour, 0xFFFFFF, LIT if kind != "black" else 0.06)
    top = mix(colour, 0, 0.34)
    rows = [[colour] * wide for _ in range(high)]
    rows[0] = [top if high > 2 else colour] * wide
    if kind == "black":
        rows[-1] = [mix(colour, 0xFFFFFF, 0.05)] * wide
    elif wide > 3:
        for row in rows[1:]:
            row[0] = mix(row[0], 0xFFFFFF, 0.08)
            row[-1] = mix(row[-1], 0, 0.16)
    return tuple(map(tuple, rows))


def paint_hole(
    canvas: Canvas,
    layout: GridLayout,
    places: tuple[float, ...],
    hole: Cell,
    blocked: tuple[bool, bool],
    picked: Mapping[int, bool],
) -> None:
    """A hole over its bars, of which the flat and the upright one may be `blocked`, or `picked` and lighter."""
    row, column = divmod(hole, SIZE)
    across, upright = places[row], places[SIZE + column]
    left, top = layout.pixels(hole)
    wide, high = layout.wide, layout.high
    pictures = {
        "blue": _slot(wide, high, "blue", blocked[1], SIZE + column in picked),
        "red": _slot(wide, high, "red", blocked[0], row in picked),
        "black": _slot(wide, high, "black", False, False),
    }
    for y in range(high):
        blue = SLOTS[SIZE + column][int(row + upright + (y + 0.5) / layout.down)] == "x"
        for x in range(wide):
            red = SLOTS[row][int(column + across + (x + 0.5) / layout.across)] == "x"
            kind: Kind = "blue" if blue else "red" if red else "black"
            canvas.pixels[top + y][left + x] = pictures[kind][y][x]


def paint_ends(
    canvas: Canvas, layout: GridLayout, frame: Frame, bar: int, place: float, picked: bool, look: Look
) -> None:
    """The slots of a bar that stick out, filled ones bright, holed ones dark."""
    colour = COLOURS["red" if bar < SIZE else "blue"]
    if frame.board.blocked[bar]:
        colour = mix(colour, BLOCKED, 0.72)
    if picked:
        colour = mix(colour, 0xFFFFFF, LIT)
    for end in (End(bar, -1), End(bar, 1)):
        for slot, sign in enumerate(SLOTS[bar]):
            _paint_slot(canvas, layout, end, slot - place, colour, sign == "x", look)


def _paint_slot(
    canvas: Canvas, layout: GridLayout, end: End, at: float, colour: int, filled: bool, look: Look
) -> None:
    """A slot `at` slots from the bar's first hole, as far as it sticks out at an end."""
    flat, size = end.bar < SIZE, layout.slot
    grid_start, grid_end = _extent(layout, flat)
    start = grid_start + round(at * size) if end.step < 0 else grid_end + round((at - SIZE) * size)
    low, high = (grid_start - 2 * size, grid_start) if end.step < 0 else (grid_end, grid_end + 2 * size)
    first, last = max(start, low), min(start + size, high)
    if last <= first:
        return
    x, y = layout.pixels(SIZE * end.bar if flat else end.bar - SIZE)
    if flat:
        x, y, wide, tall = first, y, last - first, layout.high
    else:
        x, y, wide, tall = x, first, layout.wide, last - first
    canvas.fill(x, y, wide, tall, colour)
    if flat and tall > 2:
        canvas.fill(x, y, wide, 1, mix(colour, 0xFFFFFF, 0.16))
        canvas.fill(x, y + tall - 1, wide, 1, mix(colour, 0, 0.22))
    elif not flat and wide > 2:
        canvas.fill(x, y, 1, tall, mix(colour, 0xFFFFFF, 0.16))
        canvas.fill(x + wide - 1, y, 1, tall, mix(colour, 0, 0.22))
    if not filled:
        hollow = mix(look.ground, colour, 0.35) if look.dark else mix(colour, 0, 0.45)
        if size > 2 and min(wide, tall) > 2:
            canvas.fill(x + 1, y + 1, wide - 2, tall - 2, hollow)
        else:
            canvas.fill(x, y, wide, tall, hollow)


def _extent(layout: GridLayout, flat: bool) -> tuple[int, int]:
    """Where the grid begins and ends along a bar, in columns or in pixels."""
    if flat:
        return layout.grid.x, layout.grid.right
    return 2 * layout.grid.y, 2 * layout.grid.y + SIZE * layout.down + layout.edge


def paint_sides(canvas: Canvas, layout: GridLayout, bar: int, place: float, colour: int) -> None:
    """Both long sides of a bar, from one of its ends to the other."""
    flat = bar < SIZE
    start, stop = _extent(layout, flat)
    start -= round(place * layout.slot)
    stop += round((2 - place) * layout.slot)
    x, y = layout.pixels(SIZE * bar if flat else bar - SIZE)
    if flat and layout.edge:
        canvas.fill(start, y - 1, stop - start, 1, colour)
        canvas.fill(start, y + layout.high, stop - start, 1, colour)
    elif not flat:
        canvas.fill(x - 1, start, 1, stop - start, colour)
        canvas.fill(x + layout.wide, start, 1, stop - start, colour)


def paint_hole_frame(canvas: Canvas, layout: GridLayout, hole: Cell, colour: int) -> None:
    """The frame around a hole in a colour."""
    x, y = layout.pixels(hole)
    wide, high = layout.wide, layout.high
    if layout.edge:
        canvas.fill(x - 1, y - 1, wide + 2, 1, colour)
        canvas.fill(x - 1, y + high, wide + 2, 1, colour)
    canvas.fill(x - 1, y, 1, high, colour)
    canvas.fill(x + wide, y, 1, high, colour)


def shown_end(layout: GridLayout, end: End, place: float) -> Region:
    """The region of an end as far as it sticks out, at least one slot of it where it is wholly in."""
    region = layout.places[end.cell]
    out = round(place if end.step < 0 else 2 - place)
    if end.bar < SIZE:
        wide = max(1, out) * layout.slot
        return Region(region.right - wide if end.step < 0 else region.x, region.y, wide, region.height)
    tall = max(1, -(-max(1, out) * layout.slot // 2))
    return Region(region.x, region.bottom - tall if end.step < 0 else region.y, region.width, tall)

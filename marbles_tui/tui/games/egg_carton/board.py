"""The egg carton, seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin, sqrt
from typing import ClassVar, Final

from textual.geometry import Region, Size, Spacing

from marbles_tui.core import Cell
from marbles_tui.games.egg_carton.ring import ENDS, LEFT_END, LETTERS, RIGHT_END, SIDES, Board
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.frame import Frame
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.drawing.sprites import hollow, marble, pile, shadow
from marbles_tui.tui.widgets.board_view import BoardView

CARTON: Final = 0x6B6459
INSIDE: Final = (0x1E1B18, 0x4A443C)
"""A hollow's ground: in the shadow of the rim, and in the light."""

MOST_DRAWN: Final = 16
"""More marbles than that in one place are only counted."""

LEAST_SHADED: Final = 4
"""The smallest diameter, in pixels, at which a shaded marble still reads as one."""

BOTTOM: Final = tuple(SIDES[0])
TOP: Final = tuple(reversed(SIDES[1]))


@dataclass(frozen=True, slots=True, eq=False)
class CartonLayout:
    """Places in cells; a hollow's box is its region, two pixels to each row."""

    places: Mapping[Cell, Region]
    carton: Region
    diameter: int
    labels: tuple[int, int]
    """The rows of the letters above and below the carton."""


@lru_cache(maxsize=16)
def lay_out(width: int, height: int) -> CartonLayout:
    """The largest carton that fits, in the middle."""
    gap = 2 if width >= 100 else 1
    end = max(4, min(12, width // 12))
    wide = max(3, min(24, (width - 2 - 2 * end - 7 * gap) // 6))
    tall = max(1, min((height - 5) // 2, int(wide * 0.85)))
    whole_wide = 6 * wide + 2 * end + 9 * gap
    whole_tall = 2 * tall + 3
    left = max(0, (width - whole_wide) // 2)
    top = max(1, (height - whole_tall - 2) // 2 + 1)
    first = left + 2 * gap + end
    places: dict[Cell, Region] = {}
    for at in range(6):
        x = first + at * (wide + gap)
        places[TOP[at]] = Region(x, top + 1, wide, tall)
        places[BOTTOM[at]] = Region(x, top + tall + 2, wide, tall)
    places[LEFT_END] = Region(left + gap, top + 1, end, 2 * tall + 1)
    places[RIGHT_END] = Region(left + whole_wide - gap - end, top + 1, end, 2 * tall + 1)
    area = wide * 0.8 * 2 * tall * 0.85
    diameter = max(3, min(9, round(sqrt(area / 5))))
    return CartonLayout(
        places, Region(left, top, whole_wide, whole_tall), diameter, (top - 1, top + whole_tall)
    )


class EggCartonBoard(BoardView[CartonLayout]):
    """Twelve hollows with their marbles, two ends, and the hand that sows."""

    BEATS: ClassVar[Mapping[str, float]] = {
        "take": 0.45,
        "drop": 0.28,
        "last": 0.70,
        "relay": 0.30,
        "again": 0.80,
        "over": 0.60,
        "win": 1.40,
    }

    def lay_out(self, size: Size, look: Look) -> CartonLayout:
        """See the function of that name."""
        del look
        return lay_out(size.width, size.height)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Along a row, or across to the slot opposite."""
        row, other = (BOTTOM, TOP) if cell in BOTTOM else (TOP, BOTTOM)
        if cell in ENDS:
            return BOTTOM[5] if cell == RIGHT_END else BOTTOM[0]
        at = row.index(cell)
        if dy:
            return other[at] if (dy < 0) == (row is BOTTOM) else cell
        return row[max(0, min(5, at + dx))]

    def paint(self, canvas: Canvas, layout: CartonLayout, frame: Frame, look: Look) -> None:
        """The carton, its marbles, the marks, the hand."""
        ring = _lying(frame)
        if look.skin.shaded:
            _paint_carton(canvas, layout, look)
            for cell, region in layout.places.items():
                if layout.diameter < LEAST_SHADED:
                    _draw_marbles(canvas, cell, region.shrink(Spacing(0, 1, 0, 1)), ring[cell], look)
                else:
                    _paint_place(canvas, layout, cell, region, ring[cell], look)
            _paint_rims(canvas, layout, frame, look)
        else:
            _draw_carton(canvas, layout, ring, frame, look)
        _write_labels(canvas, layout, ring, frame, look)
        _paint_hand(canvas, layout, frame, look)


def _lying(frame: Frame) -> tuple[int, ...]:
    """The marbles in their places: a marble on its way counts when it lands."""
    board: Board = frame.board
    event = frame.event
    if event and event.kind in ("drop", "take") and frame.phase < (0.8 if event.kind == "drop" else 0.35):
        before: tuple[int, ...] = frame.before.ring
        return before
    return board.ring


def _colours(place: Cell, count: int) -> Iterable[int]:
    """The colours of the marbles in a place; the same place and marble always look the same."""
    return (MARBLES[(place * 3 + at * 5 + at // 7) % len(MARBLES)] for at in range(min(count, MOST_DRAWN)))


# Shaded


@lru_cache(maxsize=8)
def _empty_carton(layout: CartonLayout, width: int, height: int, look: Look) -> Canvas:
    canvas = Canvas(width, height, look.ground)
    x, y, wide, tall = layout.carton
    board = look.material(CARTON)
    for line in range(2 * tall):
        shade = mix(mix(board, 0xFFFFFF, 0.07), mix(board, 0, 0.16), line / (2 * tall))
        canvas.fill(x, 2 * y + line, wide, 1, shade)
    canvas.fill(x, 2 * y, wide, 1, mix(board, 0xFFFFFF, 0.25))
    canvas.fill(x, 2 * (y + tall) - 1, wide, 1, mix(board, 0, 0.4))
    for corner_x in (x, x + wide - 1):
        for corner_y in (2 * y, 2 * (y + tall) - 1):
            canvas.dot(corner_x, corner_y, look.ground)
    for region in layout.places.values():
        left, top = region.x, 2 * region.y
        for dx, dy, inside, rim, light in hollow(region.width, 2 * region.height):
            ground = mix(look.material(INSIDE[0]), look.material(INSIDE[1]), light)
            canvas.dot(left + dx, top + dy, ground, inside)
            canvas.dot(left + dx, top + dy, mix(mix(board, 0, 0.42), mix(board, 0xFFFFFF, 0.24), light), rim)
    return canvas


def _paint_carton(canvas: Canvas, layout: CartonLayout, look: Look) -> None:
    base = _empty_carton(layout, canvas.width, canvas.height, look)
    for row, source in zip(canvas.pixels, base.pixels, strict=True):
        row[:] = source


@lru_cache(maxsize=1024)
def _filled(
    layout: CartonLayout, cell: Cell, count: int, width: int, height: int, look: Look
) -> tuple[list[int], ...]:
    """The pixels of a place with its marbles."""
    region = layout.places[cell]
    canvas = _empty_carton(layout, width, height, look).copy()
    left, top = region.x, 2 * region.y
    size, corners = _heap(layout, cell, count)
    for (dx, dy), colour in zip(corners, _colours(cell, count), strict=True):
        canvas.blit(marble(size, colour), left + dx, top + dy)
    return tuple(row[left : left + region.width] for row in canvas.pixels[top : top + 2 * region.height])


def _heap(layout: CartonLayout, cell: Cell, count: int) -> tuple[int, list[tuple[int, int]]]:
    """The diameter of a place's marbles, and where they lie, from its own upper left pixel.

    A crowd is drawn smaller, so that each marble can still be seen.
    """
    region = layout.places[cell]
    wide, tall = region.width - 2, 2 * region.height - 2 - region.height // 4
    for size in range(layout.diameter, 2, -1):
        corners = pile(min(count, MOST_DRAWN), max(size, wide), max(size, tall), size)
        if size == 3 or len(corners) <= (wide * 4 // (3 * size)) * (tall * 5 // (4 * size)):
            break
    top = (2 * region.height - max(size, tall)) // 2
    return size, [(1 + x, top + y) for x, y in corners]


def _paint_place(
    canvas: Canvas, layout: CartonLayout, cell: Cell, region: Region, count: int, look: Look
) -> None:
    if count and region.bottom <= canvas.height and region.right <= canvas.width:
        rows = _filled(layout, cell, count, canvas.width, canvas.height, look)
        for row, source in zip(canvas.pixels[2 * region.y :], rows, strict=False):
            row[region.x : region.right] = source


def _rim(canvas: Canvas, region: Region, colour: int, share: float) -> None:
    for dx, dy, _, rim, _ in hollow(region.width, 2 * region.height):
        if rim:
            canvas.dot(region.x + dx, 2 * region.y + dy, colour, rim * share)


def _paint_rims(canvas: Canvas, layout: CartonLayout, frame: Frame, look: Look) -> None:
    for cell, (colour, share) in _rims(frame, look).items():
        _rim(canvas, layout.places[cell], colour, share)


def _rims(frame: Frame, look: Look) -> dict[Cell, tuple[int, float]]:
    """The places whose rim stands out: colour and strength, the weightiest last."""
    highlights = frame.highlights
    rims: dict[Cell, tuple[int, float]] = dict.fromkeys(highlights.last, (look.trace, 0.8))
    rims |= dict.fromkeys(highlights.landing, (look.target, 0.95))
    rims |= dict.fromkeys(highlights.hint, (look.target, 1.0))
    if frame.cursor is not None:
        rims[frame.cursor] = (look.cursor, 1.0 if frame.cursor in highlights.legal else 0.45)
    event = frame.event
    if event and event.kind in ("last", "relay"):
        glow = 0.55 + 0.45 * sin(frame.phase * pi) if event.kind == "last" else 1.0
        rims[event.cells[0]] = (look.flash, glow)
    if event and event.kind == "win":
        pulse = 0.5 + 0.5 * sin(frame.phase * 4 * pi)
        rims |= dict.fromkeys(SIDES[event.facts["seat"]], (look.flash, pulse))
    rims |= dict.fromkeys(highlights.winners, (look.flash, 0.9))
    return rims


# Glyphs and ASCII


def _draw_carton(
    canvas: Canvas, layout: CartonLayout, ring: tuple[int, ...], frame: Frame, look: Look
) -> None:
    x, y, wide, tall = layout.carton
    ground = mix(look.ground, look.material(CARTON), 0.35)
    canvas.fill(x, 2 * y, wide, 2 * tall, ground)
    rims = _rims(frame, look)
    for cell, region in layout.places.items():
        colour, share = rims.get(cell, (look.muted, 0.9))
        marked = look.skin.traced if colour == look.trace else look.skin.bright
        box = marked if cell in rims else look.skin.box
        inside = mix(ground, 0, 0.45) if look.dark else mix(ground, 0xFFFFFF, 0.5)
        canvas.fill(region.x, 2 * region.y, region.width, 2 * region.height, inside)
        within = region
        if region.height > 2:
            _draw_box(canvas, region, box, mix(ground, colour, share))
            within = region.shrink(Spacing(1, 1, 1, 1))
        _draw_marbles(canvas, cell, within, ring[cell], look)


def _draw_box(canvas: Canvas, region: Region, box: str, ink: int) -> None:
    x, y, wide, tall = region
    canvas.text(x, y, box[0] + box[1] * (wide - 2) + box[2], ink)
    for line in range(y + 1, y + tall - 1):
        canvas.text(x, line, box[3], ink)
        canvas.text(x + wide - 1, line, box[3], ink)
    canvas.text(x, y + tall - 1, box[4] + box[1] * (wide - 2) + box[5], ink)


def _draw_marbles(canvas: Canvas, cell: Cell, region: Region, count: int, look: Look) -> None:
    """Marbles as signs in the middle of a region, with blanks between them where there is room."""
    left, top, wide, tall = region
    pitch = 2 if count <= (wide + 1) // 2 * tall else 1
    across = (wide + pitch - 1) // pitch
    shown = min(count, MOST_DRAWN, across * tall)
    if not shown:
        return
    rows = -(-shown // across)
    columns = -(-shown // rows)
    for at, colour in zip(range(shown), _colours(cell, shown), strict=True):
        row, column = divmod(at, columns)
        here = min(columns, shown - row * columns)
        x = left + (wide - (here * pitch - (pitch - 1))) // 2 + column * pitch
        y = top + (tall - rows) // 2 + row
        canvas.text(x, y, look.skin.marble, look.material_ink(colour), bold=True)


# Words and the hand


def _write_labels(
    canvas: Canvas, layout: CartonLayout, ring: tuple[int, ...], frame: Frame, look: Look
) -> None:
    for cells, row in ((TOP, layout.labels[0]), (BOTTOM, layout.labels[1])):
        for cell in cells:
            region = layout.places[cell]
            note = frame.highlights.notes.get(cell, "")
            label = f"{LETTERS[cell]} {ring[cell]:>2}"
            x = region.x + (region.width - 4) // 2
            legal = cell in frame.highlights.legal
            ink = look.bright if legal else look.muted
            canvas.text(x, row, label[0], ink, bold=legal)
            canvas.text(x + 1, row, label[1:], look.text if ring[cell] else look.muted)
            canvas.text(x + 5, row, note, look.target)
    for cell in ENDS:
        region = layout.places[cell]
        middle = region.x + region.width // 2
        count = str(ring[cell])
        canvas.text(middle - 1, layout.labels[0], "end", look.muted)
        canvas.text(middle - (len(count) - 1) // 2, layout.labels[1], count, look.text)


def _paint_hand(canvas: Canvas, layout: CartonLayout, frame: Frame, look: Look) -> None:
    event = frame.event
    if not event or event.kind not in ("take", "drop"):
        return
    phase = frame.phase
    if event.kind == "take":
        place = event.cells[0]
        rise = min(1.0, max(0.0, (phase - 0.35) / 0.65))
        if phase >= 0.35:
            _draw_hand(canvas, layout, _above(layout, place, rise), event.facts["hand"], place, look)
        return
    start, end = event.cells
    travel = min(1.0, phase / 0.45)
    ease = travel * travel * (3 - 2 * travel)
    x0, y0 = _above(layout, start, 1.0)
    x1, y1 = _above(layout, end, 1.0)
    spot = (x0 + (x1 - x0) * ease, y0 + (y1 - y0) * ease)
    held: int = event.facts["hand"]
    falling = phase > 0.45
    _draw_hand(canvas, layout, spot, held if falling else held + 1, start, look)
    if falling and phase < 0.8:
        _drop_marble(canvas, layout, frame, (x1, y1), (phase - 0.45) / 0.35, look)


def _above(layout: CartonLayout, place: Cell, rise: float) -> tuple[float, float]:
    """Where the hand hovers over a place, in pixels: the middle of its marbles."""
    region = layout.places[place]
    down = region.height * (1.0 - 0.62 * rise) if place not in ENDS else region.height * 0.35
    return region.x + region.width / 2, 2 * region.y + down


def _draw_hand(
    canvas: Canvas, layout: CartonLayout, spot: tuple[float, float], held: int, place: Cell, look: Look
) -> None:
    if not held:
        return
    x, y = spot
    shown = min(held, 5)
    size = layout.diameter
    pitch = max(2, (size + 1) // 2)
    left = int(x - (size + (shown - 1) * pitch) / 2 + 0.5)
    tag = f" {held} "
    if look.skin.shaded:
        top = int(y - size / 2 + 0.5)
        for at in range(shown):
            canvas.blit(shadow(size + 2), left + at * pitch - 1, top)
        for at, colour in zip(range(shown), _colours(place, shown), strict=True):
            canvas.blit(marble(size, colour), left + at * pitch, top, light=1.1)
        column, line = left + size + (shown - 1) * pitch, int(y / 2)
    else:
        tag = f" {look.skin.marble}{tag[1:]}"
        column, line = int(x - len(tag) / 2 + 0.5), int(y / 2)
    canvas.text(min(column, canvas.width - len(tag)), line, tag, 0x101010, look.flash, bold=True)


def _drop_marble(
    canvas: Canvas, layout: CartonLayout, frame: Frame, spot: tuple[float, float], fall: float, look: Look
) -> None:
    """One marble on its way from the hand to where it will lie."""
    assert frame.event
    place = frame.event.cells[1]
    count = frame.board.ring[place]
    region = layout.places[place]
    at = min(count, MOST_DRAWN) - 1
    size, corners = _heap(layout, place, count)
    dx, dy = corners[at]
    colour = list(_colours(place, count))[at]
    x0, y0 = spot[0] - size / 2, spot[1] - size / 2
    x1, y1 = region.x + dx, 2 * region.y + dy
    drop = fall * fall
    x, y = x0 + (x1 - x0) * fall, y0 + (y1 - y0) * drop
    if look.skin.shaded:
        canvas.blit(marble(size, colour), int(x + 0.5), int(y + 0.5))
    else:
        canvas.text(
            int(x + size / 2), int((y + size / 2) / 2), look.skin.marble, look.material_ink(colour), bold=True
        )

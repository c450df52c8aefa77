"""Scenes on a canvas: every item by the same points, whatever these are, halves of cells or pixels of an image."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import ceil, floor

from textual.geometry import Region

from marbles_tui.core.palette import Colours, ink_on, lit, luminance, mix
from marbles_tui.core.scene import (
    Ball,
    Box,
    Disc,
    Hollow,
    Item,
    Label,
    Letters,
    Line,
    Mark,
    Part,
    Piece,
    Point,
    Polygon,
    Rect,
    Tile,
    around,
)
from marbles_tui.tui.kit.big_letters import GOLD, TALL_FACE, darkened, down, dropped, paint_word, set_words
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.fit import Grid
from marbles_tui.tui.kit.shapes import (
    TINY,
    Picture,
    ball,
    box,
    line,
    polygon,
    ring,
    row_of,
)
from marbles_tui.tui.kit.view import View

FLAT = 9
"""Points across below which a marble is so small that it has to be whole cells wide."""

DENT = 8
"""Cells across below which a round hollow is a mere dent."""

MANY = 3
"""Parts from which on a piece is kept as a picture."""

SHADOW = 0.42
"""How dark the shadow of a marble is."""


class Painter:
    """Puts items on a canvas."""

    def __init__(self, canvas: Canvas, seen: View, colours: Colours) -> None:
        self.canvas, self.seen, self.colours = canvas, seen, colours
        self.across, self.down, _ = canvas.grid

    def put(self, item: Item) -> None:
        """An item."""
        match item:
            case Ball():
                self._ball(item)
            case Piece():
                self._piece(item)
            case Hollow():
                self._hollow(item)
            case Mark():
                self._mark(item)
            case Label():
                self._label(item)
            case Box():
                self._box(item)
            case Disc(at=at, r=r, colour=colour, flat=flat):
                (x, y), wide = self._point(at), self._wide(r)
                if -wide < x < self.canvas.width * self.across + wide:
                    tall = self._tall(r) * flat
                    self.canvas.shape(
                        box(x - wide, y - tall, x + wide, y + tall, wide, tall), self.colours[colour]
                    )
            case Polygon(points=points, colour=colour):
                self.canvas.shape(polygon(tuple(map(self._point, points))), self.colours[colour])
            case Line():
                self._line(item)
            case Letters():
                write_letters(self.canvas, self.seen.region(around(item.at, *item.half)), item)
            case Tile():
                self._tile(item)

    # Distances in points

    def _point(self, at: Point) -> Point:
        x, y = self.seen.cell(at)
        return x * self.across, y * self.down

    def _wide(self, length: float) -> float:
        return length * self.seen.k * self.across

    def _tall(self, length: float) -> float:
        return length * self.seen.k / 2 * self.down

    def _extent(self, half: Point) -> Point:
        """Twice these distances: round things stay round, others fill their share of a stretched board."""
        if half[0] == half[1]:
            return self._round(half[0])
        return 2 * half[0] * self.seen.kx * self.across, 2 * half[1] * self.seen.ky * self.down

    def _round(self, r: float) -> Point:
        """The width and the height of what is round: the same in pixels, whatever the shape of a cell is."""
        wide, tall = 2 * self._wide(r), 2 * self._tall(r)
        return (wide, tall) if self.canvas.grid.signs else (min(wide, tall), min(wide, tall))

    def _over(self, left: float, top: float, right: float, bottom: float) -> None:
        """No letters where cells are covered wholly."""
        x, y = ceil(left / self.across - 0.3), ceil(top / self.down - 0.3)
        wide, tall = floor(right / self.across + 0.3) - x, floor(bottom / self.down + 0.3) - y
        if wide > 0 and tall > 0:
            self.canvas.erase(x, y, wide, tall)

    # Items

    def _ball(self, item: Ball) -> None:
        wide, tall = (max(1, round(length)) for length in self._round(item.r))
        if self.across == 2 and wide < FLAT:
            wide = max(2, wide - wide % 2)
            tall = max(1, wide * self.down // 4)
        x, y = self._point(item.at)
        colour = self.colours[item.colour]
        if self.across < 3 and self.across <= wide <= 2 * self.across:  # no points are as round as a letter
            self.canvas.text(floor(x / self.across + 1e-6), floor(y / self.down + 1e-6), "●", colour)
            return
        left, top = _begin(x - wide / 2, wide, self.across), floor(y - tall / 2 + 0.5 + 1e-6)
        square = 2 * self.across / self.down if self.canvas.grid.signs else 1.0
        self._over(left, top, left + wide, top + tall)
        if wide >= (5 if self.across < 3 else 1) * self.across:
            shift = max(1, round(wide * 0.08))
            shadow = ball(wide, tall, 0)
            self.canvas.blit(shadow, left + shift, top + max(1, round(shift / square)), SHADOW)
        low = min(wide, tall * square) <= TINY and top % self.down > 0
        self.canvas.blit(ball(wide, tall, colour, item.turn, item.heading, square, low), left, top)

    def _piece(self, item: Piece) -> None:
        """Of a few parts as they are; of more, as a picture that is kept."""
        own = Painter(self.canvas, self.seen.around(item.at), self.colours)
        parts: tuple[Part, ...] = item.parts
        solid: tuple[Part, ...] = tuple(part for part in parts if not isinstance(part, Label))
        if len(solid) >= MANY:
            picture, (left, top, right, bottom) = _pictured(
                solid, self.seen.k, self.canvas.grid, self.colours
            )
            x, y = self._point(item.at)
            x, y = _begin(x, 2, self.across), floor(y + 0.5 + 1e-6)
            self._over(x + left, y + top, x + right, y + bottom)
            self.canvas.blit(picture, x, y + top)
            parts = tuple(part for part in parts if isinstance(part, Label))
        for part in parts:
            own.put(part)

    def _hollow(self, item: Hollow) -> None:
        half_x, half_y = item.half
        wide, tall = (max(1, round(length)) for length in self._extent(item.half))
        wide += wide % 2 * (self.across == 2)
        x, y = self._point(item.at)
        left, top = _begin(x - wide / 2, wide, self.across), floor(y - tall / 2 + 0.5 + 1e-6)
        right, bottom = left + wide, top + tall
        cx, cy = self._wide(item.corner), self._tall(item.corner)
        colour = self.colours[item.colour]
        deep, edge = mix(colour, 0, 0.34), self.colours[item.rim] if item.rim else None
        outer = box(left, top, right, bottom, cx, cy)
        self._over(left, top, right, bottom)
        if wide < 3 * min(self.across, 2):  # too few points, as pixels never are
            share = min(1.0, 2 * self._wide(half_x)) * min(1.0, 2 * self._tall(half_y))
            self.canvas.shape(outer, edge or deep, share)
            return
        if half_x == half_y and wide < DENT * self.across and not edge:
            self.canvas.shape(outer, deep, below=mix(deep, colour, 0.3))
            return
        self.canvas.shape(outer, edge or deep, below=edge or mix(colour, 0xFFFFFF, 0.30))
        ex, ey = self.across * 0.5, max(1.0, self.down * 0.25) if edge else self.down * 0.25
        inner = box(left + ex, top + ey, right - ex, bottom - ey, max(0.0, cx - ex), max(0.0, cy - ey))
        self.canvas.shape(inner, deep, below=mix(deep, colour, 0.9))

    def _box(self, item: Box) -> None:
        rect = around(item.at, *item.half)
        left, top = self._point(rect[:2])
        right, bottom = self._point(rect[2:])
        left, top, right, bottom = (floor(at + 0.5) for at in (left, top, right, bottom))
        colour, cx, cy = self.colours[item.colour], self._wide(item.corner), self._tall(item.corner)
        self._over(left, top, right, bottom)
        if not item.corner and not item.bevel:
            self.canvas.block(left, top, right, bottom, colour)
            return
        if item.bevel:
            bx, by = max(1, round(self._wide(item.bevel))), max(1, round(self._tall(item.bevel)))
            light, dark = mix(colour, 0xFFFFFF, 0.36), mix(colour, 0, 0.42)
            self.canvas.shape(box(left, top, right, bottom, cx, cy), dark)
            self.canvas.shape(box(left, top, right - bx, bottom - by, cx, cy), light)
            left, top, right, bottom = left + bx, top + by, right - bx, bottom - by
            cx, cy = cx * 0.7, cy * 0.7
        self.canvas.shape(box(left, top, right, bottom, cx, cy), colour)

    def _line(self, item: Line) -> None:
        shape = line(tuple(map(self._point, item.points)), self._wide(item.width), self._tall(item.width))
        self.canvas.shape(shape, self.colours[item.colour])

    def _mark(self, item: Mark) -> None:
        wide, flat = (max(2, round(length)) for length in self._extent(item.half))
        tall = max(3 if wide > 2 else 2, flat)  # a ring, not a blot
        x, y = self._point(item.at)
        left, top = floor(x - wide / 2 + 0.5 + 1e-6), floor(y - flat / 2 + 0.5 + 1e-6) - (tall - flat)
        thick = max(1.0, round(min(wide, 2 * tall) * 0.09))
        down = max(1.0, thick * self.down / self.across / 2)
        corner = self._wide(item.corner), self._tall(item.corner)
        outline = ring(left, top, left + wide, top + tall, (thick, down), corner)
        self.canvas.shape(outline, self.colours[item.role], item.share)

    def _label(self, item: Label) -> None:
        if region := self.seen.written(item):
            text = item.said(self.seen.kx)
            ink, ground = self.colours[item.colour], self.colours[item.on] if item.on else None
            if self.canvas.grid.signs:
                self.canvas.text(*region.offset, text, ink, ground, item.bold)
            else:
                self._write(item, text.upper(), ink, ground)

    def _write(self, item: Label, text: str, ink: int, ground: int | None) -> None:
        """Write in pixels, letters as far apart as cells."""
        (x, y), wide, tall = self._point(item.at), self.across, self.down
        left, top = x - len(text) * wide * (item.align + 1) / 2, y - tall / 2
        if ground is not None:
            self.canvas.shape(box(left, top, left + len(text) * wide, top + tall), ground)
        dx, dy = wide / 8, tall / 12
        for n, letter in enumerate(text):
            rows = TALL_FACE.glyph(letter)
            x, y = left + n * wide + (wide - len(rows[0]) * dx) / 2, top + (tall - len(rows) * dy) / 2
            self._dots(rows, (x, y), (dx, dy), ink)

    def _dots(self, rows: Sequence[str], corner: Point, dot: Point, ink: int) -> None:
        """Rows of `#`, of dots so wide and so tall."""
        (x, y), (dx, dy) = corner, dot
        for at, row in enumerate(rows):
            for run in re.finditer("#+", row):
                ends = x + run.start() * dx, y + at * dy, x + run.end() * dx, y + (at + 1) * dy
                if self.canvas.grid.signs:
                    left, top, right, bottom = map(round, ends)
                    self.canvas.block(left, top, right, bottom, ink)
                else:
                    self.canvas.shape(box(*ends), ink)

    def _tile(self, item: Tile) -> None:
        canvas, across, down = self.canvas, self.across, self.down
        left, top, wide, tall = self.seen.cells(item.at, item.half)
        colour, right = self.colours[item.colour], (left + wide) * across
        light, dark = lit(colour, 1.4), lit(colour, 0.55)
        canvas.erase(left, top, wide, tall)
        words = next((words for words in item.words if len(words) <= wide), "") if tall > 1 else ""
        body = tall - bool(words)  # its lines without those of the plate
        low = (top + body) * down
        ink = ink_on(colour)
        room = 2 * wide - 2 * (wide > 7), 4 * body - 4  # whole cells: one has but two colours
        # Pictures by their dots, and the largest of them with dots twice as large.
        sizes = [
            *((rows, 1, dot_height(rows)) for rows in item.pictures),
            *((rows, 2, 2) for rows in item.pictures[-1:]),
        ]
        fitting = [
            (rows, wider, higher)
            for rows, wider, higher in sizes
            if len(rows[0]) * wider <= room[0]
            and len(rows) * higher <= room[1]
            and (across > 1 or wider > 1 or rows == item.pictures[0])  # across 1: a point is two dots wide
        ]
        if down <= 2:  # a point is at least two dots high
            fitting = [(rows, wider, higher) for rows, wider, higher in fitting if higher == 2] or fitting
        edge, foot = (across // 2) * (wide > 7), down // 2 * (not words and (body > 2 or bool(fitting)))
        canvas.block(left * across, top * down, right, low, dark if body > 1 else colour)
        if body > 1:
            canvas.block(left * across, top * down, right - edge, low - foot, light)
            canvas.block(left * across + edge, top * down + down // 2, right - edge, low - foot, colour)
        if words:
            canvas.block(left * across, low, right, low + down, dark)
            canvas.text(left + (wide - len(words)) // 2, top + tall - 1, words, mix(colour, 0xFFFFFF, 0.8))
        if fitting:
            rows, wider, higher = fitting[-1]
            first = left * across + (2 * wide - len(rows[0]) * wider) // 2 * across // 2
            upper = top * down + (4 * body - len(rows) * higher) // 2 * down // 4
            self._dots(rows, (first, upper), (wider * across / 2, higher * down / 4), ink)
        elif tall > 1 and item.sign:
            canvas.text(left + (wide - 1) // 2, top + body // 2, item.sign, ink)


@lru_cache(maxsize=256)
def _pictured(
    parts: tuple[Part, ...], k: float, grid: Grid, colours: Colours
) -> tuple[Picture, tuple[int, int, int, int]]:
    """Parts as a picture, and the points that it takes around their middle."""
    left, top, dots = cut_out(parts, View(k, k / 2, 0.0, 0.0), grid, colours)
    rows = [
        row_of([(x, dot >> 8, (dot & 255) / 255) for x, dot in enumerate(row, left) if dot & 255 > 5])
        for row in dots
    ]
    return tuple(rows), (left, top, left + max(map(len, dots), default=0), top + len(dots))


def bounds_of(item: Item, k: float) -> Rect:
    """A rectangle around an item, in units, of which a cell is one `k`th."""
    if isinstance(item, Polygon | Line):
        xs, ys = zip(*item.points, strict=True)
        grown = item.width / 2 if isinstance(item, Line) else 0.0
        return min(xs) - grown, min(ys) - grown, max(xs) + grown, max(ys) + grown
    if isinstance(item, Label):
        half = len(item.said(k)) / 2 / k
        return around((item.at[0] - item.align * half, item.at[1]), half, 0.0)
    return around(item.at, *item.half)


def cut_out(
    items: Sequence[Item], seen: View, grid: Grid, colours: Colours
) -> tuple[int, int, list[list[int]]]:
    """Items that lie around the origin alone, as RGBA, and their corner from there, in points: they are painted on
    black and on white, which tells how much of a point is covered."""
    rects = [[abs(end) for end in bounds_of(item, seen.k)] for item in items]
    wide = ceil(max(max(rect[::2]) for rect in rects) * seen.kx * 1.1 + 1)
    tall = ceil(max(max(rect[1::2]) for rect in rects) * max(seen.ky, seen.k / 2) * 1.1 + 1)
    black, white = (Canvas(2 * wide, 2 * tall, ground, grid) for ground in (0x000000, 0xFFFFFF))
    for canvas, item in product((black, white), items):
        Painter(canvas, seen._replace(ox=wide, oy=tall), colours).put(item)
    rows = [list(zip(*both, strict=True)) for both in zip(black.points, white.points, strict=True)]
    clear = {pair: _clear(*pair) for pair in {pair for row in rows for pair in row}}
    found = [[clear[pair] for pair in row] for row in rows]
    lines = [y for y, row in enumerate(found) if any(row)]
    columns = [x for x, column in enumerate(zip(*found, strict=True)) if any(column)]
    if not lines:  # too small to be seen
        return 0, 0, []
    return (
        columns[0] - wide * grid.across,
        lines[0] - tall * grid.down,
        [row[columns[0] : columns[-1] + 1] for row in found[lines[0] : lines[-1] + 1]],
    )


def _clear(dark: int, light: int) -> int:
    """The colour and the cover of a point, RGBA, that looks so on black and so on white."""
    if dark == light:
        return dark << 8 | 255
    cover = 255 - max((light >> shift & 255) - (dark >> shift & 255) for shift in (16, 8, 0))
    if cover <= 0:
        return 0
    red, green, blue = (min(255, ((dark >> shift & 255) * 255 + cover // 2) // cover) for shift in (16, 8, 0))
    return red << 24 | green << 16 | blue << 8 | cover


def write_letters(canvas: Canvas, region: Region, item: Letters, plain: bool = False) -> None:
    """A word in the largest letters that a region has room for; else as it is."""
    words = set_words(item.text, region.width, region.height, True, plain, 2)
    rise, gold = dropped(item.fallen), darkened(GOLD, luminance(canvas.ground) < 0.5)
    canvas.erase(*region)
    top = region.y + max(0, (region.height - words.rows(plain)) // 2)
    for at, word in enumerate(words.lines):
        if not words.face:
            x = region.x + (region.width - len(word)) // 2
            canvas.text(x, region.y + region.height // 2 + at, word, gold[3], bold=True)
            continue
        x = region.x + (region.width - words.face.width(word) + 1) // 2
        y = top if plain else 2 * top + rise
        down_by = at * (words.face.rows * words.stretch + 2)
        paint_word(canvas, words.face, word, x, y + down_by, down(gold), plain=plain, stretch=words.stretch)


def dot_height(picture: tuple[str, ...]) -> int:
    """Of its dots, in quarters of a cell: coarse pictures have dots twice as high as wide."""
    return 2 if len(picture) < 0.6 * len(picture[0]) else 1


def _begin(left: float, wide: int, across: int) -> int:
    """The point with which something begins: with a cell where it is small, or it would be blurred."""
    if across == 2 and wide < FLAT and wide % 2 == 0:
        return 2 * floor(left / 2 + 0.5 + 1e-6)
    return floor(left + 0.5 + 1e-6)

"""Scenes in signs: for skins that do not shade, and where colours cannot be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import ceil, floor
from typing import Final

from textual.geometry import Region, Size, Spacing

from marbles_tui.core.palette import Palette, mix
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
    Piece,
    Point,
    Polygon,
    Tile,
    around,
)
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look, Skin, clear, colours_of
from marbles_tui.tui.kit.paint import dot_height, write_letters
from marbles_tui.tui.kit.shapes import Shape, polygon
from marbles_tui.tui.kit.shapes import line as stroke
from marbles_tui.tui.kit.view import View, whole

PLAIN: Final = str.maketrans("¤▣⌂»«Π╳✕♜·◀▶▲▼×─→←━│┃●○…█▓░▸◂‹›", "$&^><nxxW.<>^vx-><=||oo~##=><()")

PAIRS: Final = {"target": "[]", "threat": "!!", "trace": "''", "cursor": "‹›"}
"""Marks in one row."""

PICKED: Final = "▸◂"
"""That of what is picked, or shines."""


EXTENTS: Final = (Size(1, 1), *(Size(2 * tall - 1, tall) for tall in range(2, 11)))
"""The sizes of marbles in cells, from the smallest."""


FORMS: Final = {
    "full": ("▟█▙ ▜█▛", "▟█▙ ███ ▜█▛", ".▟█▙. █████ .▜█▛."),
    "hollow": ("╭─╮ ╰─╯", "╭─╮ │.│ ╰─╯", ".╭─╮. ╭╯.╰╮ │...│ ╰╮.╭╯ .╰─╯."),
    "full in ASCII": ("(o) (o)", "/o\\ ooo \\o/", "/o\\ ooo \\o/"),
    "hollow in ASCII": ("/o\\ \\_/", "/-\\ |.| \\-/", "/-\\ |.| \\-/"),
}
"""Marbles of two rows, of three, and of more: their rows. Those in the middle are repeated, and the sign in the
middle of each; `o` is the sign of the marble, `.` a blank."""

TINT: Final = 0.22
"""How much of its colour the ground of a box has."""

BESIDE: Final = Spacing(0, 1, 0, 1)

LEAST_FILLED: Final = 0.35
"""The share of a row from which on a shape in it is seen."""

LEAST_AROUND: Final = 2.5
"""Cells across from which a small marble has its sign on both sides of its letter."""

LARGE: Final = 1e6
"""Cells to a unit in which a piece says all that it can: a sign says it in any size."""

LEAST_CONTRAST: Final = 3.0
"""Of pieces to what they lie on."""

FAINTEST: Final = 0.9
"""Signs cover less than paint: marks are at least so strong; stronger ones have sides, too."""

ROLES: Final = frozenset({*PAIRS, "flash", "primary", "secondary"})


def _sum(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


class Writer:
    """Writes items on a canvas."""

    def __init__(self, canvas: Canvas, seen: View, look: Look, palette: Palette) -> None:
        self.canvas, self.seen, self.look, self.palette = canvas, seen, look, palette
        self.colours, skin = colours_of(palette, look), look.skin
        self.skin = skin
        self.frames = {"": skin.box, "target": skin.box, "threat": skin.endangered, "trace": skin.traced}
        self.marked: tuple[tuple[str, Region], ...] = ()
        self.hollows: Mapping[tuple[Point, Point], Region] = {}

    def put(self, item: Item, by: Point = (0.0, 0.0)) -> None:
        """An item, moved by so many units."""
        match item:
            case Piece(sign=sign) if sign:
                self._bearing(item)
            case Piece():
                self._piece(item)
            case Ball(at=at, r=r, colour=colour):
                self._marble(_sum(at, by), r, colour)
            case Hollow():
                self._hollow(item)
            case Box():
                self._box(item, by)
            case Polygon(points=points, colour=colour, sign=sign):
                self._fill(polygon(tuple(map(self.seen.cell, points))), colour, sign)
            case Line(points=points, width=width, colour=colour, sign=sign) if width * self.seen.ky >= 1:
                wide, tall = width * self.seen.kx, width * self.seen.ky
                self._fill(stroke(tuple(map(self.seen.cell, points)), wide, tall), colour, sign)
            case Mark():
                self._mark(item)
            case Disc(at=at, half=half, colour=colour) if colour in PAIRS:  # a mat
                self._mark(Mark(at, half, colour))
            case Label():
                self._label(item, by)
            case Letters():
                write_letters(
                    self.canvas, self.seen.region(around(item.at, *item.half)), item, self.skin.plain
                )
            case Tile():
                self._tile(item)

    def _ink(self, colour: str) -> int:
        if not self.look.coloured:
            return self.look.text
        return clear(self.look.material_ink(self.colours[colour]), [self.look.ground], LEAST_CONTRAST)

    def _put(self, x: int, y: int, text: str, ink: int, ground: int | None = None, bold: bool = True) -> None:
        text = text.translate(PLAIN) if self.skin.plain else text
        self.canvas.text(x, y, text, ink, ground, bold)

    def _at(self, at: Point) -> View:
        """What holds around a point: what lies in a hollow keeps away from its outline."""
        for ((x, y), (dx, dy)), region in self.hollows.items():
            if dx and dy and abs(at[0] - x) <= dx and abs(at[1] - y) <= dy:
                return _within(region, (x, y), (dx, dy))
        return self.seen

    def _around(self, at: Point, wide: int, tall: int) -> Region:
        """So many cells with a point in their middle."""
        return self._at(at).centred(at, wide, tall)

    def _piece(self, item: Piece) -> None:
        """What it is made of, or one marble as large. A letter on marbles tells what their form does elsewhere; what
        has the colour of a mark is marked."""
        kinds = {type(part) for part in item.parts}
        labels = (part.said(LARGE).strip() for part in item.parts if isinstance(part, Label))
        label = next(filter(None, labels), "")
        if Box in kinds:
            for part in item.parts:
                self.put(part, item.at)
            return
        for part in (part for part in item.parts if isinstance(part, Ball)):
            self._marble(_sum(item.at, part.at), part.r, part.colour, item.owner, label)
        if Ball not in kinds:
            colours = [part.colour for part in item.parts if not isinstance(part, Label)]
            colour = next(iter(colours), "text").partition(":")[0]
            region = self._marble(item.at, item.r, colour, item.owner, label)
            role = next((colour for colour in colours if colour in ROLES), "")
            if role and not any(r == role and around.contains_region(region) for r, around in self.marked):
                self._corners(region.grow(BESIDE), role, self.colours[role], True)

    def _marble(self, at: Point, r: float, colour: str, owner: int = 0, label: str = "") -> Region:
        """As large as it is, of several signs, full or hollow; else one sign, beside it a letter."""
        seen = self._at(at)
        wide, tall = 2 * r * seen.kx, 2 * r * seen.ky
        fits = [each for each in EXTENTS if each.width <= wide + 0.5 and each.height <= tall + 0.3]
        extent = fits[-1] if fits else EXTENTS[0]
        sign = self.skin.marbles[owner % len(self.skin.marbles)]
        heaped = seen is not self.seen
        # Without colours a heap of full signs would be a blot.
        hollow = owner % 2 == 1 or (heaped and not self.look.coloured)
        rows = lettered(extent, hollow, self.skin.plain, sign, label, wide >= LEAST_AROUND)
        region = self._around(at, len(rows[-1]), len(rows))
        if rows == (self.canvas.letter(*region.offset),):
            region = beside(self.canvas, region, self.hollows.values())
        for line, row in enumerate(rows, region.y):
            self.canvas.text(region.x, line, row, self._ink(colour), bold=True)
        return region

    def _bearing(self, piece: Piece) -> None:
        """What bears a number: a marble on its own colour, anything else in an outline."""
        (x, y), r, sign = piece.at, piece.r, piece.sign
        ball = next((part for part in piece.parts if isinstance(part, Ball)), None)
        if ball is None:
            region = self.seen.region(around(piece.at, *piece.half))
            told = sign[: region.width]
            self.canvas.erase(*region)
            if region.height > 2:
                outline(self.canvas, region, self.skin.box, self.look.muted)
            else:
                told = f"[{told}]"
            self.canvas.text(*self._around(piece.at, len(told), 1).offset, told, self.look.text, bold=True)
            return
        at, colour = (x + ball.at[0], y + ball.at[1]), self.colours[ball.colour]
        plain = self.skin.plain or not self.look.coloured
        text = (f"({sign})" if plain else f" {sign} ") if 2 * r * self.seen.kx > len(sign) + 1 else sign
        ink = self.look.ground if self.look.coloured else self.look.text  # a canvas keeps it readable
        self._put(*self._around(at, len(text), 1).offset, text, ink, colour if self.look.coloured else None)

    def _hollow(self, item: Hollow) -> None:
        if item.half[0] == item.half[1]:
            self._empty(item.at)
            return
        region = self.seen.region(around(item.at, *item.half))
        self.hollows = {**self.hollows, (item.at, item.half): region}
        ink = self.colours[item.rim] if item.rim else self.look.muted
        outline(self.canvas, region, self.frames.get(item.rim.partition(":")[0], self.skin.bright), ink)

    def _box(self, item: Box, by: Point) -> None:
        rect = around(_sum(item.at, by), *item.half)
        if item.sign:
            x, y, wide, tall = region = self.seen.region(rect)
            self._tint(region, item.colour)
            for line in range(y, y + tall):
                edge = item.sign != "─" or line in (y, y + tall - 1)
                row = item.sign * wide if edge else " " * wide
                if item.sign == "│":
                    row = item.sign + " " * (wide - 2) + item.sign if wide > 2 else row
                self._put(x, line, row, self._ink(item.colour))
        elif item.bevel or item.corner:
            region = self.seen.region(rect)
            if by == (0.0, 0.0):  # around what is in it
                first, last = self.seen.cell(rect[:2]), self.seen.cell(rect[2:])
                upper, lower = (floor(at + 1e-6) for at in first), (ceil(at - 1e-6) for at in last)
                whole = Region(0, 0, self.canvas.width, self.canvas.height)
                region = Region.from_corners(*upper, *lower).intersection(whole)
            outline(self.canvas, region, self.skin.box, self.look.muted)
        elif item.half[0] == item.half[1]:  # a square, on which something may stand
            self._empty(item.at)

    def _empty(self, at: Point) -> None:
        self._put(*self._around(at, 1, 1).offset, self.skin.empty, self.look.muted)

    def _fill(self, shape: Shape, colour: str, sign: str) -> None:
        for y in range(floor(shape.top), ceil(shape.bottom)):
            upper, lower = max(y, shape.top), min(y + 1, shape.bottom)
            for left, right in shape.spans((upper + lower) / 2) if lower - upper > LEAST_FILLED else ():
                x, wide = round(left), round(right) - round(left)
                self._tint(Region(x, y, wide, 1), colour)
                if not self.look.coloured:
                    self._put(x, y, sign * wide, self.look.muted, bold=False)

    def _tint(self, region: Region, colour: str) -> None:
        x, y, wide, tall = region
        if self.look.coloured:
            self.canvas.fill(x, 2 * y, wide, 2 * tall, mix(self.canvas.ground, self.colours[colour], TINT))

    def _label(self, item: Label, by: Point) -> None:
        region = self.seen.written(item, by)
        if not region:
            return
        on = "" if item.on.partition(":")[0] in self.palette.materials else item.on  # nothing is painted here
        ink, ground = self.colours[item.colour], self.colours[on] if on else None
        if not self.look.coloured:
            ink, ground = (self.look.ground, self.look.text) if on else (self.look.text, None)
        elif item.colour in self.palette.materials and not on:
            ink = self.look.text
        for column in (region.x - 1, region.right):  # not on a line
            if self.canvas.letter(column, region.y) == self.skin.box[1]:
                self.canvas.erase(column, region.y, 1, 1)
        self._put(*region.offset, item.said(self.seen.kx), ink, ground, item.bold)

    def _mark(self, item: Mark) -> None:
        dx, dy = item.half
        wide, tall = max(1, round(2 * dx * self.seen.kx)), max(1, floor(2 * dy * self.seen.ky + 0.2))
        region = self._around(item.at, wide - (wide % 2 == 0), tall)
        ink = mix(self.look.ground, self.colours[item.role], max(item.share, FAINTEST))
        self.marked += ((item.role, region),)
        self._corners(region, item.role, ink, item.share >= FAINTEST)

    def _corners(self, region: Region, role: str, ink: int, strong: bool) -> None:
        """The corners of a box, with its sides if it is `strong`; brackets in a region of one row."""
        x, y, wide, tall = region
        box, right = self.frames.get(role, self.skin.bright), x + wide - 1
        sides = box[3] * 2 if strong and role != "cursor" else "  "
        corners = [box[0] + box[2], *[sides] * (tall - 2), box[4] + box[5]]
        rows = corners if tall > 1 else [brackets(role, self.skin)]
        for line, pair in enumerate(rows, y):
            for column, sign in zip((x, right), pair, strict=True):
                if sign != " ":
                    self._put(column, line, sign, ink)

    def _tile(self, item: Tile) -> None:
        left, top, wide, tall = region = self.seen.cells(item.at, item.half)
        ink = self._ink(item.colour)
        self._tint(region, item.colour)
        self.canvas.erase(*region)
        self._put(left, top, "─" * wide, ink, bold=False)
        room = min(wide, self.seen.kx - 1)  # the next one may be a unit away: their words must not become one
        words = next((words for words in item.words if len(words) <= room), "")
        rows: tuple[str, ...] = (item.sign,)
        for picture in item.pictures:  # a coarse one, each of its dots as large as a cell
            if dot_height(picture) == 2 and len(picture[0]) < wide and len(picture) <= tall - 3:
                rows = tuple(row.replace(".", " ").replace("#", "█") for row in picture)
        upper = top + (tall - len(rows)) // 2
        for line, text in (*enumerate(rows, upper), (region.bottom - 1, words)):
            if text:
                self._put(left + (wide - len(text)) // 2, line, text, ink)


@lru_cache(maxsize=64)
def _within(region: Region, at: Point, half: Point) -> View:
    """What holds in a hollow: marbles lie whole cells apart."""
    left, top, wide, tall = region.shrink(Spacing.all(1))
    kx, ky = whole(wide / (2 * half[0]), 1.0), whole(tall / (2 * half[1]), 1.0)
    return View(kx, ky, left + wide / 2 - kx * at[0], top + tall / 2 - ky * at[1])


@lru_cache(maxsize=64)
def drawn_marble(extent: Size, hollow: bool, plain: bool, sign: str) -> tuple[str, ...]:
    """A marble row by row; `plain` in ASCII, with its sign inside. Of one cell it is the sign alone."""
    wide, tall = extent
    if wide < 3:
        return (sign,)
    form = FORMS[("hollow" if hollow else "full") + " in ASCII" * plain][min(tall, 4) - 2].split()
    ends = len(form) // 2
    rows = []
    for row in form[:ends] + form[ends:-ends] * (tall - 2 * ends) + form[-ends:]:
        at = len(row) // 2
        rows.append((row[:at] + row[at] * (wide - len(row)) + row[at:]).replace(".", " ").replace("o", sign))
    if hollow and plain and tall > 2:
        rows[(tall - 1) // 2] = f"|{sign.center(wide - 2)}|"
    return tuple(rows)


def lettered(extent: Size, hollow: bool, plain: bool, sign: str, label: str, both: bool) -> tuple[str, ...]:
    """A marble with a label on it; of one cell it stands beside its label, or on `both` sides, as do two rows of
    blocks, whose label would be a gap below."""
    rows = drawn_marble(extent, hollow, plain, sign)
    if not label:
        return rows
    if extent.height < 2 or (extent.height < 3 and not plain):
        return (f"{sign}{label}{sign * both}",)
    middle, left = extent.height // 2, max(0, (extent.width - len(label)) // 2)
    row = rows[middle]
    return (
        *rows[:middle],
        row[:left] + label + row[left + len(label) :],
        *rows[middle + 1 :],
    )


def beside(canvas: Canvas, at: Region, hollows: Iterable[Region]) -> Region:
    """The free cell of the same hollow that is nearest to one in which a marble lies already."""
    left, top, wide, tall = next((r.shrink(Spacing.all(1)) for r in hollows if r.contains_region(at)), at)
    cells = [Region(x, y, 1, 1) for y in range(top, top + tall) for x in range(left, left + wide)]
    free = [cell for cell in cells if canvas.letter(cell.x, cell.y) == " "]
    return min(free, key=lambda cell: abs(cell.x - at.x) + 2 * abs(cell.y - at.y), default=at)


def brackets(role: str, skin: Skin) -> str:
    """The mark of a role in one row: the signs left and right of its place."""
    pair = PAIRS.get(role, PICKED)
    return pair.translate(PLAIN) if skin.plain else pair


def outline(canvas: Canvas, region: Region, box: str, ink: int) -> None:
    """A box along the inner edge of a region; its signs in the order of `Skin.box`."""
    x, y, wide, tall = region
    if wide < 2 or tall < 2:
        return
    canvas.text(x, y, box[0] + box[1] * (wide - 2) + box[2], ink)
    for line in range(y + 1, y + tall - 1):
        canvas.text(x, line, box[3], ink)
        canvas.text(x + wide - 1, line, box[3], ink)
    canvas.text(x, y + tall - 1, box[4] + box[1] * (wide - 2) + box[5], ink)

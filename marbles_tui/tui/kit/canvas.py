"""Where screens are painted: points finer than cells, and letters over them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.strip import Strip

from marbles_tui.core.palette import luminance, mix
from marbles_tui.tui.kit.fit import QUADRANTS, Grid, fitted, mean
from marbles_tui.tui.kit.look import LEAST, clear, rich_colour, style
from marbles_tui.tui.kit.shapes import Picture, Shape, ball, rows_of

Looks = tuple[int, int, bool]
"""How a cell looks: its ink, its ground, whether bold."""

Letter = tuple[str, int, int | None, bool]
"""A character in a cell: what, its ink, its ground (None: what is painted below), whether bold."""

PLAIN: Final = "\x1b[0m"
"""Ends what a text for the terminal began."""


@lru_cache(maxsize=16384)
def _codes(colour: int, system: ColorSystem) -> tuple[str, str]:
    """What tells a terminal of so many colours the colour of an ink, and of a ground."""
    shown = rich_colour(colour).downgrade(system)
    return ";".join(shown.get_ansi_codes()), ";".join(shown.get_ansi_codes(foreground=False))


@lru_cache(maxsize=4096)
def reduced(colour: int, colours: int) -> int:
    """The nearest of 256 or 16 colours, or with 1 the grey that is as light."""
    if colours == 1:
        return 0x10101 * int(255 * luminance(colour) ** (1 / 2.2))
    system = ColorSystem.EIGHT_BIT if colours == 256 else ColorSystem.STANDARD
    red, green, blue = rich_colour(colour).downgrade(system).get_truecolor()
    return red << 16 | green << 8 | blue


@lru_cache(maxsize=4096)
def _readable(ink: int, ground: int) -> int:
    return clear(ink, [ground], LEAST["text-muted"])


NEAR: Final = 4
"""Cells between two that changed below which it takes fewer bytes to send them, too."""


class Canvas:
    """`width` × `height` cells, all of the colour `ground` at first; each has the points of a grid.

    `fill` counts in pixels, a cell wide and half a cell high, shapes and pictures in points, letters in
    cells. Painting outside is cut off.
    """

    def __init__(self, width: int, height: int, ground: int, grid: Grid = QUADRANTS) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.grid = grid
        self.points = [[ground] * (width * grid.across) for _ in range(height * grid.down)]
        self.letters: list[dict[int, Letter]] = [{} for _ in range(height)]
        self._lent, self._lent_letters = set[int](), set[int]()
        """The rows that other canvases have, too."""
        self.depth = 0
        """No more colours are shown than so many, 1 for greys; 0: all that there are."""

    def copy(self) -> Canvas:
        """Another canvas that looks the same; the rows are the same, until one of both paints on them."""
        twin = copy(self)
        twin.points, twin.letters = self.points[:], self.letters[:]
        for canvas in (self, twin):
            canvas._lent, canvas._lent_letters = set(range(len(self.points))), set(range(self.height))
        return twin

    def _row(self, y: int) -> list[int]:
        """A row of points to paint on."""
        if y in self._lent:
            self._lent.discard(y)
            self.points[y] = self.points[y][:]
        return self.points[y]

    def _line(self, y: int) -> dict[int, Letter]:
        """A row of letters to write on."""
        if y in self._lent_letters:
            self._lent_letters.discard(y)
            self.letters[y] = self.letters[y].copy()
        return self.letters[y]

    def lay(self, other: Canvas, y: int) -> None:
        """Look like another canvas as wide, from row `y` of cells on."""
        other, down = other.copy(), self.grid.down
        self.points[y * down : (y + other.height) * down] = other.points
        self.letters[y : y + other.height] = other.letters
        self._lent.update(range(y * down, (y + other.height) * down))
        self._lent_letters.update(range(y, y + other.height))

    # In pixels

    def fill(self, x: int, y: int, width: int, height: int, colour: int, share: float = 1.0) -> None:
        """A rectangle of pixels, covered to a share of 0 to 1."""
        across, down = self.grid.across, self.grid.down // 2
        self.block(x * across, y * down, (x + width) * across, (y + height) * down, colour, share)

    # In points

    def block(self, left: int, top: int, right: int, bottom: int, colour: int, share: float = 1.0) -> None:
        """A rectangle of whole points."""
        left, right = max(0, left), min(self.width * self.grid.across, right)
        if right > left:
            for y in range(max(0, top), min(bottom, len(self.points))):
                _cover(self._row(y), left, right, colour, share)

    def shape(self, shape: Shape, colour: int, share: float = 1.0, below: int | None = None) -> None:
        """A shape; its colour becomes that of `below` towards its lower end."""
        width, upper = self.width * self.grid.across, colour
        if shape.bottom <= 0 or shape.top >= len(self.points):
            return
        for y, (rims, whole) in rows_of(shape):
            if not 0 <= y < len(self.points):
                continue
            if below is not None:
                colour = mix(upper, below, (y + 0.5 - shape.top) / (shape.bottom - shape.top))
            row = self._row(y)
            for first, end in whole:
                if first < width and end > 0:
                    _cover(row, max(0, first), min(width, end), colour, share)
            for x, cover in rims:
                if 0 <= x < width:
                    row[x] = mix(row[x], colour, cover * share)

    def blit(self, picture: Picture, x: int, y: int, shade: float = 1.0) -> None:
        """A picture with its upper left corner at a point; with a `shade` below 1 only as the shadow it casts."""
        width = self.width * self.grid.across
        for at, (rims, first, inside) in enumerate(picture, y):
            if not 0 <= at < len(self.points):
                continue
            row = self._row(at)
            for dx, colour, share in rims:
                if 0 <= x + dx < width:
                    row[x + dx] = mix(row[x + dx], *((colour, share) if shade == 1.0 else (0, share * shade)))
            left = x + first
            if shade < 1.0:
                _cover(row, max(0, left), min(width, left + len(inside)), 0, shade)
            elif inside and left < width and left + len(inside) > 0:
                row[max(0, left) : left + len(inside)] = inside[max(0, -left) : width - left]

    # In cells

    def text(
        self, x: int, y: int, text: str, ink: int, ground: int | None = None, bold: bool = False
    ) -> None:
        """Characters from cell (x, y) to the right; a name may hold some two cells wide, or marks above others."""
        if not 0 <= y < self.height:
            return
        row, column = self._line(y), x
        for char in text:
            wide = 1 if char.isascii() else cell_len(char)
            if column >= 0 and column + wide <= self.width and wide:
                row[column] = (char, ink, ground, bold)
                if wide == 2:
                    row[column + 1] = ("", ink, ground, bold)
            elif not wide and column - 1 in row and column > x:
                row[column - 1] = (row[column - 1][0] + char, ink, ground, bold)
            column += wide

    def erase(self, x: int, y: int, width: int, height: int) -> None:
        """No letters in a rectangle of cells."""
        for line in range(max(0, y), min(y + height, self.height)):
            if found := self.letters[line].keys() & range(x, x + width):
                row = self._line(line)
                for column in found:
                    del row[column]

    def letter(self, x: int, y: int) -> str:
        """What is written in a cell."""
        return _char(self.letters[y], x) if 0 <= y < self.height else " "

    # What the terminal gets

    def differences(self, other: Canvas | None) -> list[tuple[int, int, int]]:
        """Where cells look different on the other canvas: rows, first columns and those after the last, with the
        whole of a sign that is two columns wide; all of it without another one."""
        if other is None:
            return [(y, 0, self.width) for y in range(self.height)]
        across, down = self.grid.across, self.grid.down
        columns = [x // across for x in range(self.width * across)]
        found: list[tuple[int, int, int]] = []
        for y, (letters, others) in enumerate(zip(self.letters, other.letters, strict=True)):
            changed = {x for x, _ in letters.items() ^ others.items()} if letters is not others else set()
            for line in range(y * down, (y + 1) * down):
                row, was = self.points[line], other.points[line]
                if row is not was and row != was:
                    changed.update(compress(columns, map(ne, row, was)))
            for x in sorted(changed):
                first, end = x - any(_char(each, x) == "" for each in (letters, others)), x + 1
                end += any(_char(each, end) == "" for each in (letters, others))
                if found and found[-1][0] == y and first - found[-1][2] < NEAR:
                    _, first, last = found.pop()
                    end = max(end, last)
                found.append((y, first, end))
        return found

    def splits_sign(self, y: int, start: int, end: int) -> bool:
        """Whether a sign that is two columns wide lies on both sides of where a part of row `y` begins or ends."""
        letters = self.letters[y]
        return "" in (_char(letters, start), _char(letters, end))

    def strip(self, y: int) -> Strip:
        """Row `y` of cells for the terminal; cells that look alike are one segment."""
        return Strip([Segment(run, style(*look)) for run, look in self._runs(y, 0, self.width)], self.width)

    def written(
        self, y: int, start: int, end: int, system: ColorSystem, guarded: Callable[[str], str]
    ) -> str:
        """The columns of row `y` from `start` to the one before `end` as text for a terminal of so many colours.
        `guarded`: what becomes of letters that are more than plain ones."""
        parts: list[str] = []
        before = "", ""
        for run, (ink, ground, bold) in self._runs(y, start, end):
            shown = run if run.isascii() and run.isprintable() else guarded(run)
            looks = before[0] if run.isspace() else _codes(ink, system)[0], _codes(ground, system)[1]
            changed = [code for code, was in zip(looks, before, strict=True) if code != was]
            codes = ";".join(["1"] * bold + changed)
            parts.append(f"\x1b[{codes}m{shown}" if codes else shown)
            before = looks
            if bold:
                parts.append(PLAIN)
                before = "", ""
        return "".join((*parts, PLAIN))

    def cells(self, y: int, start: int, end: int) -> list[tuple[str, Looks]]:
        """Each of these cells of a row: its sign and how it looks. Letters and digits are so light or dark that they
        can be read on what is below them."""
        across, down, signs = self.grid
        letters = self.letters[y]
        rows = [row[start * across : end * across] for row in self.points[y * down : (y + 1) * down]]
        parts = [row[offset::across] for row in rows for offset in range(across)]
        cells: list[tuple[str, Looks]] = []
        for x, points in enumerate(zip(*parts, strict=True), start):
            letter = letters.get(x)
            if letter:
                char, ink, ground, bold = letter
                under = mean(points) if ground is None else ground
                cells.append((char, (_readable(ink, under) if char.isalnum() else ink, under, bold)))
            else:
                pattern, ink, ground = fitted(points)
                cells.append((signs[pattern], (ink, ground, False)))
        if self.depth:
            return [
                (sign, (reduced(ink, self.depth), reduced(ground, self.depth), bold))
                for sign, (ink, ground, bold) in cells
            ]
        return cells

    def _runs(self, y: int, start: int, end: int) -> list[tuple[str, Looks]]:
        """Cells side by side that look alike: what is in them, and how that looks."""
        runs: list[tuple[str, Looks]] = []
        run, last = "", None
        for char, look in self.cells(y, start, end):
            if char == " " and last and look[1] == last[1] and not last[2]:
                look = last  # a blank shows no ink
            if look != last:
                if last:
                    runs.append((run, last))
                run, last = "", look
            run += char
        if last:
            runs.append((run, last))
        return runs


def _cover(row: list[int], first: int, end: int, colour: int, share: float) -> None:
    """Cover points of a row to a share; most of them are alike."""
    if share >= 1:
        row[first:end] = [colour] * (end - first)
        return
    part = row[first:end]
    covered = {below: mix(below, colour, share) for below in set(part)}
    row[first:end] = [covered[below] for below in part]


def _char(letters: dict[int, Letter], x: int) -> str:
    """The character in a column; "" for the second column of a wide one."""
    letter = letters.get(x)
    return letter[0] if letter else " "


def put_marble(canvas: Canvas, x: int, y: int, size: int, colour: int) -> None:
    """A marble so many cells wide with its upper left corner at a pixel, where words and marbles are mixed."""
    across, down = canvas.grid.across, canvas.grid.down
    sprite = ball(size * across, max(1, size * down // 2), colour, square=2 * across / down)
    canvas.blit(sprite, x * across, y * down // 2)

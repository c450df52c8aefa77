"""Where boards are painted: a grid of terminal cells, each two square pixels high."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.strip import Strip

from marbles_tui.tui.drawing.colour import mix, rich_colour, style
from marbles_tui.tui.drawing.quadrants import Quarters, drawn
from marbles_tui.tui.drawing.sprites import Sprite
from marbles_tui.tui.drawing.word_colours import LEAST, clear

Cell = tuple[int, int, bool]
"""How a cell looks: its ink, its ground, whether bold."""

Letter = tuple[str, int, int | None, bool]
"""A character in a cell: what, its ink, its ground (None: the pixels beneath), whether bold."""

UPPER_HALF = "▀"

PLAIN: Final = "\x1b[0m"
"""Ends what a text for the terminal began."""


@lru_cache(maxsize=16384)
def _codes(colour: int, system: ColorSystem) -> tuple[str, str]:
    """What tells a terminal of so many colours the colour of an ink, and of a ground."""
    shown = rich_colour(colour).downgrade(system)
    return ";".join(shown.get_ansi_codes()), ";".join(shown.get_ansi_codes(foreground=False))


@lru_cache(maxsize=4096)
def _readable(ink: int, ground: int) -> int:
    return clear(ink, [ground], LEAST["text-muted"])


T = TypeVar("T")


def _joined(left: dict[int, T], right: dict[int, T], x: int) -> dict[int, T]:
    """What is left of a column on one canvas, and from it on on another."""
    found = {column: what for column, what in left.items() if column < x}
    return found | {column: what for column, what in right.items() if column >= x}


def _char(letters: dict[int, Letter], x: int) -> str:
    """The character in a column; "" for the second column of a wide one."""
    letter = letters.get(x)
    return letter[0] if letter else " "


class Canvas:
    """`width` × `height` cells, or `width` × 2·`height` pixels, all of the colour `ground` at first.

    Pixels are counted from the upper left corner; painting outside the canvas is cut off. A pixel may be painted in
    two halves, left and right; as a cell has but two colours, no more than two should meet in one.
    """

    def __init__(self, width: int, height: int, ground: int) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.base: Canvas | None = None
        self.pixels = [[ground] * width for _ in range(2 * height)]
        self.quarters: list[dict[int, Quarters]] = [{} for _ in range(height)]
        self.letters: list[dict[int, Letter]] = [{} for _ in range(height)]

    def copy(self) -> Canvas:
        """Another canvas that looks the same."""
        twin = Canvas.__new__(Canvas)
        twin.width, twin.height, twin.ground = self.width, self.height, self.ground
        twin.begin_with(self)
        return twin

    def begin_with(self, base: Canvas) -> None:
        """Look like another canvas of the same size, which from now on is the `base` of this one."""
        self.base = base
        self.pixels = [row[:] for row in base.pixels]
        self.quarters = [row.copy() for row in base.quarters]
        self.letters = [row.copy() for row in base.letters]

    def graft(self, other: Canvas, x: int) -> None:
        """Look like another canvas of the same size from column `x` on."""
        for row, source in zip(self.pixels, other.pixels, strict=True):
            row[x:] = source[x:]
        self.quarters = [
            _joined(here, there, x) for here, there in zip(self.quarters, other.quarters, strict=True)
        ]
        self.letters = [
            _joined(here, there, x) for here, there in zip(self.letters, other.letters, strict=True)
        ]

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """A rectangle of pixels."""
        left, right = max(0, x), min(self.width, x + width)
        if right > left:
            for line in range(max(0, y), min(2 * self.height, y + height)):
                self.pixels[line][left:right] = [colour] * (right - left)
                for column in self.quarters[line // 2].keys() & range(left, right):
                    self.half(2 * column, line, colour)
                    self.half(2 * column + 1, line, colour)

    def dot(self, x: int, y: int, colour: int, share: float = 1.0) -> None:
        """One pixel, covered to a share of 0 to 1."""
        if 0 <= x < self.width and 0 <= y < 2 * self.height:
            row = self.pixels[y]
            row[x] = mix(row[x], colour, share)
            if x in self.quarters[y // 2]:
                self.half(2 * x, y, colour, share)
                self.half(2 * x + 1, y, colour, share)

    def half(self, x: int, y: int, colour: int, share: float = 1.0) -> None:
        """The left (even `x`) or right half of a pixel, covered to a share; `x` counts halves."""
        column, row = x // 2, y // 2
        if not (0 <= column < self.width and 0 <= row < self.height):
            return
        quarters = self.quarters[row].get(column)
        if quarters is None:
            top, bottom = self.pixels[2 * row][column], self.pixels[2 * row + 1][column]
            quarters = (top, top, bottom, bottom)
        at = y % 2 * 2 + x % 2
        pixel = mix(quarters[at], colour, share)
        self.quarters[row][column] = (*quarters[:at], pixel, *quarters[at + 1 :])  # type: ignore[assignment]

    def whole(self, x: int, y: int) -> None:
        """Forget the halves in the cell of a pixel: what was painted there pixel by pixel is seen again."""
        if 0 <= y < 2 * self.height:
            self.quarters[y // 2].pop(x, None)

    def blit(self, sprite: Sprite, x: int, y: int, light: float = 1.0) -> None:
        """A sprite with its upper left corner at pixel (x, y), in more or less light."""
        width, rows = self.width, self.pixels
        for dx, dy, colour, share in sprite.dots:
            column, line = x + dx, y + dy
            if 0 <= column < width and 0 <= line < len(rows):
                row = rows[line]
                if light != 1.0:
                    colour = mix(colour, 0xFFFFFF, light - 1) if light > 1 else mix(0, colour, light)
                if column in self.quarters[line // 2]:
                    self.dot(column, line, colour, share)
                else:
                    row[column] = colour if share >= 1 else mix(row[column], colour, share)

    def text(
        self, x: int, y: int, text: str, ink: int, ground: int | None = None, bold: bool = False
    ) -> None:
        """Characters from cell (x, y) to the right; a name may hold some two cells wide, or marks above others."""
        if not 0 <= y < self.height:
            return
        row, column = self.letters[y], x
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
        for row in self.letters[max(0, y) : max(0, y + height)]:
            for column in range(x, x + width):
                row.pop(column, None)

    def clear_words(self) -> None:
        """Make letters and digits so light or dark that they can be read on what is below them."""
        for y, row in enumerate(self.letters):
            top, bottom = self.pixels[2 * y], self.pixels[2 * y + 1]
            for x, (char, ink, ground, bold) in row.items():
                if char.isalnum():
                    under = mix(top[x], bottom[x], 0.5) if ground is None else ground
                    row[x] = char, _readable(ink, under), ground, bold

    def difference(self, other: Canvas, y: int) -> tuple[int, int] | None:
        """The first column in which row `y` of cells looks different on the other canvas, and the one after
        the last, with the whole of a sign that is two columns wide; None where it looks the same."""
        letters, others = self.letters[y], other.letters[y]
        top, bottom = self.pixels[2 * y], self.pixels[2 * y + 1]
        old_top, old_bottom = other.pixels[2 * y], other.pixels[2 * y + 1]
        quarters, old_quarters = self.quarters[y], other.quarters[y]
        if letters == others and quarters == old_quarters and top == old_top and bottom == old_bottom:
            return None
        changed = {x for x, _ in letters.items() ^ others.items()}
        changed.update(x for x, _ in quarters.items() ^ old_quarters.items())
        for line, old in ((top, old_top), (bottom, old_bottom)):
            if line != old:
                changed.update(x for x, (new, was) in enumerate(zip(line, old, strict=True)) if new != was)
        first, end = min(changed), max(changed) + 1
        while "" in (_char(letters, first), _char(others, first)):
            first -= 1
        return first, end + ("" in (_char(letters, end), _char(others, end)))

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
        for run, look in self._runs(y, start, end):
            shown = run if run.isascii() and run.isprintable() else guarded(run)
            ink, ground, bold = look
            looks = f"{_codes(ink, system)[0]};{_codes(ground, system)[1]}"
            parts.append(f"\x1b[1;{looks}m{shown}{PLAIN}" if bold else f"\x1b[{looks}m{shown}")
        return "".join((*parts, PLAIN))

    def _runs(self, y: int, start: int, end: int) -> list[tuple[str, Cell]]:
        """Cells side by side that look alike: what is in them, and how that looks."""
        runs: list[tuple[str, Cell]] = []
        letters, quartered = self.letters[y], self.quarters[y]
        run, last = "", None
        pixels = zip(self.pixels[2 * y][start:end], self.pixels[2 * y + 1][start:end], strict=True)
        look: Cell
        for x, (top, bottom) in enumerate(pixels, start):
            letter, quarters = letters.get(x), quartered.get(x)
            if letter:
                char, ink, ground, bold = letter
                if ground is None:
                    ground = mix(top, bottom, 0.5)
                look = (ink, ground, bold)
            elif quarters:
                char, ink, ground = drawn(quarters)
                look = (ink, ground, False)
            elif top == bottom:
                char, look = " ", (bottom, bottom, False)
            else:
                char, look = UPPER_HALF, (top, bottom, False)
            if look != last:
                if last:
                    runs.append((run, last))
                run, last = "", look
            run += char
        if last:
            runs.append((run, last))
        return runs

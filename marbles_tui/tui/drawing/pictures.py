"""The boards of the games as small pictures, for the fronts of the cabinets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, isqrt, pi, sin
from typing import Any, Final, NamedTuple

from marbles_tui.games.abacus.hexagon import PLACES, SPANS
from marbles_tui.games.beadmaster.bars import BARS, INNER, OUTER, SIZE, cover
from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.games.gobblet.board import name_of, seat_of, size_of
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import MARBLES, Look

CARTON, STONE, CASTLE, RED, BLUE, BAR = 0x8A6B2E, 0x878D99, 0xF2D268, 0xB03A3C, 0x3A62B8, 0x9A9486


class Spot(NamedTuple):
    """A marble, or a square, of a picture: its upper left corner and its size, its colour, and the sign that
    stands for it where nothing is shaded; "" for the skin's marble."""

    x: int
    y: int
    size: int
    colour: int
    sign: str = ""
    square: bool = False


class Box(NamedTuple):
    """The room for a picture, in pixels, or in characters where nothing is shaded."""

    width: int
    height: int
    look: Look

    @property
    def shaded(self) -> bool:
        """Whether it is measured in pixels."""
        return self.look.skin.shaded

    def grid(self, columns: int, rows: int) -> Grid:
        """The largest grid of so many places that fits, in the middle; no smaller than one a place."""
        if self.shaded:
            wide = tall = max(1, min(self.width // columns, self.height // rows))
        else:  # a character is twice as high as it is wide
            wide = max(1, min(self.width // columns, 2 * (self.height // rows), 4))
            tall = max(1, wide // 2)
        return Grid(wide, tall, (self.width - wide * columns) // 2, (self.height - tall * rows) // 2)


class Grid(NamedTuple):
    """Where the places of a picture are: each `wide` by `tall`, the first at (left, top)."""

    wide: int
    tall: int
    left: int
    top: int

    def at(self, column: float, row: int, size: int) -> tuple[int, int, int]:
        """The corner and the size of something in the middle of a place."""
        x = self.left + int(column * self.wide) + (self.wide - size) // 2
        return x, self.top + row * self.tall + (self.tall - size) // 2, size

    def part(self, share: float) -> int:
        """A size: a share of a place, at least 1."""
        return max(1, round(self.wide * share))


Picture = Callable[[Any, Box], Iterator[Spot]]
"""picture(board, box): what is to be seen of a board, from the back to the front."""


def carton(board: Any, box: Box) -> Iterator[Spot]:
    """Twelve slots, with their marbles in heaps or counted."""
    if not box.shaded:
        grid = box.grid(6, 3)
        for side, cells in enumerate(SIDES):
            for at, cell in enumerate(cells):
                count = board.ring[cell]
                column, row = (at, 2) if side == 0 else (5 - at, 0)
                sign = str(count) if 0 < count <= 9 else "+" if count else box.look.skin.empty
                colour = MARBLES[cell % len(MARBLES)] if count else STONE
                yield Spot(*grid.at(column, row, 1), colour, sign)
        return
    slot = max(1, box.width // 6)
    across = 1 if slot == 1 else 2
    size = max(1, (slot - 1) // 2)
    gap = max(2, size)
    high = min((box.height - gap) // 2 // size, 5)
    left, top = (box.width - 6 * slot) // 2, (box.height - 2 * high * size - gap) // 2
    board_colour = box.look.material(CARTON)
    for side, cells in enumerate(SIDES):
        for at, cell in enumerate(cells):
            x = left + slot * (at if side == 0 else 5 - at)
            for row in range(high):
                # Heaps lie on the outer edges and grow towards the middle.
                y = top + (2 * high * size + gap - (row + 1) * size if side == 0 else row * size)
                hollow = mix(board_colour, 0, 0.45 if at % 2 else 0.58)
                for column in range(across):
                    number = row * across + column
                    colour = MARBLES[(cell * 3 + number * 5) % len(MARBLES)]
                    lies = number < board.ring[cell]
                    yield Spot(x + column * size, y, size, colour if lies else hollow, square=not lies)


def hexagon(board: Any, box: Box) -> Iterator[Spot]:
    """Sixty-one cells with the marbles of both sides."""
    grid = box.grid(9, 9)
    for cell, (row, digit) in enumerate(PLACES):
        seat = board.cells[cell]
        column = digit - SPANS[row][0] + abs(4 - row) / 2
        if seat < 0:
            empty = mix(box.look.ground, box.look.text, 0.22)
            yield Spot(*grid.at(column, 8 - row, grid.part(0.5)), empty, box.look.skin.empty)
        else:
            colour = box.look.pieces.abacus[seat]
            yield Spot(*grid.at(column, 8 - row, grid.part(1)), colour, box.look.skin.marbles[seat])


def trail(board: Any, box: Box) -> Iterator[Spot]:
    """Stepping stones from the lower left corner to the castle, and the travellers."""
    count = len(board.trail.squares)
    columns = isqrt(count - 1) + 1
    rows = -(-count // columns)
    grid = box.grid(columns, rows)

    def place(square: int) -> tuple[int, int]:
        row, column = divmod(square, columns)
        return (columns - 1 - column if row % 2 else column), rows - 1 - row

    for square in range(count):
        last = square == count - 1
        far = 0.55 if grid.wide == 1 and sum(place(square)) % 2 else 0.35  # stones that touch are told apart
        colour = CASTLE if last else mix(STONE, box.look.ground, far)
        size = grid.part(0.9 if last else 0.55)
        yield Spot(*grid.at(*place(square), size), colour, "#" if last else box.look.skin.empty, square=last)
    for seat, traveller in reversed(list(enumerate(board.travellers))):
        colour = box.look.pieces.pawns[seat]
        yield Spot(*grid.at(*place(traveller.square), grid.part(0.9)), colour, str(seat + 1))


def beads(board: Any, box: Box) -> Iterator[Spot]:
    """The holes, what is seen through them, the beads, and the ends of the bars that stick out."""
    look, grid = box.look, box.grid(SIZE + 2, SIZE + 2)
    inks = {
        "red": (mix(RED, look.ground, 0.25), "-"),
        "blue": (mix(BLUE, look.ground, 0.25), "|"),
        "black": (mix(look.ground, look.text, 0.18), "."),
    }
    for bar in range(BARS):
        across = bar < SIZE
        line = bar % SIZE + 1
        for end, sticks in ((0, board.bars[bar] > INNER), (SIZE + 1, board.bars[bar] < OUTER)):
            if sticks:
                column, row = (end, line) if across else (line, end)
                colour, sign = (mix(RED, 0xFFFFFF, 0.3), "=") if across else (mix(BLUE, 0xFFFFFF, 0.3), "|")
                yield Spot(*grid.at(column, row, grid.part(0.5)), colour, sign, square=True)
    for hole, seat in enumerate(board.beads):
        row, column = divmod(hole, SIZE)
        colour, sign = inks[cover(board.bars, hole)]
        if not seat or grid.wide > 1:
            size = grid.part(1) if grid.wide < 3 else grid.wide - 1
            yield Spot(*grid.at(column + 1, row + 1, size), colour, sign, square=True)
        if seat:
            bead = look.pieces.beads[seat - 1]
            yield Spot(*grid.at(column + 1, row + 1, grid.part(0.9)), bead, str(seat))


def gobblets(board: Any, box: Box) -> Iterator[Spot]:
    """Sixteen cells and the gobblet on top in each."""
    look, grid = box.look, box.grid(4, 4)
    for cell, stack in enumerate(board.cells):
        row, column = divmod(cell, 4)
        tile = mix(look.ground, look.text, 0.10 if (row + column) % 2 else 0.17)
        if not stack or box.shaded:
            size = grid.wide if box.shaded else 1
            yield Spot(*grid.at(column, row, size), tile, look.skin.empty, square=True)
        if stack:
            one = stack[-1]
            colour = look.pieces.gobblet[seat_of(one)]
            name = name_of(one) if grid.wide > 2 else name_of(one)[0]
            size = grid.part(0.25 + 0.1875 * size_of(one)) if box.shaded else 2
            yield Spot(*grid.at(column, row, size), colour, name)


def ring(board: Any, box: Box) -> Iterator[Spot]:
    """A ring of marbles, for games that have no picture of their own."""
    del board
    tall = box.height if box.shaded else 2 * box.height
    radius = 0.36 * min(box.width, tall)
    size = max(1, round(radius * 0.7)) if box.shaded else 1
    for at, colour in enumerate(MARBLES):
        x = box.width / 2 + radius * cos(2 * pi * at / 7)
        y = tall / 2 + radius * sin(2 * pi * at / 7)
        yield Spot(round(x - size / 2), round((y if box.shaded else y / 2) - size / 2), size, colour)


PICTURES: Final[Mapping[str, Picture]] = {
    "egg-carton": carton,
    "abacus": hexagon,
    "getaway": trail,
    "beadmaster": beads,
    "gobblet": gobblets,
}
"""By the keys of their games."""

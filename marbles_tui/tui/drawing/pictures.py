"""Small pictures of boards, for the fronts of the cabinets: what those of all games are made of."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from marbles_tui.tui.drawing.look import MARBLES, Look


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

    def grid(self, columns: int, rows: int) -> PictureGrid:
        """The largest grid of so many places that fits, in the middle; no smaller than one a place."""
        if self.shaded:
            wide = tall = max(1, min(self.width // columns, self.height // rows))
        else:  # a character is twice as high as it is wide
            wide = max(1, min(self.width // columns, 2 * (self.height // rows), 4))
            tall = max(1, wide // 2)
        return PictureGrid(wide, tall, (self.width - wide * columns) // 2, (self.height - tall * rows) // 2)


class PictureGrid(NamedTuple):
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


def ring_of_marbles(box: Box) -> Iterator[Spot]:
    """A ring of marbles, for games that have no picture of their own."""
    tall = box.height if box.shaded else 2 * box.height
    radius = 0.36 * min(box.width, tall)
    size = max(1, round(radius * 0.7)) if box.shaded else 1
    for at, colour in enumerate(MARBLES):
        x = box.width / 2 + radius * cos(2 * pi * at / 7)
        y = tall / 2 + radius * sin(2 * pi * at / 7)
        yield Spot(round(x - size / 2), round((y if box.shaded else y / 2) - size / 2), size, colour)

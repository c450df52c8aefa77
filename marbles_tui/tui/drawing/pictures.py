"""Small pictures of boards, for the menu: what those of all games are made of."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import lit, luminance, mix
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.drawing.sprites import Dot, Sprite, marble, shadow

BY_HAND: Final = ((1.22, 1.0), (0.95, 0.66))
"""The light on the four pixels of the smallest marble."""

SMALL: Final = 6
"""Pixels from which a marble may have a dark side; below, ivory would get grey ears."""

DARKEST: Final = 0.72


class Box(NamedTuple):
    """Room on a canvas, in pixels: two of them, one above the other, are a cell."""

    x: int
    y: int
    width: int
    height: int

    def middle(self, width: int, height: int) -> tuple[int, int]:
        """The corner of something in the middle."""
        return self.x + (self.width - width) // 2, self.y + (self.height - height) // 2


@lru_cache(maxsize=256)
def small_marble(size: int, colour: int) -> Sprite:
    """A marble that is seen as one from two pixels across on."""
    if size < 2:
        return Sprite(1, 1, (Dot(0, 0, colour, 1.0),))
    if size == 2:
        dots = [Dot(x, y, lit(colour, BY_HAND[y][x]), 1.0) for y in range(2) for x in range(2)]
        return Sprite(2, 2, tuple(dots))
    shaded = marble(size, colour)
    if size >= SMALL:
        return shaded
    dark = lit(colour, DARKEST)
    return Sprite(
        size,
        size,
        tuple(
            dot if luminance(dot.colour) > luminance(dark) else dot._replace(colour=dark)
            for dot in shaded.dots
        ),
    )


def put_marble(canvas: Canvas, x: int, y: int, size: int, colour: int) -> None:
    """A marble with its upper left corner at a pixel, and its shadow where it is large enough to have one."""
    if size >= SMALL:
        canvas.blit(shadow(size), x + 1, y + 1)
    canvas.blit(small_marble(size, colour), x, y)


def material(look: Look, colour: int) -> int:
    """What a board is made of: as it is on dark themes, a little lighter on light ones, where pale marbles are seen
    on it."""
    return colour if look.dark else mix(colour, look.ground, 0.16)


def sign_ink(look: Look, colour: int) -> int:
    """The ink of a sign: all alike where colours cannot be seen."""
    return look.material_ink(colour) if look.coloured else look.text


def put_sign(canvas: Canvas, x: float, y: float, sign: str, ink: int) -> None:
    """A bold sign around a pixel."""
    canvas.text(int(x) - len(sign) // 2, int(y / 2), sign, ink, bold=True)


def ring_of_marbles(canvas: Canvas, box: Box, look: Look) -> None:
    """A ring of marbles, for games that have no picture of their own."""
    radius = 0.36 * min(box.width, box.height)
    size = max(1, round(radius * 0.7))
    for at, colour in enumerate(MARBLES):
        x = box.x + box.width / 2 + radius * cos(2 * pi * at / 7)
        y = box.y + box.height / 2 + radius * sin(2 * pi * at / 7)
        if look.skin.shaded:
            put_marble(canvas, round(x - size / 2), round(y - size / 2), size, colour)
        else:
            put_sign(canvas, x, y, look.skin.marble, sign_ink(look, colour))

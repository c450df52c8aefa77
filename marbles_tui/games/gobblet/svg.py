"""Gobblet as a picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from marbles_tui.core.svg import FAINT, MARK, Drawing, mix
from marbles_tui.games.gobblet.board import NAMES, STACKS, gobblet, seat_of, size_of
from marbles_tui.games.gobblet.position import Gobblets

SIDES: Final = (0xE9E1CC, 0x4A62C8)
DARK, LIGHT = 0x3A322D, 0x463B33
WOOD: Final = 0x2A2420

CELL: Final = 92.0
TRAY: Final = 100.0
LABEL: Final = 22.0
LEFT: Final = TRAY + LABEL
WIDTH: Final = 2 * LEFT + 4 * CELL
HEIGHT: Final = 4 * CELL + LABEL

RADII: Final = (0.0, 14.0, 23.0, 32.0, 41.0)
"""Of a gobblet by its size."""

COVERED: Final = 5.0
"""The radius of the dot that stands for a gobblet under another, by its size a little more."""


def svg(position: Gobblets, marked: Collection[int] = (), caption: str = "") -> str:
    """The board from above between both sides' stacks; dots tell what lies under a gobblet."""
    drawing = Drawing(WIDTH, HEIGHT)
    for cell, stack in enumerate(position.cells):
        row, column = divmod(cell, 4)
        x, y = LEFT + column * CELL, row * CELL
        drawing.rect(x, y, CELL, CELL, LIGHT if (row + column) % 2 else DARK)
        if stack:
            _gobblet(drawing, x + CELL / 2, y + CELL / 2, stack[-1])
        for number, piece in enumerate(reversed(stack[:-1])):
            radius = COVERED + size_of(piece)
            drawing.circle(
                x + 11 + 17 * number, y + CELL - 11, radius, SIDES[seat_of(piece)], rim=WOOD, wide=2
            )
        if cell in marked:
            drawing.circle(x + CELL / 2, y + CELL / 2, CELL / 2 - 3, None, rim=MARK, wide=3)
    for row, letter in enumerate("ABCD"):
        drawing.text(LEFT - 12, (row + 0.5) * CELL + 5, letter, ink=FAINT)
    for column in range(4):
        drawing.text(LEFT + (column + 0.5) * CELL, HEIGHT - 5, str(column + 1), ink=FAINT)
    for seat, places in enumerate(STACKS):
        middle = TRAY / 2 if seat == 0 else WIDTH - TRAY / 2
        drawing.rect(middle - TRAY / 2, 0, TRAY, 4 * CELL, WOOD, round=10)
        for number, place in enumerate(places):
            y = (number + 0.5) * 4 * CELL / 3
            size = position.stacks[place - STACKS[0].start]
            if size:
                _gobblet(drawing, middle, y - 8, gobblet(seat, size))
            if place in marked:
                drawing.circle(middle, y - 8, RADII[4] + 3, None, rim=MARK, wide=3)
            drawing.text(middle, y + 52, NAMES[place], ink=FAINT, size=12)
    return drawing.document("Gobblet", caption)


def _gobblet(drawing: Drawing, x: float, y: float, piece: int) -> None:
    """A cup from above, turned over: the larger, the taller."""
    colour, radius = SIDES[seat_of(piece)], RADII[size_of(piece)]
    drawing.marble(x, y, radius, colour)
    drawing.circle(x, y, radius * 0.5, mix(colour, 0, 0.32), rim=mix(colour, 0, 0.5))
    drawing.text(
        x,
        y + radius * 0.17 + 1,
        str(size_of(piece)),
        size=radius * 0.5,
        ink=mix(colour, 0xFFFFFF, 0.8),
        bold=True,
    )

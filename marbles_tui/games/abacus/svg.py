"""Abacus as a picture."""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt
from typing import Final

from marbles_tui.core.svg import MARK, Drawing
from marbles_tui.games.abacus.hexagon import PLACES, ROWS, SPANS
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.abacus.row import EMPTY

SIDES: Final = (0x4A74EE, 0xF0BE4A)
SLATE: Final = 0x33403F
WALNUT: Final = 0x7A5632
LABEL: Final = 0xEBDCC3

STEP: Final = 46.0
"""Pixels between neighbours."""

FALL: Final = STEP * sqrt(3) / 2
RADIUS: Final = 19.0
WIDTH: Final = 516.0
HEIGHT: Final = 10.36 * FALL + 26
LOST: Final = 9.0
"""The radius of a marble that is off the board."""


def svg(position: Abacus, marked: Collection[int] = (), caption: str = "") -> str:
    """The hexagon with its marbles; those that are lost lie in the corners, black's at the top."""
    drawing = Drawing(WIDTH, HEIGHT)
    drawing.polygon(_corners(1.18), WALNUT, rim=WALNUT, wide=26)
    drawing.polygon(_corners(0.72), SLATE, rim=SLATE, wide=22)
    for cell, owner in enumerate(position.cells):
        x, y = _middle(*PLACES[cell])
        drawing.bowl(x, y, RADIUS, SLATE - 0x0A0C0C)
        if owner != EMPTY:
            drawing.marble(x, y, RADIUS, SIDES[owner])
        if cell in marked:
            drawing.circle(x, y, RADIUS + 1, None, rim=MARK, wide=3)
    for row, span in enumerate(SPANS):
        x, y = _middle(row, span[0] - 1)
        drawing.text(x + 3, y + 5, ROWS[row], ink=LABEL, bold=True)
    for digit in range(1, 10):
        row = max(0, digit - 5)
        x, y = _middle(row - 1, digit)
        drawing.text(x - 3, y - 1, str(digit), ink=LABEL, bold=True)
    for seat, lost in enumerate(position.lost):
        for number in range(lost):
            line, column = divmod(number, 4)
            y = 16 + 24 * line
            drawing.marble(16 + 24 * column, HEIGHT - y if seat else y, LOST, SIDES[seat])
    return drawing.document("Abacus", caption)


def _middle(row: int, digit: int) -> tuple[float, float]:
    """The middle of a cell, or of where one would be."""
    return WIDTH / 2 + (digit - 5 - (row - 4) / 2) * STEP, HEIGHT / 2 - (row - 4) * FALL


def _corners(beyond: float) -> list[tuple[float, float]]:
    """The corners of a hexagon that lies so many cells around the outer ones."""
    around = 4 + beyond
    turns = ((1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1))
    return [_corner(up * around, along * around) for up, along in turns]


def _corner(up: float, along: float) -> tuple[float, float]:
    return WIDTH / 2 + (along - up / 2) * STEP, HEIGHT / 2 - up * FALL

"""The trail in small, for the cabinet of Gary's Great Getaway."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any, Final

from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.pictures import Box, Spot
from marbles_tui.tui.games.getaway.colours import PAWNS

STONE: Final = 0x878D99
CASTLE: Final = 0xF2D268


def picture(board: Any, box: Box) -> Iterator[Spot]:
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
        colour = box.look.pieces(PAWNS)[seat]
        yield Spot(*grid.at(*place(traveller.square), grid.part(0.9)), colour, str(seat + 1))

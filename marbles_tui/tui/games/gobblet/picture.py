"""The sixteen squares in small, for the cabinet of Gobblet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marbles_tui.games.gobblet.board import name_of, seat_of, size_of
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.pictures import Box, Spot
from marbles_tui.tui.games.gobblet.colours import SIDES


def picture(board: Any, box: Box) -> Iterator[Spot]:
    """Sixteen cells and the gobblet on top in each."""
    look, grid = box.look, box.grid(4, 4)
    for cell, stack in enumerate(board.cells):
        row, column = divmod(cell, 4)
        tile = mix(look.ground, look.text, 0.10 if (row + column) % 2 else 0.17)
        if not stack or box.shaded:
            size = grid.wide if box.shaded else 1
            yield Spot(*grid.at(column, row, size), tile, look.skin.empty, square=True)
        if stack:
            top = stack[-1]
            colour = look.pieces(SIDES)[seat_of(top)]
            name = name_of(top) if grid.wide > 2 else name_of(top)[0]
            size = grid.part(0.25 + 0.1875 * size_of(top)) if box.shaded else 2
            yield Spot(*grid.at(column, row, size), colour, name)

"""The hexagon in small, for the cabinet of Abacus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marbles_tui.games.abacus.hexagon import PLACES, SPANS
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.pictures import Box, Spot
from marbles_tui.tui.games.abacus.colours import SIDES


def picture(board: Any, box: Box) -> Iterator[Spot]:
    """Sixty-one cells with the marbles of both sides."""
    grid = box.grid(9, 9)
    for cell, (row, digit) in enumerate(PLACES):
        seat = board.cells[cell]
        column = digit - SPANS[row][0] + abs(4 - row) / 2
        if seat < 0:
            empty = mix(box.look.ground, box.look.text, 0.22)
            yield Spot(*grid.at(column, 8 - row, grid.part(0.5)), empty, box.look.skin.empty)
        else:
            colour = box.look.pieces(SIDES)[seat]
            yield Spot(*grid.at(column, 8 - row, grid.part(1)), colour, box.look.skin.marbles[seat])

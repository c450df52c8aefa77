"""The grid in small, for the cabinet of BeadMaster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from marbles_tui.games.beadmaster.bars import BARS, INNER, OUTER, SIZE, cover
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.pictures import Box, Spot
from marbles_tui.tui.games.beadmaster.colours import BEADS

RED: Final = 0xB03A3C
BLUE: Final = 0x3A62B8


def picture(board: Any, box: Box) -> Iterator[Spot]:
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
            bead = look.pieces(BEADS)[seat - 1]
            yield Spot(*grid.at(column + 1, row + 1, grid.part(0.9)), bead, str(seat))

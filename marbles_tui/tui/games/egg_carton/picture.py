"""The egg carton in small, for its cabinet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from marbles_tui.games.egg_carton.ring import SIDES
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import MARBLES
from marbles_tui.tui.drawing.pictures import Box, Spot

CARTON: Final = 0x8A6B2E
EMPTY: Final = 0x878D99


def picture(board: Any, box: Box) -> Iterator[Spot]:
    """Twelve slots, with their marbles in heaps or counted."""
    if not box.shaded:
        grid = box.grid(6, 3)
        for side, cells in enumerate(SIDES):
            for at, cell in enumerate(cells):
                count = board.ring[cell]
                column, row = (at, 2) if side == 0 else (5 - at, 0)
                sign = str(count) if 0 < count <= 9 else "+" if count else box.look.skin.empty
                colour = MARBLES[cell % len(MARBLES)] if count else EMPTY
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

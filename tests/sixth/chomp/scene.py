"""The bar of Chomp as it is seen. A unit is a piece."""

from __future__ import annotations

from typing import Any

from marbles_tui.core.palette import Palette
from marbles_tui.core.position import Cell
from marbles_tui.core.scene import Box, Frame, Item, Label, Mark, Piece, Point, Room, Scene, outlines
from tests.sixth.chomp.position import COLUMNS, ROWS

PALETTE = Palette(
    {"paper": 0x3A3F4C, "chocolate": 0x7A4A2B, "poison": 0x3E9A4A, "name": 0xFFFFFF},
    {"paper": 0xD8CDB8},
)
ACROSS, DOWN = COLUMNS / 2, len(ROWS) / 2
PAPER = (Box((0.0, 0.0), (ACROSS + 0.1, DOWN + 0.1), "paper", 0.1, 0.04),)
HALF = 0.46


def spot(cell: Cell) -> Point:
    """The middle of a piece."""
    row, column = divmod(cell, COLUMNS)
    return column + 0.5 - ACROSS, row + 0.5 - DOWN


def _piece(cell: Cell, named: bool, share: float = 1.0) -> Piece:
    """A square of chocolate; of one that is bitten off a share is left."""
    half, row = HALF * share, ROWS[cell // COLUMNS]
    square = Box((0.0, 0.0), (half, half), "chocolate" if cell else "poison", 0.1, 0.06)
    name = (Label((0.0, 0.0), f"{row}{cell % COLUMNS + 1}", "name", least=3),) if named else ()
    return Piece(f"piece{cell}", spot(cell), (square, *name), r=half)


def _left(rows: tuple[int, ...]) -> frozenset[Cell]:
    return frozenset(row * COLUMNS + at for row, length in enumerate(rows) for at in range(length))


def scene(frame: Frame, room: Room) -> Scene:
    """The bar at one instant: what is bitten off shrinks."""
    left, named = _left(frame.board), room.named and not room.small
    items: list[Item] = [_piece(cell, named) for cell in sorted(left)]
    if frame.event and frame.event.kind == "bite" and frame.phase < 1:
        before: Any = frame.before
        items += [_piece(cell, False, 1 - frame.phase) for cell in sorted(_left(before) - left)]
    items += [
        Mark(spot(cell), (0.499, 0.5), role, share, 0.0) for cell, (role, share) in outlines(frame).items()
    ]
    places = {cell: (x - 0.5, y - 0.5, x + 0.5, y + 0.5) for cell in _ALL for x, y in (spot(cell),)}
    bounds = -ACROSS - 0.1, -DOWN - 0.1, ACROSS + 0.1, DOWN + 0.1
    grid = (0.0, 0.0) if room.small else (1.0, 1.0)
    return Scene(bounds, tuple(items), PAPER, places, grid, PALETTE)


_ALL = range(COLUMNS * len(ROWS))

"""What opponents of Gobblet like in a move."""

from __future__ import annotations

from marbles_tui.games.gobblet.board import CELLS, seat_of, size_of
from marbles_tui.games.gobblet.position import Gobblets, Placement


def gobbling(position: Gobblets, move: Placement) -> int:
    """The size of the other side's gobblet that is covered."""
    stack = position.cells[move.target]
    return size_of(stack[-1]) if stack and seat_of(stack[-1]) != position.turn else 0


def bringing_out(position: Gobblets, move: Placement) -> int:
    """Gobblets from the stacks."""
    del position
    return int(move.origin not in CELLS)


def wandering(position: Gobblets, move: Placement) -> int:
    """Gobblets that move on the board, most of all those that show another one."""
    return 0 if move.origin not in CELLS else len(position.cells[move.origin])

"""From picks of places to a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marbles_tui.core import Cell, Move


class Picker:
    """Knows which picks can still become a move. Their paths are prefix-free, so a move is complete at once."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._paths = [(path, move) for move in moves for path in move.paths]
        self.picks: tuple[Cell, ...] = ()

    @property
    def next_cells(self) -> frozenset[Cell]:
        """The places that may be picked now."""
        at = len(self.picks)
        return frozenset(path[at] for path, _ in self._open() if len(path) > at)

    def leads_to(self, cell: Cell) -> Any | None:
        """The move that picking `cell` would complete, or None."""
        wanted = (*self.picks, cell)
        return next((move for path, move in self._open() if path == wanted), None)

    def pick(self, cell: Cell) -> Any | None:
        """Pick a place: the move if that completes one, None if more picks are to come.

        Raises ValueError if no legal move goes on so; the picks stay as they were.
        """
        if cell not in self.next_cells:
            raise ValueError(f"cell {cell} cannot be picked here")
        move = self.leads_to(cell)
        self.picks = () if move else (*self.picks, cell)
        return move

    def back(self) -> bool:
        """Take the last pick back; whether there was one."""
        had = bool(self.picks)
        self.picks = self.picks[:-1]
        return had

    def _open(self) -> list[tuple[tuple[Cell, ...], Move]]:
        at = len(self.picks)
        return [(path, move) for path, move in self._paths if path[:at] == self.picks]

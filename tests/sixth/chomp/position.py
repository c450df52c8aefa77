"""A position of Chomp and its bites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from marbles_tui.core import Event, Result, Tell

ROWS: Final = "ABCD"
COLUMNS: Final = 5


class Bite(NamedTuple):
    """A ply: the piece that is bitten off with all below it and to its right. Its notation is `B3`."""

    cell: int

    def __str__(self) -> str:
        row, column = divmod(self.cell, COLUMNS)
        return f"{ROWS[row]}{column + 1}"

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: the piece."""
        return ((self.cell,),)


class Bar(NamedTuple):
    """How many pieces each row has left, and the player to bite; after the end, the one who did not."""

    rows: tuple[int, ...]
    turn: int

    @property
    def actor(self) -> int:
        """The player to bite."""
        return self.turn

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def board(self) -> tuple[int, ...]:
        """The rows."""
        return self.rows

    @property
    def result(self) -> Result | None:
        """Who took the last piece, the poisoned one, has lost."""
        return None if self.rows[0] else Result.win(2, self.turn, "poison")

    def moves(self) -> Sequence[Bite]:
        """Every piece that is left."""
        return [Bite(row * COLUMNS + at) for row, length in enumerate(self.rows) for at in range(length)]

    def play(self, move: Bite, tell: Tell | None = None) -> Bar:
        """Bite a piece off, with all below it and to its right."""
        row, column = divmod(move.cell, COLUMNS)
        rows = tuple(min(length, column) if at >= row else length for at, length in enumerate(self.rows))
        after = Bar(rows, 1 - self.turn)
        if tell:
            tell(Event("bite", rows, (move.cell,), {"seat": self.turn, "pieces": sum(self.rows) - sum(rows)}))
            if after.result:
                tell(Event("win", rows, (), {"seat": after.turn}))
        return after

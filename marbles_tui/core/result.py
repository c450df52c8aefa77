"""How a game ended."""

from __future__ import annotations

from typing import NamedTuple, Self


class Result(NamedTuple):
    """A score for each seat (1 won, 0 lost, 0.5 drawn) and a fixed word that says why.

    A win shared by several seats scores 1 for each of them.
    """

    scores: tuple[float, ...]
    reason: str

    @classmethod
    def win(cls, seats: int, winners: int | tuple[int, ...], reason: str) -> Self:
        """The result of `seats` seats, numbered from 0, in which `winners` won."""
        won = (winners,) if isinstance(winners, int) else winners
        return cls(tuple(float(seat in won) for seat in range(seats)), reason)

    @classmethod
    def draw(cls, seats: int, reason: str) -> Self:
        """Nobody won, nobody lost."""
        return cls((0.5,) * seats, reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, from 0; empty for a draw."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == 1)

    def __str__(self) -> str:
        """As the Result tag has it: `1`, `1,3` or `draw`."""
        return ",".join(str(seat + 1) for seat in self.winners) or "draw"

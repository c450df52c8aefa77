"""A line of play tried out on the board, while the match stays as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from marbles_tui.core import AnyPosition, IllegalMove
from marbles_tui.play import Match


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The positions along a line from the one on the table; `at` moves of it are on the board."""

    match: Match
    moves: tuple[Any, ...]
    positions: tuple[AnyPosition, ...]
    at: int = 0

    @classmethod
    def along(cls, match: Match, line: Sequence[str]) -> Self:
        """A line in notation, as far as it can be played."""
        moves: list[Any] = []
        positions = [match.position]
        for word in line:
            try:
                move = match.game.find(positions[-1], word)
            except IllegalMove:
                break
            moves.append(move)
            positions.append(positions[-1].play(move))
        return cls(match, tuple(moves), tuple(positions))

    def to(self, at: int) -> Self:
        """The same with so many moves on the board, as far as there are."""
        return replace(self, at=max(0, min(at, len(self.moves))))

    @property
    def position(self) -> AnyPosition:
        """The position on the board."""
        return self.positions[self.at]

    @property
    def last(self) -> Any:
        """The move made last; there is one where `at` is not 0."""
        return self.moves[self.at - 1]

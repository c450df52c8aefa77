"""What a search found: scored moves and principal variations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

WIN: Final = 1_000_000
"""The score of a won game, for the seat to move; a win in p plies scores WIN - p."""

PROVED: Final = WIN - 10_000
"""Scores from here up, and from -PROVED down, are wins and losses that have been searched to their end."""


class ScoredMove(NamedTuple):
    """A move as records write it, and its score for the seat to move."""

    move: str
    score: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The moves from best to worst, of which only the first `multipv` have exact scores; the depth that was
    searched; and the principal variation of each of those first moves."""

    ranking: tuple[ScoredMove, ...]
    depth: int
    pvs: tuple[tuple[str, ...], ...]
    exact: bool = False
    """Whether a proved score has the exact distance in plies, and these are moves of the seats in turn."""

    native: bool = False
    """Whether the native search has found it."""

    @property
    def best(self) -> ScoredMove:
        """The first of the ranking."""
        return self.ranking[0]

    @property
    def proved(self) -> bool:
        """Whether the game is won or lost for certain."""
        return abs(self.best.score) >= PROVED

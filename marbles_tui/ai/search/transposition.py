"""The transposition table: what search remembers of the states it has seen, within bounds."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from marbles_tui.ai.search.result import PROVED

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2

TABLE_SIZE: Final = 100_000
"""Entries, of up to 450 bytes: arcade and engine process stay below 120 MB together."""


class TTEntry(NamedTuple):
    """A score found at a depth, what it says of the true one (EXACT, LOWER or UPPER bound), the best move.

    Wins and losses are counted from the state itself, not from the root: see `score_to_table`.
    """

    depth: int
    bound: int
    score: int
    move: int | None


class TranspositionTable:
    """At most `size` entries in two generations: when the young one is full, the old one is forgotten."""

    def __init__(self, size: int = TABLE_SIZE) -> None:
        self._half = max(1, size // 2)
        self._young: dict[Any, TTEntry] = {}
        self._old: dict[Any, TTEntry] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def find(self, state: Any) -> TTEntry | None:
        """What is known of a state."""
        return self._young.get(state) or self._old.get(state)

    def put(self, state: Any, entry: TTEntry) -> None:
        """Remember an entry in the place of an older one."""
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[state] = entry


def score_to_table(score: int, ply: int) -> int:
    """A score found `ply` plies below the root as the table keeps it."""
    if score >= PROVED:
        return score + ply
    return score - ply if score <= -PROVED else score


def score_from_table(score: int, ply: int) -> int:
    """A score of the table as it counts `ply` plies below the root."""
    if score >= PROVED:
        return score - ply
    return score + ply if score <= -PROVED else score

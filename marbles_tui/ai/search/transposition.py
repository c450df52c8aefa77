"""What search remembers of the positions it has seen, within bounds."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2


class TTEntry(NamedTuple):
    """A score found at a depth, what it says of the true one (EXACT, LOWER or UPPER bound), the best move."""

    depth: int
    bound: int
    score: int
    move: int | None


class TranspositionTable:
    """At most `size` entries in two generations: when the young one is full, the old one is forgotten."""

    def __init__(self, size: int) -> None:
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

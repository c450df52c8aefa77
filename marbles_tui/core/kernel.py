"""The narrow seam between a game's rules and the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

State: TypeAlias = Any
"""A position packed for search: hashable, compared by value; usually an integer or a tuple of integers."""


class Kernel(Protocol):
    """The same rules as a game's positions, on packed integers, and how its positions are valued.

    Perft counts and children agree with the positions': a test holds it for all games.
    """

    def pack(self, position: Any) -> State:
        """The state of a position."""
        ...

    def turn(self, state: State) -> int:
        """The seat to move, from 0; the position's `turn`."""
        ...

    def moves(self, state: State) -> Sequence[int]:
        """The legal moves as integers, likely good ones first; empty exactly when the game is over."""
        ...

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        ...

    def outcome(self, state: State) -> int | None:
        """None while the game runs; then 1, 0 or -1: won, drawn or lost for the seat that `turn` names."""
        ...

    def evaluate(self, state: State) -> int:
        """How good a running game is for the seat to move, in hundredths of the game's unit."""
        ...

    def loud(self, state: State) -> Sequence[int]:
        """The legal moves that must be looked at before a state may be valued as it stands: those that
        change the balance at once."""
        ...

    def notation(self, state: State, move: int) -> str:
        """The move as records write it."""
        ...


@runtime_checkable
class Sparing(Protocol):
    """What a kernel may offer beside: moves without those that differ from others in name alone."""

    def search_moves(self, state: State) -> Sequence[int]:
        """Legal moves, one of each lot that lead to as good as the same state; some if there are any."""
        ...

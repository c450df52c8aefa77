"""The narrow seam between a game's rules and the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

State: TypeAlias = Any
"""A position packed for search: hashable, compared by value; usually one integer or a tuple of them."""


class Kernel(Protocol):
    """The same rules as a game's positions, on packed integers.

    Perft counts and children agree with the positions': a test holds it for all games.
    """

    def pack(self, position: Any) -> State:
        """The state of a position."""
        ...

    def turn(self, state: State) -> int:
        """The seat to move, from 0."""
        ...

    def moves(self, state: State) -> Sequence[int]:
        """The legal moves as small integers; empty exactly when the game is over."""
        ...

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        ...

    def notation(self, state: State, move: int) -> str:
        """The move as records write it."""
        ...

"""The narrow seam between a game's rules and the search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

    def noisy(self, state: State) -> Sequence[int]:
        """The legal moves that must be looked at before a state may be valued as it stands: those that
        change the balance at once."""
        ...

    def notation(self, state: State, move: int) -> str:
        """The move as records write it."""
        ...


@runtime_checkable
class StagedMoves(Protocol):
    """What a kernel may offer beside, to spare the search work."""

    def search_moves(self, state: State) -> Iterable[int]:
        """Legal moves of a running game, likely good ones first, one of each lot that differ in name alone:
        some if there are any. They may come one by one, each made when it is asked for."""
        ...

    def legal(self, state: State, move: int) -> bool:
        """Whether a move that was legal in some state is legal in this one."""
        ...


@runtime_checkable
class SeatedKernel(Kernel, Protocol):
    """A kernel of a game for more than two seats, which values states for any of them."""

    def outcome_for(self, state: State, seat: int) -> int | None:
        """As `outcome`, for a seat from 0."""
        ...

    def value_for(self, state: State, seat: int) -> int:
        """As `evaluate`, for a seat from 0; what is good for it is bad for the others."""
        ...

    def gain(self, state: State, move: int) -> int:
        """What a move brings the seat to move at once, in the game's unit."""
        ...

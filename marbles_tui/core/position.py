"""Moves and positions: the part of a game that search and screens share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from marbles_tui.core.event import Tell
from marbles_tui.core.result import Result

Cell: TypeAlias = int
"""A place on a board, numbered by its game."""

CHANCE: Final = -1
"""Nobody's turn: the die's. All of `moves()` are then equally likely."""


class Move(Hashable, Protocol):
    """One ply. `str(move)` is its notation, unique among the legal moves."""

    @property
    def paths(self) -> tuple[tuple[Cell, ...], ...]:
        """The picks of cells that mean this move, in order; prefix-free among the legal moves."""
        ...


M = TypeVar("M", bound=Move)


class AnyPosition(Hashable, Protocol):
    """All that the rules need to know of some game at one instant; immutable."""

    @property
    def turn(self) -> int:
        """The seat to move, from 0, or CHANCE; the last mover's after the end if the game says so."""
        ...

    @property
    def actor(self) -> int:
        """The seat whose turn it is, also while chance draws for it."""
        ...

    @property
    def seats(self) -> int:
        """How many seats the game is played with."""
        ...

    @property
    def board(self) -> Any:
        """What there is to draw."""
        ...

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        ...

    def moves(self) -> Sequence[Move]:
        """The legal moves in a fixed order; empty exactly when the game is over."""
        ...

    def play(self, move: Any, tell: Tell | None = None) -> Self:
        """The position after one of its legal moves; `tell` receives each visible instant in turn."""
        ...


class Position(AnyPosition, Protocol[M]):
    """A position of the game whose moves are of that type."""

    def moves(self) -> Sequence[M]:
        """The legal moves in a fixed order; empty exactly when the game is over."""
        ...

    def play(self, move: M, tell: Tell | None = None) -> Self:
        """The position after a legal move; `tell` receives each visible instant in turn."""
        ...

"""What a game consists of: positions and moves, the events of a move, results, and what a user can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from marbles_tui.core.tuples import NamedTuple


class IllegalMove(ValueError):
    """A move that cannot be played here; the message says why and what can."""


class BadPosition(ValueError):
    """A position text that cannot be read, or a position that cannot arise."""


class BadSetup(ValueError):
    """A start that the game does not know."""


class BadOption(ValueError):
    """An option that the game does not have, or a value out of its range."""


class BadRecord(ValueError):
    """A record that cannot be read to its end."""


class Randomness(Protocol):
    """What a random setup needs of `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""


AnyBoard: TypeAlias = Any
"""What is drawn of a position; only its game knows the type."""

AnyMove: TypeAlias = Any
"""A move of some game, which alone knows its type."""


class Event(NamedTuple):
    """What happened, and the whole board after it.

    `cells` are the places it happened at, from → to where something moves;
    `facts` are the numbers and names a sentence about it needs.
    """

    kind: str
    board: AnyBoard
    cells: tuple[int, ...] = ()
    facts: Mapping[str, Any] = {}


Tell = Callable[[Event], None]
"""Receives the events of a move while it is played."""


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


Cell: TypeAlias = int
"""A place on a board, numbered by its game."""

CHANCE: Final = -1
"""Nobody's turn: the die's. All of `moves()` are then equally likely."""


class Move(Hashable, Protocol):
    """One ply. `str(move)` is its notation, unique among the legal moves."""

    @property
    def paths(self) -> tuple[tuple[Cell, ...], ...]:
        """The picks of cells that mean this move, in order; prefix-free among the legal moves."""


M = TypeVar("M", bound=Move)


class AnyPosition(Hashable, Protocol):
    """All that the rules need to know of some game at one instant; immutable."""

    @property
    def turn(self) -> int:
        """The seat to move, from 0, or CHANCE; the last mover's after the end if the game says so."""

    @property
    def actor(self) -> int:
        """The seat whose turn it is, also while chance draws for it."""

    @property
    def seats(self) -> int:
        """How many seats the game is played with."""

    @property
    def board(self) -> AnyBoard:
        """What is drawn of it."""

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""

    def moves(self) -> Sequence[Move]:
        """The legal moves in a fixed order; empty exactly when the game is over."""

    def play(self, move: AnyMove, tell: Tell | None = None) -> Self:
        """The position after one of its legal moves; `tell` receives each visible instant in turn."""


class Position(AnyPosition, Protocol[M]):
    """A position of the game whose moves are of that type."""

    def moves(self) -> Sequence[M]:
        """The legal moves in a fixed order; empty exactly when the game is over."""

    def play(self, move: M, tell: Tell | None = None) -> Self:
        """The position after a legal move; `tell` receives each visible instant in turn."""

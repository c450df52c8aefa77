"""A goal: what a match is played for in place of its result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol

from marbles_tui.core.chance import Randomness
from marbles_tui.core.position import AnyPosition, Move
from marbles_tui.core.result import Result

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=AnyPosition, default=Any)
else:
    from typing import TypeVar  # its type variables have defaults from Python 3.13 on

    P = TypeVar("P")


class Attempt(Protocol):
    """What a goal sees of the match that is played for it."""

    @property
    def positions(self) -> Sequence[AnyPosition]:
        """The start and the position after each move."""
        ...

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it runs."""
        ...


class Solutions(NamedTuple):
    """How many sequences of moves reach a goal, and the notation of a shortest one; none where none does."""

    number: int
    shortest: tuple[str, ...]


class Goal(ABC, Generic[P]):
    """A task for one person, who makes the moves of every seat: a puzzle.

    A match played for a goal is neither rated nor counted, and stops when the goal is reached or missed.
    """

    key: ClassVar[str]
    """What the set-up and the screen call it, a word: `puzzle`."""

    title: ClassVar[str]
    """A line about it for the set-up."""

    tag: ClassVar[str]
    """What the record's tag for goals says."""

    @abstractmethod
    def reached(self, match: Attempt) -> bool:
        """Whether the match has reached it."""

    @abstractmethod
    def missed(self, match: Attempt) -> bool:
        """Whether the match can no longer reach it, perhaps though the rules would let play go on."""

    def over(self, match: Attempt) -> bool:
        """Whether play stops here."""
        return self.reached(match) or self.missed(match)

    @abstractmethod
    def verdict(self, match: Attempt) -> str:
        """A sentence about a match that is over: how the goal was reached, or why not."""

    def draw(self, random: Randomness) -> P | None:
        """A start drawn by chance from which the goal can be reached; None where starts are not drawn. May take
        a second."""
        del random
        return None

    def solutions(self, position: P) -> Solutions | None:
        """The ways to reach it from a position; None where they cannot be counted in a second or two."""
        del position
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayMatch:
    """What a game says whose puzzle of the day is a match: one person plays it, chance draws the same for everybody,
    and more is to be reached than by the game's own choices."""

    called: str
    """What it is called, a word: `journey`."""

    counted: str
    """What is counted: `gold`."""

    aim: str
    """What to do better than the house, with the house's count: "Bring more than {} gold to the castle."."""

    advice: str
    """A sentence on how."""

    options: Mapping[str, str]
    score: Callable[[Any], int]
    """What is counted, of a position that is over; 0 where nothing is."""

    choose: Callable[[Any], Move]
    """What the house plays in a position."""

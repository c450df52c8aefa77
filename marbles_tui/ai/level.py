"""A level: how a computer plays and how strong it is, as data; and what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from marbles_tui.ai.budget import Budget, Limit

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis
    from marbles_tui.play import Match

Play: TypeAlias = "Callable[[Question], Analysis]"
"""How a computer comes to its move. A function of a module, so that levels can be sent to other processes; what
it needs it imports when it is called."""


Taste: TypeAlias = "Callable[[Any, Any], int]"
"""taste(position, move): how much a computer likes a legal move. A function of a module, as `Play`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A computer opponent."""

    key: str
    """As records and the command line name it."""

    title: str
    character: str
    """One or two short sentences for the set-up screen: how strong it is, and why."""

    strength: int
    """How strong it is among the computers of its game, from 1 to 5; 0 where that depends."""

    rating: float
    """Its rating, against which people are rated. It stays as it is when other levels come or go."""

    limit: Limit
    play: Play
    oversight: float = 0.0
    """The share, from 0 to 1, of the moves that people miss easily (`Game.hidden`) that it overlooks, own ones and
    replies alike; of all others it is the square. It overlooks no win at once."""

    mercy: int = 0
    """Where it stands better than this, in hundredths of the game's unit, it plays a move that keeps it near,
    early in a game; 0 if it never does."""

    variety: int = 0
    """What its first moves of a game may cost at most by its own reckoning, in hundredths of the game's unit, so
    that games differ."""

    taste: Taste | None = None
    """What it likes in a move; None if it likes nothing but what is best."""

    indulgence: int = 0
    """What following its taste may cost at most by its own reckoning, in hundredths of the game's unit. A win that it
    sees it takes, and it does not walk into a loss that it sees."""

    colour: int = 0
    """The packed colour of its sign in lists; 0 for none."""

    tells_outcome: bool = False
    """Whether it says how it stands, because it proves what can be proved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A running match in which a player, not chance, is to move, and how to think about it."""

    match: Match
    level: Level
    budget: Budget
    seed: int = 0
    """The same seed, and a limit in nodes, give the same answer."""

    multipv: int = 1
    """How many of the best moves to tell of."""

    patience: float = 1.0
    """The share of the limit that may be spent on the length of a win or loss once it is proved."""

    report: Callable[[Analysis], None] | None = None
    """Hears of what is found on the way."""

    @property
    def position(self) -> Any:
        """The position to think about, of the game's own type."""
        return self.match.position

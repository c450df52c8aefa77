"""Levels: how a computer plays and how strong it is, as data; what they are made of; and what they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from marbles_tui.ai.analysis import Analysis, Budget, Limit
from marbles_tui.play import Match

Play: TypeAlias = "Callable[[LevelQuestion], Analysis]"
"""How a computer comes to its move. A function of a module, so that levels can be sent to other processes; what
it needs it imports when it is called."""

Taste: TypeAlias = "Callable[[Any, Any], int]"
"""taste(position, move): how much a computer likes a legal move. A function of a module, as `Play`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A computer opponent."""

    key: str
    """As records and the command line name it."""

    character: str
    """One or two short sentences for the set-up screen: how strong it is, and why."""

    strength: int
    """How strong it is among the computers of its game, from 1 to 5; 0 where that depends."""

    rating: float
    """Its rating, against which people are rated. It stays as it is when other levels come or go."""

    limit: Limit
    play: Play | None = None
    """None: by search, as far as it sees."""

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

    @property
    def title(self) -> str:
        """What it is called."""
        return self.key.partition(" ")[0].capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelQuestion:
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


STRENGTHS: Final = {
    "beginner": 1,
    "novice": 1,
    "apprentice": 2,
    "amateur": 2,
    "adept": 3,
    "expert": 4,
    "champion": 4,
    "master": 5,
}
"""The levels by name, weakest first. A game need not have all of them."""

MOVES: Final = {1: "one move", 2: "two moves", 3: "three moves", 4: "four moves", 5: "five moves"}


MOST: Final = 0.4
"""From this oversight on one of the weakest levels is good for a first game."""

OFTEN: Final = ((0.3, "often"), (0.15, "sometimes"), (0.01, "seldom"))
"""How often a level misses something, in words, from which oversight on."""


def rung(
    key: str,
    rating: float,
    nodes: int,
    depth: int | None = None,
    oversight: float = 0.0,
    misses: str = "replies",
) -> Level:
    """A level that is limited by nodes, so that it is the same on every machine; `misses`: what people overlook in
    its game, of whatever they overlook."""
    looks = f"Looks {MOVES[depth]} ahead" if depth in MOVES else "Looks far ahead"
    often = next((word for rate, word in OFTEN if oversight >= rate), "")
    character = f"{looks}; {often} misses {misses}." if often else f"{looks} and never slips. Hard to beat."
    if oversight >= MOST and STRENGTHS[key] == 1:
        character = f"Misses {misses} and more. Good for a first game."
    return Level(
        key=key,
        character=character,
        strength=STRENGTHS[key],
        rating=rating,
        limit=Limit(nodes=nodes, depth=depth),
        oversight=oversight,
    )


def master(rating: float, variety: int = 0) -> Level:
    """The strongest level: it knows the clock. `variety` is what its first move may cost, in hundredths."""
    return Level(
        key="master",
        character="Thinks 2 seconds a move. The strongest.",
        strength=STRENGTHS["master"],
        rating=rating,
        limit=Limit(seconds=2.0),
        variety=variety,
    )


REVIEW: Final = Limit(seconds=0.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """Which starts are decided before the first move for those who see far enough, and what to play instead."""

    decided: Mapping[str, frozenset[str]]
    """For each of these starts the levels that know how to win it."""

    reason: str
    """What is wrong with such a start, in a sentence; {start} and {level} stand for both."""

    even: str
    """The start that is fair instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computers:
    """The levels of a game and what a review of it may cost."""

    levels: tuple[Level, ...]
    """Weakest first."""

    styles: tuple[Level, ...] = ()
    """Opponents with a taste of their own, weakest first: offered beside the levels, none of which they are."""

    yardsticks: tuple[Level, ...] = ()
    """Levels that are not among those offered first: known by name, to compare others with."""

    names: tuple[str, ...] = ()
    """What those of the levels are called, one a seat; none: by their level."""

    review: Limit = REVIEW
    """What a ply of a review may cost."""

    lead: int = 50
    """The lead that the one that adapts likes, in hundredths of the game's unit."""

    fairness: Fairness | None = None
    """Where some starts are unfair."""


USUAL: Final = Computers(
    levels=(
        rung("beginner", 600.0, 60, 1, 0.75),
        rung("novice", 800.0, 60, 1, 0.5),
        rung("amateur", 1000.0, 400, 2, 0.35),
        rung("adept", 1200.0, 2_000, 4, 0.2),
        rung("expert", 1400.0, 12_000),
        master(1600.0, 4),
    )
)
"""Of a game that just says what its positions are worth, and lists no computers of its own."""

NOBODY: Final = Computers(levels=())
"""Of a game that only people play."""

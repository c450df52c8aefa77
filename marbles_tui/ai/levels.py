"""How strong the computers are, as data: nothing but the top of a game knows a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.core import BadOption


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A computer opponent."""

    key: str
    """As records and the command line name it."""

    title: str
    character: str
    """One line for the set-up screen."""

    limit: Limit
    blunder_rate: float = 0.0
    """How often, from 0 to 1, it plays another move than the best it sees."""

    blunder_margin: int = 0
    """What such a move may cost at most by its own reckoning, in hundredths of the game's unit. It never
    throws away a win that it sees, nor walks into a loss that it sees."""

    solves: bool = False
    """Whether it proves what can be proved, where the game has a solver."""

    amiga: bool = False
    """Whether it plays as the Amiga's Abacus did."""

    greedy: bool = False
    """Whether it only takes what one move gains at once."""


def ladder(unit: int, nodes: tuple[int, int, int, int], seconds: float = 2.0) -> tuple[Level, ...]:
    """Five levels for a game of skill: four limited by nodes, so that they are the same on every machine,
    and a master by the clock. `unit` is what a slip of the weakest may cost, in hundredths."""
    novice, amateur, adept, expert = nodes
    return (
        Level(
            key="novice",
            title="Novice",
            character="Sees the move at hand and often likes another one better.",
            limit=Limit(nodes=novice, depth=1),
            blunder_rate=0.4,
            blunder_margin=unit,
        ),
        Level(
            key="amateur",
            title="Amateur",
            character="Sees your answer too; now and then second best is good enough.",
            limit=Limit(nodes=amateur, depth=2),
            blunder_rate=0.25,
            blunder_margin=unit // 2,
        ),
        Level(
            key="adept",
            title="Adept",
            character="Looks a few moves ahead and seldom slips.",
            limit=Limit(nodes=adept, depth=4),
            blunder_rate=0.1,
            blunder_margin=unit // 4,
        ),
        Level(
            key="expert",
            title="Expert",
            character="Thinks ahead in earnest and never slips.",
            limit=Limit(nodes=expert),
        ),
        Level(
            key="master",
            title="Master",
            character=f"Takes {seconds:g} seconds a move, and sees all there is to see in them.",
            limit=Limit(seconds=seconds),
        ),
    )


EGG_CARTON: Final = (
    Level(
        key="novice",
        title="Novice",
        character="Looks at one selection and takes the one that feels good.",
        limit=Limit(nodes=60, depth=1),
        blunder_rate=0.4,
        blunder_margin=300,
    ),
    Level(
        key="amateur",
        title="Amateur",
        character="Sees three selections ahead; now and then second best is good enough.",
        limit=Limit(nodes=400, depth=3),
        blunder_rate=0.08,
        blunder_margin=100,
    ),
    Level(
        key="adept",
        title="Adept",
        character="Sees a short way into the turn, and slips now and then.",
        limit=Limit(nodes=900, depth=4),
        blunder_rate=0.15,
        blunder_margin=150,
    ),
    Level(
        key="expert",
        title="Expert",
        character="Counts out its whole turn and much of your answer.",
        limit=Limit(nodes=8_000),
    ),
    Level(
        key="perfect",
        title="Perfect",
        character="Proves who wins wherever three seconds suffice, and makes no mistake there.",
        limit=Limit(seconds=3.0),
        solves=True,
    ),
)

GREEDY: Final = Level(
    key="greedy",
    title="Greedy",
    character="Lets as many beads fall as one slide can, and looks no further.",
    limit=Limit(nodes=100, depth=1),
    greedy=True,
)
"""A yardstick that stays as it is."""

BEADMASTER: Final = (GREEDY, *ladder(250, (60, 400, 2_000, 12_000)))

GETAWAY: Final = (
    Level(
        key="automatic",
        title="Automatic",
        character="Pays a toll that would carry it back, if half its purse is enough.",
        limit=Limit(nodes=1, depth=1),
        greedy=True,
    ),
    Level(
        key="careful",
        title="Careful",
        character="At a toll it plays the game on in its head, both ways, and compares.",
        limit=Limit(seconds=1.0),
    ),
)
"""Who travels without a person: dice do the rest."""

_PLIES: Final = {1: "one ply", 2: "two plies", 3: "three plies"}

AMIGA: Final = tuple(
    Level(
        key=f"amiga-{depth}",
        title=f"Amiga-{depth}",
        character=f"The original's computer, {_PLIES[depth]} ahead; it never moves sideways.",
        limit=Limit(nodes=2_000_000, depth=depth),
        amiga=True,
    )
    for depth in (1, 2, 3)
)
"""Yardsticks that stay as they are; beside the five levels."""

_NOVICE, _AMATEUR, _ADEPT, _EXPERT, _MASTER = ladder(100, (300, 1_500, 6_000, 30_000))
ABACUS: Final = (_NOVICE, AMIGA[0], _AMATEUR, AMIGA[1], _ADEPT, AMIGA[2], _EXPERT, _MASTER)

LEVELS: Final[Mapping[str, tuple[Level, ...]]] = {
    "egg-carton": EGG_CARTON,
    "abacus": ABACUS,
    "getaway": GETAWAY,
    "beadmaster": BEADMASTER,
    "gobblet": ladder(100, (300, 1_500, 6_000, 30_000)),
}
"""By game, weakest first; a game that no computer plays is left out."""


def ladders() -> dict[str, list[str]]:
    """The keys of each game's levels, weakest first."""
    return {game: [level.key for level in levels] for game, levels in LEVELS.items()}


def nearest_level(game: str, key: str) -> Level:
    """A game's level by its key, or the weakest one where a record names a level that there is not.

    Raises BadOption if no computer plays the game.
    """
    try:
        return find_level(game, key)
    except BadOption:
        if game not in LEVELS:
            raise
        return LEVELS[game][0]


def find_level(game: str, key: str | None) -> Level:
    """A game's level by its key, in any case; None is the strongest.

    Raises BadOption if the game has no such level.
    """
    known = LEVELS.get(game, ())
    if not known:
        raise BadOption(f"no computer plays {game}")
    wanted = known[-1].key if key is None else key.strip().lower()
    for one in known:
        if one.key == wanted:
            return one
    raise BadOption(f"{game} has no level {key!r}: it has {', '.join(one.key for one in known)}")

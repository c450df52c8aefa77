"""The levels of all games, and starts that are fair: where a computer knows how to win from the first move on, others
are suggested."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.games import COMPUTERS
from marbles_tui.ai.level import (
    USUAL,
    Computers,
    Level,
    LevelQuestion,
)
from marbles_tui.core import BadOption, Game
from marbles_tui.play.adaptive import KEY, TEXT, Adapted


def computers_of(game: Game) -> Computers | None:
    """The computers of a game: its own, or the usual ones where it has a kernel; None if only people play it."""
    return COMPUTERS.get(game.key) or (USUAL if game.has_kernel else None)


def ladder_of(game: Game) -> tuple[Level, ...]:
    """A game's levels that are as strong as they are, weakest first; none if no computer plays it. The first is one
    that beginners beat."""
    computers = computers_of(game)
    return computers.levels if computers else ()


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels to choose from: the ladder, and after it the one that adapts where the game has a kernel."""
    ladder = ladder_of(game)
    return (*ladder, ADAPTIVE) if ladder and game.has_kernel else ladder


def styles_of(game: Game) -> tuple[Level, ...]:
    """The opponents with a taste of their own, weakest first."""
    computers = computers_of(game)
    return computers.styles if computers else ()


def opponents_of(game: Game) -> tuple[Level, ...]:
    """All that are offered as opponents: the levels, then those with a taste of their own."""
    return (*levels_of(game), *styles_of(game))


def known_levels(game: Game) -> tuple[Level, ...]:
    """Every level that can be named: those that are offered, and the yardsticks that are not offered first."""
    computers = computers_of(game)
    return (*opponents_of(game), *computers.yardsticks) if computers else ()


def computer_name(game: Game, key: str, seat: int) -> str:
    """What a computer of this level is called on a seat; the key itself where that is no level."""
    computers = computers_of(game)
    if computers and computers.names and any(level.key == key for level in computers.levels):
        return computers.names[seat % len(computers.names)]
    return next((level.title for level in known_levels(game) if level.key == key), key)


def ratings(games: Iterable[Game]) -> dict[str, dict[str, float]]:
    """The ratings of each game's levels, by the keys of both; not of the one that adapts, whose number is in the
    record."""
    return {
        game.key: {level.key: level.rating for level in known_levels(game) if level is not ADAPTIVE}
        for game in games
    }


def find_level(game: Game, key: str | None) -> Level:
    """A game's level by its key, in any case; None is the strongest.

    Raises BadOption if the game has no such level.
    """
    levels = ladder_of(game)
    if not levels:
        raise BadOption(f"no computer plays {game.key}")
    if key is None:
        return levels[-1]
    wanted = key.strip().lower()
    known = known_levels(game)
    if ADAPTIVE in known and TEXT.fullmatch(wanted):
        return adaptive_level(wanted)
    for level in known:
        if level.key == wanted:
            return level
    raise BadOption(f"{game.key} has no level {key!r}: it has {', '.join(level.key for level in known)}")


def nearest_level(game: Game, key: str) -> Level:
    """A game's level by its key, or the weakest one where a record names a level that there is not.

    Raises BadOption if no computer plays the game.
    """
    try:
        return find_level(game, key)
    except BadOption:
        levels = ladder_of(game)
        if not levels:
            raise
        return levels[0]


class FairStart(NamedTuple):
    """A start to play instead, as `Match.new` takes it, and why, in a sentence."""

    setup: str
    reason: str


def unfair_start(game: Game, setup: str | None, levels: Iterable[str | None]) -> str:
    """What is wrong with a start for players of these levels (None or "" for a person), in a sentence; "" for a
    start that is fair, or drawn by chance."""
    computers = computers_of(game)
    name = game.named(setup)
    if computers is None or computers.fairness is None or name is None:
        return ""
    knowing = computers.fairness.decided.get(name, frozenset())
    titles = {level.key: level.title for level in known_levels(game)}
    found = next((titles[level] for level in levels if level in knowing), None)
    return computers.fairness.reason.format(start=name, level=found) if found else ""


def fair_start(game: Game, levels: Iterable[str | None], setup: str | None = None) -> FairStart | None:
    """The start to suggest to players of these levels who are about to play from `setup` (None: the default);
    None where that one is fair."""
    computers = computers_of(game)
    reason = unfair_start(game, setup, levels)
    if computers is None or computers.fairness is None or not reason:
        return None
    return FairStart(computers.fairness.even, reason)


SIMPLEST: Final = 600
"""So much below the first level's number it overlooks everything."""


def adapting(question: LevelQuestion) -> Analysis:
    """Play this move as one of the two levels next to the number, the nearer one more often; but do not run
    away from an opponent who is behind."""

    number = Adapted.read(question.level.key).number
    computers = computers_of(question.match.game)
    assert computers, "it is offered where there are others"
    level = mixed(computers, number, Random(f"adaptive/{question.seed}"))
    return level.play(replace(question, level=level, budget=question.budget.within(level.limit)))


def mixed(computers: Computers, number: float, random: Random) -> Level:
    """The level to play a move by."""
    levels, mercy = computers.levels, computers.lead
    first, last = levels[0], levels[-1]
    if number <= first.rating:
        share = min(1.0, (first.rating - number) / SIMPLEST)
        return replace(first, oversight=first.oversight + share * (1 - first.oversight), mercy=mercy)
    for lower, upper in pairwise(levels):
        if number < upper.rating:
            share = (number - lower.rating) / (upper.rating - lower.rating)
            chosen = upper if random.random() < share else lower
            # What never slips searches too deep to compare all its moves.
            return replace(chosen, mercy=mercy if chosen.oversight else 0)
    return last


def adaptive_level(text: str = KEY) -> Level:
    """The level that a record names so."""
    return Level(
        key=text,
        title="Adaptive",
        character="About as strong as you, by your last games.",
        rating=float(Adapted.read(text).number),
        strength=0,
        limit=Limit(),
        play=adapting,
    )


ADAPTIVE: Final = adaptive_level()

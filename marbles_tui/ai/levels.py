"""The levels of all games, and starts that are fair: where a computer knows how to win from the first move on, others
are suggested."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from marbles_tui.ai.games import COMPUTERS
from marbles_tui.ai.level import ADAPTIVE, USUAL, Computers, Level, adaptive_level
from marbles_tui.core import BadOption, Game
from marbles_tui.play.adaptive import TEXT


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

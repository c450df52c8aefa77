"""The levels of all games, and starts that are fair: where a computer knows how to win from the first move on, others
are suggested. And thinking as one of them: a plain function of values that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Final

from marbles_tui.ai.analysis import CERTAIN, Analysis, Budget, Limit, tighter
from marbles_tui.ai.games import COMPUTERS
from marbles_tui.ai.level import NOBODY, USUAL, Computers, Level, LevelQuestion
from marbles_tui.core import CHANCE, BadOption, Game
from marbles_tui.play import Match
from marbles_tui.play.adaptive import KEY, TEXT, Adapted


def computers_of(game: Game) -> Computers:
    """The computers of a game: its own, or the usual ones where it has a kernel; none if only people play it."""
    return COMPUTERS.get(game.key) or (USUAL if game.has_kernel else NOBODY)


def ladder_of(game: Game) -> tuple[Level, ...]:
    """A game's levels that are as strong as they are, weakest first; none if no computer plays it. The first is one
    that beginners beat."""
    return computers_of(game).levels


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels to choose from: the ladder, and after it the one that adapts where the game has a kernel."""
    return (*ladder_of(game), *([ADAPTIVE] if game.has_kernel else []))


def opponents_of(game: Game) -> tuple[Level, ...]:
    """All that are offered as opponents: the levels, then those with a taste of their own."""
    return (*levels_of(game), *computers_of(game).styles)


def known_levels(game: Game) -> tuple[Level, ...]:
    """Every level that can be named: those that are offered, and the yardsticks that are not offered first."""
    return (*opponents_of(game), *computers_of(game).yardsticks)


def computer_name(game: Game, key: str, seat: int) -> str:
    """What a computer of this level is called on a seat; the key itself where that is no level."""
    computers = computers_of(game)
    if computers.names and any(level.key == key for level in computers.levels):
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


def unfair_start(game: Game, setup: str | None, levels: Iterable[str | None]) -> str:
    """What is wrong with a start for players of these levels (None or "" for a person), in a sentence; "" for a
    start that is fair, or drawn by chance."""
    fairness, name = computers_of(game).fairness, game.named(setup)
    if fairness is None or name is None:
        return ""
    found = next((level for level in levels if level and level in fairness.decided.get(name, ())), None)
    return fairness.reason.format(start=name, level=find_level(game, found).title) if found else ""


def fair_start(game: Game, levels: Iterable[str | None]) -> str | None:
    """The start to suggest to players of these levels in place of the default; None where that is fair."""
    fairness = computers_of(game).fairness
    return fairness.even if fairness and unfair_start(game, None, levels) else None


SIMPLEST: Final = 600
"""So much below the first level's number it overlooks everything."""


def adapting(question: LevelQuestion) -> Analysis:
    """Play this move as one of the two levels next to the number, the nearer one more often; but do not run
    away from an opponent who is behind."""

    from marbles_tui.ai.search.player import answer  # which others that know the levels do not need

    number, computers = Adapted.read(question.level.key).number, computers_of(question.match.game)
    level = mixed(computers, number, Random(f"adaptive/{question.seed}"))
    return answer(replace(question, level=level, budget=question.budget.within(level.limit)))


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
        character="About as strong as you, by your last games.",
        rating=float(Adapted.read(text).number),
        strength=0,
        limit=Limit(),
        play=adapting,
    )


ADAPTIVE: Final = adaptive_level()


PATIENCE: Final = 0.1
"""The share of a level's own limit that it spends on the length of a win or loss it has proved."""


def consider(
    match: Match,
    level: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    report: Callable[[Analysis], None] | None = None,
    multipv: int = 1,
) -> Analysis:
    """The best move where a match stands, as `level` sees it (None: the strongest).

    Without a level `limit` alone ends the thinking; with one, the tighter of it and the level's own.
    `stop` is asked every few milliseconds whether the answer is wanted now; `report` hears of every depth
    that is done. `multipv` is how many of the best moves to tell of. The same seed and a limit in nodes give
    the same answer.
    Raises BadOption for a level, a game or a number of seats that no computer plays; ValueError where chance is to
    draw.
    """
    from marbles_tui.ai.search.player import answer  # which others that know the levels do not need

    found = find_level(match.game, level)
    if match.result:
        score = match.result.scores[match.position.actor]
        return Analysis(None, (2 * score - 1) * CERTAIN, proved=True)
    if match.position.turn == CHANCE:
        raise ValueError("the dice decide here: there is nothing to think about")
    bounds = limit or found.limit
    return answer(
        LevelQuestion(
            match=match,
            # Who analyses wants the best move, not one that makes games differ.
            level=found if level else replace(found, variety=0),
            budget=Budget(tighter(found.limit, bounds) if level else bounds, stop),
            seed=seed,
            multipv=multipv,
            patience=1.0 if limit else PATIENCE,
            report=report,
        )
    )

"""A person's way up through the levels of a game, and what they have achieved in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import levels_of, ratings
from marbles_tui.core import Game
from marbles_tui.play.adaptive import NEWCOMER, Adapted
from marbles_tui.play.statistics import HeadToHead, Progress
from marbles_tui.store import MatchStore


def progress_of(name: str, games: Sequence[Game]) -> Callable[[MatchStore], Mapping[str, Progress]]:
    """What to ask the store for a person's progress ("": the one without a name) by the keys of games, ratings
    included: `await app.store.ask(progress_of(name, app.games))`."""
    return lambda store: store.progress(name, games, ratings(games))


def adapted_to(progress: Progress | None) -> Adapted:
    """What a computer that adapts is to play by against a person who has come so far."""
    if progress is None or not (progress.adapted or progress.rating.games):
        return NEWCOMER
    return progress.adapted or Adapted(round(progress.rating.number))


def rungs(game: Game) -> tuple[Level, ...]:
    """The levels to beat one after the other, weakest first: those whose strength does not depend on anything."""
    return tuple(level for level in levels_of(game) if level.strength > 0)


def beaten(game: Game, progress: Progress) -> tuple[bool, ...]:
    """For each of the `rungs` of a game, whether it was ever beaten."""
    return tuple(progress.score(level.key).won > 0 for level in rungs(game))


def next_level(game: Game, progress: Progress) -> Level | None:
    """Whom to beat next: the level after the strongest one beaten, or the strongest of those skipped; None if all
    are beaten or no computer plays the game."""
    levels, done = rungs(game), beaten(game, progress)
    top = max((at for at, won in enumerate(done) if won), default=-1)
    left = [level for level, won in zip(levels, done, strict=True) if not won]
    above = [level for level in levels[top + 1 :] if level in left]
    return above[0] if above else left[-1] if left else None


def score_words(score: HeadToHead, left_out: bool = False) -> str:
    """A score in a few words: "won 3 of 5", "won 3, drew 1 of 5", "not met yet". `left_out`: other games were
    played that are not counted, in which the level may well have been met."""
    if not score.played:
        return "none rated yet" if left_out else "not met yet"
    drawn = f", drew {score.drawn:,}" if score.drawn else ""
    return f"won {score.won:,}{drawn} of {score.played:,}"


# What was achieved

ROW: Final = 5
MANY: Final = 50


class Achieved(NamedTuple):
    """An achievement as it is shown: its title, what must be done for it, whether it is earned, and since when as far
    as that is known."""

    title: str
    about: str
    earned: bool
    date: str = ""


def achievements_of(game: Game, progress: Progress) -> tuple[Achieved, ...]:
    """All achievements of a game, those of many matches first."""
    single = (
        Achieved(feat.title, feat.about, feat.key in progress.feats, progress.feats.get(feat.key, ""))
        for feat in game.achievements
    )
    return (*_of_many(game, progress), *single)


def _of_many(game: Game, progress: Progress) -> tuple[Achieved, ...]:
    total, levels, done = progress.total, rungs(game), beaten(game, progress)
    found = [
        Achieved("First win", "win a game", total.won > 0),
        Achieved("A good run", f"win {ROW} games in a row", progress.total.best_streak >= ROW),
        Achieved("Regular", f"play {MANY} games", total.played >= MANY),
    ]
    if len(levels) > 1:
        found.append(Achieved("At the top", f"beat {levels[-1].title}", done[-1]))
        found.append(Achieved("The whole ladder", "beat every level", all(done)))
    return tuple(found)


def count_words(achieved: tuple[Achieved, ...]) -> str:
    """How many are earned: "5 of 12"."""
    return f"{sum(each.earned for each in achieved)} of {len(achieved)}"

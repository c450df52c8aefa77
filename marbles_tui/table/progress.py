"""A person's way up through the levels of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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

"""What a person has achieved in a game: in single matches, and in all of them together."""

from __future__ import annotations

from typing import Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.play.statistics import Progress
from marbles_tui.table.progress import beaten, rungs

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

"""How far a person has come in each game: what set-up, menu and endings tell of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from marbles_tui.play.adaptive import Adapted
from marbles_tui.play.played import Omission
from marbles_tui.play.rating import START, UNKNOWN, Rating
from marbles_tui.play.statistics import Career, HeadToHead, Outcome, Statistics


class Score(NamedTuple):
    """How many matches were played, won, drawn and lost; alone, none is won or lost."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @classmethod
    def of(cls, tally: HeadToHead) -> Self:
        """The counts of a tally."""
        return cls(tally.played, tally.won, tally.drawn, tally.lost)


NOTHING: Final = Score()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A person in one game. Where nothing has been played, all is empty."""

    game: str
    """The game's key."""

    total: Score = NOTHING
    against: Mapping[str, Score] = field(default_factory=dict)
    """By the key of the strongest opponent's level, or PEOPLE or ALONE of `play.statistics`."""

    streak: int = 0
    """Matches won in a row up to the last one; below 0 as many lost."""

    best_streak: int = 0
    fewest_turns: int | None = None
    """The person's turns in the shortest match that they won."""

    records: Mapping[str, int] = field(default_factory=dict)
    """The most of each thing that the game counts: {"most gold": 61}."""

    feats: Mapping[str, str] = field(default_factory=dict)
    """What was achieved in a match, by its key in `Game.achievements`: the date of the first time."""

    boards: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The same by `play.played.board_key`, where the game has several boards."""

    alone: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What each match alone on a board brought of the first thing that the game counts, oldest first."""

    rating: Rating = UNKNOWN
    """The rating now, that of a newcomer before the first rated match."""

    ratings: tuple[float, ...] = ()
    """Its number after each rated match, oldest first; empty where the ratings of levels were not known."""

    adapted: Adapted | None = None
    """What the computer that adapts plays by next, None before the first match against it."""

    latest: tuple[Outcome, ...] = ()
    """The last matches, at most `play.statistics.LATEST`, oldest first."""

    left_out: Mapping[Omission, int] = field(default_factory=dict)
    """How many matches do not count, and why."""

    @property
    def last(self) -> Outcome | None:
        """How the last match ended, None before the first."""
        return self.latest[-1] if self.latest else None

    @property
    def rating_change(self) -> float:
        """What the last rated match did to the rating."""
        before = self.ratings[-2] if len(self.ratings) > 1 else START
        return self.ratings[-1] - before if self.ratings else 0.0

    def score(self, against: str) -> Score:
        """What was done against a level, PEOPLE or ALONE; nothing against one that was never met."""
        return self.against.get(against, NOTHING)


def progress_of(career: Career) -> Progress:
    """A career as it stands."""
    return Progress(
        game=career.game,
        total=Score.of(career.total),
        against={against: Score.of(tally) for against, tally in career.against.items()},
        streak=career.total.streak,
        best_streak=career.total.best_streak,
        fewest_turns=career.total.shortest_win,
        records=dict(career.records),
        feats=dict(career.feats),
        boards={board: dict(records) for board, records in career.boards.items()},
        alone={board: tuple(brought) for board, brought in career.alone.items()},
        rating=career.rating,
        ratings=tuple(career.ratings),
        adapted=career.adapted,
        latest=tuple(career.latest),
        left_out=dict(career.left_out),
    )


def progress_in(statistics: Statistics, name: str, games: Iterable[str]) -> dict[str, Progress]:
    """The progress of a name (YOU: the person without one) in each of some games, by their keys."""
    played = {career.game: progress_of(career) for career in statistics.of(name)}
    return {key: played.get(key) or Progress(game=key) for key in games}

"""What the finished matches say about those who played them. Statistics belong to names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from marbles_tui.core import Event
from marbles_tui.play.elo import START, UNKNOWN_LEVEL, updated_rating
from marbles_tui.play.match import Match

PEOPLE: Final = "people"
"""Stands for a level where people played each other."""


@dataclass(slots=True)
class HeadToHead:
    """What a name has done in one game against one level, or against people."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    """Matches won in a row up to the last one; below 0 as many lost."""

    best_streak: int = 0
    shortest_win: int | None = None
    """The plies of the shortest match that was won."""

    def count(self, score: float, plies: int) -> None:
        """One more match, with a score of 1 won, 0.5 drawn, 0 lost."""
        self.played += 1
        if score == 1:
            self.won += 1
            self.streak = max(0, self.streak) + 1
            self.best_streak = max(self.best_streak, self.streak)
            self.shortest_win = min(plies, self.shortest_win or plies)
        elif score == 0:
            self.lost += 1
            self.streak = min(0, self.streak) - 1
        else:
            self.drawn += 1
            self.streak = 0


@dataclass(slots=True)
class Career:
    """A name in one game."""

    name: str
    game: str
    against: dict[str, HeadToHead] = field(default_factory=dict)
    """By the level of the strongest opponent, or PEOPLE."""

    records: dict[str, int] = field(default_factory=dict)
    """The most of each thing that the game counts."""

    ratings: list[float] = field(default_factory=list)
    """After each match of two seats, oldest first."""

    @property
    def rating(self) -> float | None:
        """The rating now, None before the first match that counts."""
        return self.ratings[-1] if self.ratings else None


@dataclass(slots=True)
class Statistics:
    """All careers, in the order in which they began."""

    careers: list[Career] = field(default_factory=list)

    def names(self) -> list[str]:
        """Who has played."""
        return list(dict.fromkeys(career.name for career in self.careers))

    def of(self, name: str) -> list[Career]:
        """The careers of a name."""
        return [career for career in self.careers if career.name == name]

    def as_json(self) -> list[dict[str, object]]:
        """The careers as JSON has them."""
        return [
            {
                "name": career.name,
                "game": career.game,
                "rating": None if career.rating is None else round(career.rating),
                "ratings": [round(rating) for rating in career.ratings],
                "records": career.records,
                "against": {
                    level: {
                        "played": tally.played,
                        "won": tally.won,
                        "lost": tally.lost,
                        "drawn": tally.drawn,
                        "streak": tally.streak,
                        "best_streak": tally.best_streak,
                        "shortest_win": tally.shortest_win,
                    }
                    for level, tally in career.against.items()
                },
            }
            for career in self.careers
        ]


class Played(NamedTuple):
    """What a finished match adds to the statistics. By seat: `people` has "" for a computer and for a person
    without a name, `levels` "" for a person, `records` what the game counts of people with a name."""

    game: str
    plies: int
    people: tuple[str, ...]
    levels: tuple[str, ...]
    scores: tuple[float, ...]
    records: tuple[Mapping[str, int], ...]


def played(match: Match) -> Played | None:
    """What a match adds; None for one that does not count: it is not over, nobody with a name has played, or
    it was played for a goal."""
    result = match.result
    if result is None or match.has_goal:
        return None
    people = tuple(seat.name if seat.level is None and seat.named else "" for seat in match.seats)
    if not any(people):
        return None
    events = _events(match) if match.game.records else []
    return Played(
        match.game.key,
        match.plies,
        people,
        tuple(seat.level or "" for seat in match.seats),
        tuple(result.scores),
        tuple(
            {what: most(events, at) for what, most in match.game.records.items()} if name else {}
            for at, name in enumerate(people)
        ),
    )


def statistics(matches: Iterable[Played], ratings: Mapping[str, Mapping[str, float]]) -> Statistics:
    """The statistics of matches, oldest first. `ratings` has the Elo number of each game's levels, by the keys of
    game and level."""
    careers: dict[tuple[str, str], Career] = {}
    for match in matches:
        of_levels = ratings.get(match.game, {})
        playing = {
            at: careers.setdefault((name, match.game), Career(name, match.game))
            for at, name in enumerate(match.people)
            if name
        }
        before = {at: _rating(career) for at, career in playing.items()}
        for at, career in playing.items():
            score = match.scores[at]
            others = [level for other, level in enumerate(match.levels) if other != at]
            career.against.setdefault(_strongest(others, of_levels), HeadToHead()).count(score, match.plies)
            for what, most in match.records[at].items():
                career.records[what] = max(career.records.get(what, 0), most)
            if len(match.people) == 2:
                level = match.levels[1 - at]
                against = _rating_of(level, of_levels) if level else before.get(1 - at, START)
                career.ratings.append(updated_rating(before[at], against, score, len(career.ratings)))
    return Statistics(list(careers.values()))


def _rating(career: Career) -> float:
    return START if career.rating is None else career.rating


def _rating_of(level: str, ratings: Mapping[str, float]) -> float:
    """A level's rating; that of the weakest where it is not known any more."""
    return ratings[level] if level in ratings else min(ratings.values(), default=UNKNOWN_LEVEL)


def _strongest(levels: Sequence[str], ratings: Mapping[str, float]) -> str:
    computers = [level for level in levels if level]
    if not computers:
        return PEOPLE
    return max(computers, key=lambda level: ratings.get(level, -1.0))


def _events(match: Match) -> list[tuple[Event, ...]]:
    """What was to be seen, ply by ply."""
    pairs = zip(match.positions, match.moves, strict=False)
    return [match.game.tell(position, move)[1] for position, move in pairs]

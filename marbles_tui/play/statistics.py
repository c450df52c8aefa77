"""What the finished matches say about those who played them. Statistics belong to names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Final, NamedTuple

from marbles_tui.play.adaptive import KEY, Adapted, adapts
from marbles_tui.play.played import YOU, CountedMatch, Omission
from marbles_tui.play.rating import START, UNKNOWN, Rating, of_computer, on_day

PEOPLE: Final = "people"
"""Stands for a level where people played each other."""

ALONE: Final = "alone"
"""Stands for a level where somebody played alone: nothing is won or lost then."""

UNKNOWN_LEVEL: Final = 800.0
"""The rating of a level of which nothing is known any more."""

LATEST: Final = 20
"""Outcomes that are kept of a career."""


class Outcome(NamedTuple):
    """How a finished match ended for one who played it: `against` as in Progress, `score` 1, 0.5 or 0 (None alone),
    `reason` as in Result, `turns` their own, `opponents` the other people's names as far as they have any."""

    against: str
    score: float | None
    reason: str
    turns: int
    opponents: tuple[str, ...] = ()


@dataclass(slots=True)
class HeadToHead:
    """What a name has done in one game, in all or against one level or people."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    """Matches won in a row up to the last one; below 0 as many lost."""

    best_streak: int = 0
    shortest_win: int | None = None
    """The winner's turns in the shortest match that was won."""

    def __add__(self, other: HeadToHead) -> HeadToHead:
        """The matches of both; which of them followed which is not known."""
        won, lost, drawn = self.won + other.won, self.lost + other.lost, self.drawn + other.drawn
        return HeadToHead(self.played + other.played, won, lost, drawn)

    def count(self, score: float | None, turns: int) -> None:
        """One more match, with a score of 1 won, 0.5 drawn, 0 lost, or none where nothing is to be won."""
        self.played += 1
        if score is None:
            return
        if score == 1:
            self.won += 1
            self.streak = max(0, self.streak) + 1
            self.best_streak = max(self.best_streak, self.streak)
            self.shortest_win = min(turns, self.shortest_win or turns)
        elif score == 0:
            self.lost += 1
            self.streak = min(0, self.streak) - 1
        else:
            self.drawn += 1
            self.streak = 0


@dataclass(slots=True)
class Progress:
    """A name in one game. Where nothing has been played, all is empty."""

    game: str
    """The game's key."""

    name: str = YOU
    """YOU for the person without one."""

    total: HeadToHead = field(default_factory=HeadToHead)
    against: dict[str, HeadToHead] = field(default_factory=dict)
    """By the level of the strongest opponent, or PEOPLE, or ALONE."""

    records: dict[str, int] = field(default_factory=dict)
    """The most of each thing that the game counts."""

    boards: dict[str, dict[str, int]] = field(default_factory=dict)
    """The same for each board, where the game has several."""

    alone: dict[str, list[int]] = field(default_factory=dict)
    """What each match alone on a board brought of the first thing that the game counts, oldest first."""

    feats: dict[str, str] = field(default_factory=dict)
    """What was achieved in a match, by its key: the date of the first time."""

    rating: Rating = UNKNOWN
    """The rating now, that of a newcomer before the first match that counts."""

    ratings: list[float] = field(default_factory=list)
    """Its number after each rated match, oldest first."""

    adapted: Adapted | None = None
    """What the computer that adapts plays by next, None before the first match against it."""

    latest: list[Outcome] = field(default_factory=list)
    """The last matches, at most LATEST, oldest first."""

    days: set[str] = field(default_factory=set)
    """The dates on which matches were played."""

    left_out: dict[Omission, int] = field(default_factory=dict)
    """How many matches do not count, and why."""

    @property
    def last(self) -> Outcome | None:
        """How the last match ended, None before the first."""
        return self.latest[-1] if self.latest else None

    @property
    def rating_change(self) -> float:
        """What the last rated match did to the rating."""
        return self.ratings[-1] - [START, *self.ratings][-2] if self.ratings else 0.0

    def score(self, against: str) -> HeadToHead:
        """What was done against a level, PEOPLE or ALONE; nothing against one that was never met."""
        return self.against.get(against) or HeadToHead()


@dataclass(slots=True)
class Statistics:
    """All careers, in the order in which they began."""

    careers: list[Progress] = field(default_factory=list)

    def names(self) -> list[str]:
        """Who has played."""
        return list(dict.fromkeys(career.name for career in self.careers))

    def of(self, name: str) -> list[Progress]:
        """The careers of a name."""
        return [career for career in self.careers if career.name == name]

    def progress(self, name: str, games: Iterable[str]) -> dict[str, Progress]:
        """The progress of a name, as it stands now, in each of some games, by their keys."""
        played = {career.game: career for career in self.of(name)}
        return {key: deepcopy(played.get(key)) or Progress(key) for key in games}

    def as_json(self) -> list[dict[str, object]]:
        """The careers as JSON has them; the name of the person without one is null."""
        return [
            {
                "name": career.name or None,
                "game": career.game,
                "rating": round(career.rating.number) if career.rating.games else None,
                "deviation": round(career.rating.deviation) if career.rating.games else None,
                "ratings": [round(rating) for rating in career.ratings],
                "records": career.records,
                "boards": career.boards,
                "total": asdict(career.total),
                "against": {level: asdict(tally) for level, tally in career.against.items()},
                "left_out": {str(why): count for why, count in career.left_out.items()},
            }
            for career in self.careers
        ]


def statistics(matches: Iterable[CountedMatch], ratings: Mapping[str, Mapping[str, float]]) -> Statistics:
    """The statistics of matches, oldest first. `ratings` has the number of each game's levels, by the keys of
    game and level."""
    careers: dict[tuple[str, str], Progress] = {}
    for match in matches:
        playing = {
            at: careers.setdefault((name, match.game), Progress(match.game, name))
            for at, name in enumerate(match.people)
            if name is not None
        }
        if match.omission:
            for career in playing.values():
                career.left_out[match.omission] = career.left_out.get(match.omission, 0) + 1
        else:
            _count(match, playing, ratings.get(match.game, {}))
    return Statistics(list(careers.values()))


def _count(match: CountedMatch, playing: Mapping[int, Progress], of_levels: Mapping[str, float]) -> None:
    """Count a match for those who played it, by seat."""
    before = {at: career.rating for at, career in playing.items()}
    for at, career in playing.items():
        outcome = _outcome(match, at, of_levels)
        career.total.count(outcome.score, outcome.turns)
        career.against.setdefault(outcome.against, HeadToHead()).count(outcome.score, outcome.turns)
        career.latest.append(outcome)
        del career.latest[:-LATEST]
        if match.date:
            career.days.add(match.date)
        _keep_records(career, match, at)
        for feat in match.feats[at] if at < len(match.feats) else ():
            career.feats.setdefault(feat, match.date)
        if match.rated:
            level = match.levels[1 - at]
            against = _rating_of(level, of_levels) if level else before.get(1 - at, UNKNOWN)
            career.rating = before[at].after(against, match.scores[at], on_day(match.date))
            career.ratings.append(career.rating.number)
            if adapts(level):
                career.adapted = Adapted.read(level).after(match.scores[at])


def _keep_records(career: Progress, match: CountedMatch, at: int) -> None:
    reached = match.records[at]
    kept = [career.records]
    if match.board:
        kept.append(career.boards.setdefault(match.board, {}))
        if len(match.people) == 1:
            career.alone.setdefault(match.board, []).extend(list(reached.values())[:1])
    for records in kept:
        for what, most in reached.items():
            records[what] = max(records.get(what, most), most)


def _outcome(match: CountedMatch, at: int, of_levels: Mapping[str, float]) -> Outcome:
    others = [other for other in range(len(match.people)) if other != at]
    against = _strongest([match.levels[other] for other in others], of_levels) if others else ALONE
    names = tuple(name for other in others if (name := match.people[other]) and name != YOU)
    return Outcome(against, match.scores[at] if others else None, match.reason, match.length, names)


def _rating_of(level: str, ratings: Mapping[str, float]) -> Rating:
    """A level's rating; that of the weakest where it is not known any more."""
    if adapts(level):
        return of_computer(Adapted.read(level).number)
    return of_computer(ratings[level] if level in ratings else min(ratings.values(), default=UNKNOWN_LEVEL))


def _strongest(levels: Sequence[str], ratings: Mapping[str, float]) -> str:
    computers = [level for level in levels if level]
    if not computers:
        return PEOPLE
    strongest = max(computers, key=lambda level: ratings.get(level, -1.0))
    return KEY if adapts(strongest) else strongest

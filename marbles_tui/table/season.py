"""A season: a match of each game in every round, from the weakest opponents to the strongest. What was played
stands in the records of its matches, each under its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import ADAPTIVE, fair_start, opponents_of
from marbles_tui.core import Game
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.play.rating import NOT
from marbles_tui.play.record import points_in, tags_of
from marbles_tui.play.series import CHANGED, OWN_POSITION, RATED, SEASON, SHORT, arrange
from marbles_tui.store import MatchStore, Saved
from marbles_tui.table.start import Start, saved_match, today

ROUNDS: Final = 5
"""Matches of each game."""

FEWEST: Final = 5
"""As many games the first seasons had; new ones come after the last."""

LONGEST: Final = 9_999
"""The highest number of a season that is read."""


class Fixture(NamedTuple):
    """A match of a season: its number from 1, its round from 1, the game and the opponent; `begins` is the person's
    seat, 0 where they begin."""

    number: int
    round: int
    game: Game
    opponent: Level
    begins: int


class SeasonGame(NamedTuple):
    """A match of a season that is over: its id in the store, what it brought, 1, 0.5 or 0, and who was met."""

    id: int
    score: float
    opponent: str


@dataclass(frozen=True, slots=True)
class Season:
    """The state of a season."""

    number: int
    fixtures: tuple[Fixture, ...]
    ended: Mapping[int, SeasonGame] = field(default_factory=dict)
    """By the number of the fixture."""

    begun: Mapping[int, int] = field(default_factory=dict)
    """The ids of matches that were left in the middle."""

    @property
    def next(self) -> Fixture | None:
        """What is to be played next; None once all is played."""
        return next((fixture for fixture in self.fixtures if fixture.number not in self.ended), None)

    @property
    def points(self) -> float:
        """What has been scored so far."""
        return sum(ended.score for ended in self.ended.values())

    @property
    def is_new(self) -> bool:
        """Whether nothing of it has been played."""
        return not self.ended and not self.begun


class Seasons(NamedTuple):
    """All seasons: the one that is under way or comes next, and what was scored of how much in those before."""

    now: Season
    before: tuple[tuple[int, float, int], ...]
    """Number, points and matches, the latest first."""


def fixtures(games: Sequence[Game]) -> tuple[Fixture, ...]:
    """The matches of a season, round by round; in the even rounds the opponents begin."""
    ladders = {game.key: _ladder(game) for game in games}
    playing = [game for game in games if ladders[game.key]]
    return tuple(
        Fixture(at * len(playing) + number, at + 1, game, ladders[game.key][at], at % 2)
        for at in range(ROUNDS)
        for number, game in enumerate(playing, 1)
    )


def _ladder(game: Game) -> tuple[Level, ...]:
    """As many opponents of a game as there are rounds, weakest first, the first and the last among them."""
    found = sorted(
        (level for level in opponents_of(game) if level is not ADAPTIVE), key=lambda level: level.rating
    )
    if not found:
        return ()
    return tuple(found[round(at * (len(found) - 1) / (ROUNDS - 1))] for at in range(ROUNDS))


def told(season: Season) -> str:
    """The state of a season in a few words: "7.5 of 11 points, 14 to go"."""
    played = len(season.ended)
    left = len(season.fixtures) - played
    points = f"{season.points:g} of {plural(played, 'point')}"
    return f"{points}, {left} to go" if left else points


def begin(season: Season, fixture: Fixture, *, name: str, date: str, random: Random) -> Match:
    """The match of a fixture, before its first move."""
    game, level = fixture.game, fixture.opponent
    seats = [Seat(name), Seat(level.title, f"computer {level.key}")]
    ordered = seats if fixture.begins == 0 else seats[::-1]
    return arrange(
        game,
        setup=fair_start(game, [level.key]),
        options=game.proposed,
        seats=ordered,
        date=date,
        random=random,
        tags=[(SEASON, f"{season.number}/{fixture.number}")],
    )


def next_table(store: MatchStore, games: Sequence[Game], name: str) -> Start | None:
    """The next match of the season, as it was left or before its first move; None where the season is over. Raises
    BadRecord where what was left cannot be read."""
    now = seasons_of(games)(store).now
    if now.next is None:
        return None
    left = now.begun.get(now.next.number)
    if left is not None:
        return saved_match(store, games, str(left))
    return Start(begin(now, now.next, name=name, date=today(), random=Random()))


def seasons_of(games: Sequence[Game]) -> Callable[[MatchStore], Seasons]:
    """What to ask the store for all seasons."""
    return lambda store: seasons_in(store.tagged(SEASON), games)


def seasons_in(saved: Sequence[Saved], games: Sequence[Game]) -> Seasons:
    """The seasons that the records of some matches tell of, in the order in which they were begun."""
    planned = fixtures(games)
    known = {fixture.game.key: fixture.number for fixture in planned if fixture.round == 1}
    ended: dict[int, dict[int, SeasonGame]] = {}
    begun: dict[int, dict[int, int]] = {}
    for match in saved:
        tags = tags_of(match.record)
        place = _place(tags.get(SEASON.lower(), ""))
        number = _fixture(place[1], known[match.game], len(known)) if place and match.game in known else 0
        if not (place and number):
            continue
        season = place[0]
        score = _score(tags)
        if score is None:
            begun.setdefault(season, {})[number] = match.id
        elif tags.get(RATED.lower()) != NOT or tags.get(CHANGED.lower()) in (OWN_POSITION, SHORT):
            ended.setdefault(season, {}).setdefault(number, SeasonGame(match.id, score, _opponent(tags)))
    latest = max((*ended, *begun), default=1)
    if len(ended.get(latest, {})) == len(planned):
        latest += 1
    before = tuple(
        (season, sum(each.score for each in played.values()), len(played))
        for season, played in sorted(ended.items(), reverse=True)
        if season != latest
    )
    left = {
        number: match
        for number, match in begun.get(latest, {}).items()
        if number not in ended.get(latest, {})
    }
    return Seasons(Season(latest, planned, ended.get(latest, {}), left), before)


def _place(tag: str) -> tuple[int, int] | None:
    """Season and fixture of a tag `2/7`."""
    words = tag.split("/")
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        return None
    season, fixture = map(int, words)
    return (season, fixture) if 1 <= season <= LONGEST else None


def _fixture(tagged: int, first: int, games: int) -> int:
    """The number of the fixture that a record names which was kept when there were as many games as now, or fewer;
    `first` is that of its game in the first round, `games` how many there are now. 0 if it is none."""
    for count in range(games, FEWEST - 1, -1):
        past, rest = divmod(tagged - first, count)
        if rest == 0 and 0 <= past < ROUNDS:
            return first + past * games
    return 0


def _opponent(tags: Mapping[str, str]) -> str:
    """The name of the computer of a record."""
    seats = (seat for seat in (1, 2) if tags.get(f"seat{seat}", HUMAN) != HUMAN)
    return sanitize_line(tags.get(f"player{next(seats, 2)}", ""), 24)


def _score(tags: Mapping[str, str]) -> float | None:
    """What the person of a record scored, None while it runs: 1 for a win, 0.5 for one that is shared."""
    points = points_in(tags)
    person = next((seat for seat in (1, 2) if tags.get(f"seat{seat}", HUMAN) == HUMAN), None)
    return None if points is None or person is None else points[person - 1]

"""Computers playing one another, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import combinations
from math import log, log10
from random import Random
from statistics import fmean, stdev, variance
from typing import Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import find_level
from marbles_tui.ai.think import consider
from marbles_tui.core import CHANCE, BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match

LONGEST: Final = 400
"""After so many plies a game without a winner counts as drawn."""

AHEAD: Final = 3
"""Games that wait in an executor for each one that is being played there."""

WEAK: Final = 0.50
STRONG: Final = 0.65
"""The hypotheses of the sequential test: a level's share of the points is at most the one, at least the other."""

SURE: Final = 0.05
"""How often the test may be wrong, either way."""

CONFIDENT: Final = 1.96
"""Standard errors on either side that hold the truth in 95 of 100 cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How games of a tournament are played. `random_plies` are drawn by chance at the start of each game, the
    same for everybody's turn to begin; after `longest` plies a game is drawn; `seconds` bound each move."""

    setup: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    random_plies: int = 0
    longest: int = LONGEST
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament, as values that can be sent to another process or machine."""

    game: str
    levels: tuple[str, ...]
    """Seat by seat."""

    number: int
    round: int
    """Bouts of one round have the same start and the same dice."""

    terms: Conditions


def play_bout(bout: Pairing) -> str:
    """The record of the finished game; a function of its bout alone for levels that know no clock."""
    game = next(one for one in GAMES if one.key == bout.game)
    terms = bout.terms
    draws = Random(f"{terms.seed}/{bout.round}")
    minds = Random(f"{terms.seed}/{bout.number}/minds")
    match = Match.new(
        game,
        setup=terms.setup,
        options=dict(terms.options),
        seats=[Seat("", f"computer {key}") for key in bout.levels],
        random=draws,
    )
    while match.result is None:
        if match.plies >= terms.longest:
            match = match.agree()
        elif match.position.turn == CHANCE or match.plies < terms.random_plies:
            match, _ = match.play(draws.choice(match.position.moves()))
        else:
            match = _moved(match, minds, terms.seconds)
    return str(match)


def _moved(match: Match, minds: Random, seconds: float | None) -> Match:
    level = match.seats[match.position.turn].level
    limit = Limit(seconds=seconds) if seconds else None
    thought = consider(match, level, limit, seed=minds.randrange(1 << 32))
    if match.claimable and thought.value <= 0:
        return match.agree()
    assert thought.move, "the match runs"
    return match.read(thought.move)


def bouts(game: Game, levels: Sequence[str], games: int, terms: Conditions) -> Iterator[Pairing]:
    """The games of a tournament. As many levels as a table has seats sit down together, and move round by one
    from game to game, so that each begins equally often; more play every pair, `games` each.

    Raises BadOption for an unknown level or a number of levels that makes no table.
    """
    keys = [find_level(game.key, level).key for level in levels]
    most = game.seats.stop - 1
    if len(keys) in game.seats:
        tables = [tuple(keys)]
    elif len(keys) > most >= 2 and 2 in game.seats:
        tables = list(combinations(keys, 2))
    else:
        least = game.seats.start
        takes = f"{least}" if least == most else f"{least} to {most}"
        given = "1 level is" if len(keys) == 1 else f"{len(keys)} levels are"
        raise BadOption(f"{game.key} is played by {takes}: {given} given")
    for at, table in enumerate(tables):
        for number in range(games):
            round_, turned = divmod(number, len(table))
            seated = (*table[turned:], *table[:turned])
            yield Pairing(game.key, seated, at * games + number, round_, terms)


def play_all(
    planned: Iterator[Pairing], executor: Executor | None = None, workers: int = 1
) -> Iterator[tuple[Pairing, str]]:
    """Each bout with its record, as they end: here, one after another, or in an executor with so many workers,
    which is kept busy without being given more than it needs."""
    if executor is None:
        for bout in planned:
            yield bout, play_bout(bout)
        return
    waiting: dict[Future[str], Pairing] = {}
    try:
        while True:
            while len(waiting) < AHEAD * workers and (another := next(planned, None)):
                waiting[executor.submit(play_bout, another)] = another
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for one in sorted(done, key=lambda one: waiting[one].number):
                bout = waiting.pop(one)
                yield bout, one.result()
    finally:
        for one in waiting:
            one.cancel()


@dataclass(slots=True)
class Tally:
    """The score of the games played so far between levels."""

    levels: tuple[str, ...]
    """As they sat in the first game."""

    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    wins_by_seat: list[int] = field(default_factory=list)
    draws: int = 0
    _points: dict[str, list[float]] = field(default_factory=dict)
    _plies: list[int] = field(default_factory=list)
    _first: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys(self.levels, 0)
        self.wins_by_seat = []
        self._points = {level: [] for level in self.levels}

    def add(self, match: Match) -> None:
        """Count a finished match; its seats say who played."""
        assert match.result
        self.games += 1
        self._plies.append(match.plies)
        self._first.append(match.result.scores[0])
        self.draws += not match.result.winners
        self.wins_by_seat += [0] * (len(match.seats) - len(self.wins_by_seat))
        for winner in match.result.winners:
            self.wins_by_seat[winner] += 1
        for seat, score in zip(match.seats, match.result.scores, strict=True):
            assert seat.level is not None, "computers play"
            self.wins[seat.level] += score == 1
            self._points[seat.level].append(score)

    @property
    def score(self) -> dict[str, float]:
        """Each level's share of the points it could have made, from 0 to 1."""
        return {level: fmean(points) if points else 0.0 for level, points in self._points.items()}

    @property
    def error(self) -> float:
        """How far chance may have moved the first level's score, up or down, with 95 % confidence; 0 for
        fewer than two games."""
        return self.error_of(self.levels[0])

    def error_of(self, level: str) -> float:
        """The same of any level."""
        points = self._points[level]
        return CONFIDENT * stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0

    @property
    def plies(self) -> float:
        """The mean length of a game."""
        return fmean(self._plies) if self._plies else 0.0

    @property
    def first(self) -> float:
        """The share of the points that the first seat made."""
        return fmean(self._first) if self._first else 0.0

    @property
    def evidence(self) -> float:
        """How much likelier the first level's points are if its share is STRONG than if it is WEAK, as a
        logarithm; 0 before the first game.

        Source: the generalized sequential probability ratio test for means, as chess engines are tested with
        it; a won and a lost game are added to the spread, so that a row of wins has one too.
        """
        points = self._points[self.levels[0]]
        if not points:
            return 0.0
        spread = variance([*points, 0.0, 1.0])
        return len(points) * (STRONG - WEAK) * (2 * fmean(points) - WEAK - STRONG) / (2 * spread)

    @property
    def decided(self) -> str:
        """`stronger` or `not stronger` once the sequential test is sure of the first level, else ""."""
        bound = log((1 - SURE) / SURE)
        return "stronger" if self.evidence >= bound else "not stronger" if self.evidence <= -bound else ""


def elo(share: float) -> float:
    """The difference in rating points that a share of the points stands for; at most 800 either way.

    Source: Arpad Elo's logistic curve.
    """
    share = max(0.01, min(0.99, share))
    return -400 * log10(1 / share - 1)


def tournament(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Match]:
    """The finished matches, one after another. Levels are given seat by seat; from game to game they move
    round by one, so that each begins equally often. What chance draws, the start included, is drawn anew
    only when everybody has had every seat.

    Raises BadOption for an unknown level or a number of seats that the game does not take, and as
    `Match.new`.
    """
    terms = Conditions(setup=setup, options=tuple((options or {}).items()), seed=seed)
    for _, record in play_all(bouts(game, levels, games, terms)):
        yield read_match(record, (game,), game).whole()


def play_games(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
    done: Callable[[], object] = lambda: None,
) -> Tally:
    """The tally of a whole tournament; `done` is called after each game. Raises as `tournament`."""
    tally = Tally(tuple(find_level(game.key, level).key for level in levels))
    for match in tournament(game, levels, games, seed, setup, options):
        tally.add(match)
        done()
    return tally

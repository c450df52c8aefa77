"""Computers playing one another, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev

from marbles_tui.ai.levels import find_level
from marbles_tui.ai.think import consider
from marbles_tui.core import CHANCE, BadOption, Game
from marbles_tui.play import Match, Seat

LONGEST = 400
"""After so many plies a game without a winner counts as drawn."""


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

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys(self.levels, 0)
        self.wins_by_seat = [0] * len(self.levels)
        self._points = {level: [] for level in self.levels}

    def add(self, match: Match) -> None:
        """Count a finished match; its seats say who played."""
        assert match.result
        self.games += 1
        self._plies.append(match.plies)
        self.draws += not match.result.winners
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
        points = self._points[self.levels[0]]
        return 1.96 * stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0

    @property
    def plies(self) -> float:
        """The mean length of a game."""
        return fmean(self._plies) if self._plies else 0.0


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
    keys = [find_level(game.key, level).key for level in levels]
    if len(keys) not in game.seats:
        least, most = game.seats.start, game.seats.stop - 1
        takes = f"{least}" if least == most else f"{least} to {most}"
        raise BadOption(f"{game.key} is played by {takes}: {len(keys)} levels are given")
    for number in range(games):
        round_, turned = divmod(number, len(keys))
        seats = [Seat("", f"computer {key}") for key in (*keys[turned:], *keys[:turned])]
        draws = Random(f"{seed}/{round_}")
        match = Match.new(game, setup=setup, options=options, seats=seats, random=draws)
        yield _played(match, draws, Random(f"{seed}/{number}/minds"))


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


def _played(match: Match, dice: Random, minds: Random) -> Match:
    """The match played to its end."""
    while match.result is None:
        position = match.position
        if match.plies >= LONGEST:
            return match.agree()
        if position.turn == CHANCE:
            match, _ = match.play(dice.choice(position.moves()))
            continue
        thought = consider(match, match.seats[position.turn].level, seed=minds.randrange(1 << 32))
        if match.claimable and thought.value <= 0:
            return match.agree()
        assert thought.move, "the match runs"
        match = match.read(thought.move)
    return match

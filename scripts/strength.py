"""How strong computers are: `python -m scripts.strength ladder|styles|duel GAME ...`, each with a --help."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

import click

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.levels import computers_of, find_level, ladder_of
from marbles_tui.ai.native.library import NativeLibrary
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.ai.search.player import VARIANTS, opened
from marbles_tui.core import AnyPosition, Game
from marbles_tui.games import find
from marbles_tui.play import Match, read_match
from marbles_tui.table.bouts import Conditions, bouts, play_bout


@click.group()
def main() -> None:
    """Let computers play each other: is each level one, what is a taste worth, is a change of the search one?"""


class Score:
    """The points of one side, game after game: 1 for a win, 0.5 for a draw."""

    def __init__(self) -> None:
        self.counts = Counter[float]()
        """How many games gave so many points."""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """Of all points. Raises ZeroDivisionError before the first game."""
        return sum(points * count for points, count in self.counts.items()) / self.games

    @property
    def spread(self) -> float:
        """The variance of a game's points."""
        return sum((points - self.share) ** 2 * count for points, count in self.counts.items()) / self.games

    def likelihood(self, elo: float) -> float:
        """How much likelier the results are if this side is stronger by `elo` than if it is not, as a logarithm."""
        if not self.games or not self.spread:
            return 0.0
        expected = 1 / (1 + 10 ** (-elo / 400))
        return (expected - 0.5) * (2 * self.share - expected - 0.5) * self.games / (2 * self.spread)

    def __str__(self) -> str:
        error = 1.96 * sqrt(self.spread / self.games)  # with 95 % confidence
        return f"{self.share:.1%} ± {error:.1%} of {self.games} games"


@main.command()
@click.argument("game")
@click.argument("levels", nargs=-1)
@click.option("--games", default=200, help="For each step.")
@click.option("--setup", help="A start.")
@click.option("--random-plies", default=4, help="Plies by chance at the start of each game.")
@click.option("--max-plies", default=300, help="A longer game is drawn.")
@click.option("--seed", default=7)
def ladder(
    game: str,
    levels: tuple[str, ...],
    games: int,
    setup: str | None,
    random_plies: int,
    max_plies: int,
    seed: int,
) -> None:
    """Play LEVELS, weakest first, each against the one before; without them, all of the game that know no clock."""
    played = find(game)
    rungs = (
        [find_level(played, level) for level in levels]
        if levels
        else [level for level in ladder_of(played) if level.limit.seconds is None]
    )
    terms = Conditions(setup=setup, seed=seed, random_plies=random_plies, longest=max_plies)
    for lower, upper in pairwise(level.key for level in rungs):
        upper_score = Score()
        for bout in bouts(played, (upper, lower), games, terms):
            result = read_match(play_bout(bout), (played,), played).whole().result
            upper_score.counts[result.scores[bout.levels.index(upper)] if result else 0.5] += 1
            print(f"{upper} - {lower}: {upper_score}", end="\r", file=sys.stderr, flush=True)
        print(f"{played.key}: {upper} - {lower}: {upper_score}", flush=True)


def measured(game: Game, style: str, against: str, games: int, terms: Conditions) -> str:
    """A line: the score of a style, the rating that follows, and how much the moves of both are to its taste."""
    score, level = Score(), find_level(game, style)
    liked: tuple[list[int], list[int]] = [], []
    for bout in bouts(game, (level.key, against), games, terms):
        match = read_match(play_bout(bout), (game,), game).whole()
        seat = bout.levels.index(level.key)
        score.counts[match.result.scores[seat] if match.result else 0.5] += 1
        for position, move in zip(match.positions, match.moves, strict=False):
            if level.taste:
                liked[position.actor != seat].append(level.taste(position, move))
    kept = min(max(score.share, 0.5 / games), 1 - 0.5 / games)
    rating = find_level(game, against).rating + 400 * log10(kept / (1 - kept))
    told = f"; {fmean(liked[0]):.2f} a move to its taste, theirs {fmean(liked[1]):.2f}" if level.taste else ""
    return f"{game.key}: {level.key} - {against}: {score}, rating {rating:.0f}{told}"


@main.command()
@click.argument("game")
@click.argument("players", nargs=-1)
@click.option("--against", required=True, help="The level that all play.")
@click.option("--games", default=60, help="For each.")
@click.option("--seed", default=7)
def styles(game: str, players: tuple[str, ...], against: str, games: int, seed: int) -> None:
    """Play PLAYERS against a level; without them, all opponents of the game with a taste of their own."""
    played = find(game)
    terms = Conditions(
        setup="random" if played.key == "egg-carton" else None,
        options=(("toll", "choose"),) if played.key == "getaway" else (),
        seed=seed,
        random_plies=4 if played.key in ("abacus", "gobblet") else 0,
        longest=300,
    )
    for player in players or [level.key for level in computers_of(played).styles]:
        print(measured(played, player, against, games, terms), flush=True)


LONGEST = 300
"""Plies after which a game is drawn."""

PLAIN = "plain"
"""The search in Python, in place of a library."""

FEWEST = 30
"""Games before which nothing is settled."""


class Variety(NamedTuple):
    """How a side opens: its moves among the first `plies` cost at most `cost`, chosen by chance."""

    cost: int = 0
    plies: int = 0


NONE: Final = Variety()


def opening(game: Game, plies: int, random: Random) -> AnyPosition:
    """A position some random plies after one of the starts."""
    while True:
        setup = random.choice((None, *game.setups)) if game.key != "beadmaster" else None
        position = Match.new(game, setup=setup, random=random).position
        for _ in range(plies):
            if position.result is None:
                position = position.play(random.choice(position.moves()))
        if position.result is None:
            return position


def library(text: str) -> NativeLibrary | None:
    """The library of a file; None for the search in Python."""
    return None if text == PLAIN else NativeLibrary(Path(text).absolute())


def play(
    game: Game,
    position: AnyPosition,
    libraries: tuple[NativeLibrary | None, NativeLibrary | None],
    limits: tuple[Limit, Limit],
    varieties: tuple[Variety, Variety] = (NONE, NONE),
    seed: int = 0,
) -> float:
    """What the seat 0, of the first library, scores from a position on: 1, 0.5 or 0."""
    match = Match.new(game, setup=game.write(position))
    while match.result is None and not match.claimable and match.plies < LONGEST:
        position, seat, salt = match.position, match.position.turn, seed + match.plies
        past = None if game.repetition == "none" else match.positions
        budget, native = Budget(limits[seat]), libraries[seat]
        varied = match.plies < varieties[seat].plies
        multipv = VARIANTS if varied else 1
        found = (
            native_search(native, position, budget, past, salt, multipv)
            if native
            else PlainSearch(game, position, budget, past, salt).run(multipv)
        )
        if varied:
            found = opened(found, varieties[seat].cost, salt)
        match, _ = match.play(game.find(position, found.best.move))
    return match.result.scores[0] if match.result else 0.5


@main.command()
@click.argument("game")
@click.argument("new")
@click.argument("old")
@click.option("--games", default=100)
@click.option("--nodes", default=20_000)
@click.option("--against", default=None, type=int, help="Nodes of the old one, if not the same.")
@click.option("--seconds", type=float, help="A move, for both, in place of nodes.")
@click.option("--against-seconds", type=float, help="Seconds of the old one, if not the same.")
@click.option("--to-the-end", is_flag=True, help="Play all games, even if it is settled before.")
@click.option("--plies", default=4, help="Random plies of the opening.")
@click.option("--variety", default=0, help="What an opening move of the new one may cost, in hundredths.")
@click.option("--varied", default=0, help="Plies in which it may.")
@click.option("--elo", default=20.0)
@click.option("--seed", default=1)
def duel(
    game: str,
    new: str,
    old: str,
    games: int,
    nodes: int,
    against: int | None,
    seconds: float | None,
    against_seconds: float | None,
    to_the_end: bool,
    plies: int,
    variety: int,
    varied: int,
    elo: float,
    seed: int,
) -> None:
    """Play, and tell the score of the first library."""
    played, score = find(game), Score()
    newer, older = library(new), library(old)
    limits = Limit(nodes=nodes), Limit(nodes=against or nodes)
    if seconds:
        limits = Limit(seconds=seconds), Limit(seconds=against_seconds or seconds)
    varieties = Variety(variety, varied), NONE
    for number in range(games // 2):
        start, salt = opening(played, plies, Random(f"{seed}/{number}")), 1000 * number
        score.counts[play(played, start, (newer, older), limits, varieties, salt)] += 1
        score.counts[1 - play(played, start, (older, newer), limits[::-1], varieties[::-1], salt)] += 1
        print(score, end="\r", file=sys.stderr, flush=True)
        if abs(score.likelihood(elo)) > log(19) and not to_the_end and score.games >= FEWEST:
            break
    results = "-".join(str(score.counts[points]) for points in (1, 0.5, 0))
    print(f"{results}: {score}, log-likelihood ratio {score.likelihood(elo):.2f}")


if __name__ == "__main__":
    main(prog_name="python -m scripts.strength")

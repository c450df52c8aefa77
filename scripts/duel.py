"""Two libraries of the native search play each other at so many positions or seconds a move: whether a change is one.

    python native/compile.py build/old.so                   # then change a weight in native/, and
    python native/compile.py build/new.so
    python -m scripts.duel abacus build/new.so build/old.so --games 200 --nodes 20000

    python -m scripts.duel abacus build/new.so plain --seconds 1      # against the search in Python, by the clock

    python -m scripts.duel gobblet build/new.so build/new.so --plies 0 --variety 20 --varied 6   # what variety costs

Every opening of random plies is played twice, with sides exchanged. The log-likelihood ratio is that of "stronger by
--elo" against "not stronger": above 2.94 the change may be accepted, below -2.94 it is to be dropped, at 5 % each.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import click

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.ai.search.player import VARIANTS, opened
from marbles_tui.core import AnyPosition, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match

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


def library(text: str) -> Library | None:
    """The library of a file; None for the search in Python."""
    return None if text == PLAIN else Library(Path(text).absolute())


def play(
    game: Game,
    position: AnyPosition,
    libraries: tuple[Library | None, Library | None],
    limits: tuple[Limit, Limit],
    varieties: tuple[Variety, Variety] = (NONE, NONE),
    seed: int = 0,
) -> float:
    """What the seat 0, of the first library, scores from a position on: 1, 0.5 or 0."""
    positions = [position]
    for ply in range(LONGEST):
        if position.result:
            return position.result.scores[0]
        stood = [game.identity(before) for before in positions].count(game.identity(position))
        if game.repetition != "none" and stood >= 3:
            return 0.5
        past = None if game.repetition == "none" else positions
        seat = position.turn
        budget, native, salt = Budget(limits[seat]), libraries[seat], seed + ply
        varied = ply < varieties[seat].plies
        multipv = VARIANTS if varied else 1
        found = (
            native_search(native, position, budget, past, salt, multipv)
            if native
            else PlainSearch(game, position, budget, past, salt).run(multipv)
        )
        if varied:
            found = opened(found, varieties[seat].cost, salt)
        position = position.play(game.find(position, found.best.move))
        positions.append(position)
    return 0.5


def likelihood(wins: int, draws: int, losses: int, elo: float) -> float:
    """How much likelier the results are if the first is stronger by `elo` than if it is not, as a logarithm."""
    games = wins + draws + losses
    if not games:
        return 0.0
    score = (wins + draws / 2) / games
    spread = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    if not spread:
        return 0.0
    expected = 1 / (1 + 10 ** (-elo / 400))
    return (expected - 0.5) * (2 * score - expected - 0.5) * games / (2 * spread)


@click.command()
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
def main(
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
    (played,) = [known for known in GAMES if known.key == game]
    newer, older = library(new), library(old)
    limits = Limit(nodes=nodes), Limit(nodes=against or nodes)
    if seconds:
        limits = Limit(seconds=seconds), Limit(seconds=against_seconds or seconds)
    varieties = Variety(variety, varied), NONE
    results: Counter[float] = Counter()
    for number in range(games // 2):
        start, salt = opening(played, plies, Random(f"{seed}/{number}")), 1000 * number
        results[play(played, start, (newer, older), limits, varieties, salt)] += 1
        results[1 - play(played, start, (older, newer), limits[::-1], varieties[::-1], salt)] += 1
        print(f"{results[1]}-{results[0.5]}-{results[0]}", end="\r", file=sys.stderr, flush=True)
        settled = abs(likelihood(results[1], results[0.5], results[0], elo)) > log(19)
        if settled and not to_the_end and results.total() >= FEWEST:
            break
    total = results.total()
    score = (results[1] + results[0.5] / 2) / total
    error = 1.96 * sqrt(max(0.0, (results[1] + results[0.5] / 4) / total - score**2) / total)
    ratio = likelihood(results[1], results[0.5], results[0], elo)
    print(
        f"{results[1]}-{results[0.5]}-{results[0]}: {score:.1%} ± {error:.1%}, log-likelihood ratio {ratio:.2f}"
    )


if __name__ == "__main__":
    main()

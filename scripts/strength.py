"""How strong computers are: `python -m scripts.strength ladder|styles|duel GAME ...`, each with a --help."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import click

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.levels import computers_of, find_level, ladder_of
from marbles_tui.ai.native.library import NativeLibrary
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.ai.search.player import VARIANTS, opened
from marbles_tui.core import CHANCE, AnyPosition, Event, Game
from marbles_tui.games import GAMES, find
from marbles_tui.games.abacus.position import NEXT
from marbles_tui.games.beadmaster.position import SIZE, Slide, threatened
from marbles_tui.games.gobblet.position import CELLS, seat_of
from marbles_tui.play import Match, read_match
from marbles_tui.table.bouts import Conditions, bouts, play_bout


@click.group()
def main() -> None:
    """Let computers play each other: is each level one, what is a taste worth, is a change of the search one?"""


@dataclass
class Score:
    """The points of one side, game after game: 1 for a win, 0.5 for a draw."""

    games: int = 0
    points: float = 0.0
    squares: float = 0.0

    def add(self, points: float) -> None:
        """Count another game."""
        self.games += 1
        self.points += points
        self.squares += points**2

    @property
    def share(self) -> float:
        """Of all points. Raises ZeroDivisionError before the first game."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """How far the share may be wrong, with 95 % confidence."""
        return 1.96 * sqrt(max(0.0, self.squares / self.games - self.share**2) / self.games)

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%} of {self.games} games"


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
            upper_score.add(result.scores[bout.levels.index(upper)] if result else 0.5)
            counted = f"{upper_score.points:g} of {upper_score.games}"
            print(f"{upper} - {lower}: {counted}", end="\r", file=sys.stderr, flush=True)
        print(f"{played.key}: {upper} - {lower}: {upper_score}", flush=True)


Counts = Counter[str]


class Ply(NamedTuple):
    """A move of a match: the positions around it, and what was seen of it."""

    position: Any
    move: Any
    after: Any
    events: tuple[Event, ...]


def abacus(ply: Ply) -> Iterator[tuple[str, float]]:
    """Pushes, sideways moves, how the own marbles hold together."""
    yield "pushes in 100 moves", 100 * bool(ply.events[0].facts["pushed"])
    yield "sideways in 100", 100 * (not ply.move.inline)
    own = [cell for cell, seat in enumerate(ply.after.cells) if seat == ply.position.turn]
    touching = sum(ahead[cell] in own for cell in own for ahead in NEXT)
    yield "neighbours of a marble", touching / max(1, len(own))


def egg_carton(ply: Ply) -> Iterator[tuple[str, float]]:
    """Relays, marbles dropped, going again."""
    yield "relays in a move", sum(event.kind == "relay" for event in ply.events)
    yield "marbles dropped", sum(event.kind == "drop" for event in ply.events)
    yield "goes again in 100", 100 * (ply.events[-1].kind == "again")


def beadmaster(ply: Ply) -> Iterator[tuple[str, float]]:
    """Vertical bars, beads dropped, own beads in danger."""
    if isinstance(ply.move, Slide):
        owners = [event.facts["owner"] for event in ply.events if event.kind == "fall"]
        yield "vertical in 100 slides", 100 * (ply.move.bar >= SIZE)
        yield "theirs dropped in 10", 10 * sum(owner != ply.position.turn for owner in owners)
        yield "own dropped in 10", 10 * sum(owner == ply.position.turn for owner in owners)
        own = (
            0
            if ply.after.result
            else sum(ply.after.beads[hole] == ply.position.turn + 1 for hole in threatened(ply.after))
        )
        yield "own beads in danger", own


def gobblet(ply: Ply) -> Iterator[tuple[str, float]]:
    """Where gobblets come from, and what they cover."""
    stack = ply.position.cells[ply.move.target]
    yield "from stacks in 100 moves", 100 * (ply.move.origin not in CELLS)
    yield "gobbles theirs in 100", 100 * bool(stack and seat_of(stack[-1]) != ply.position.turn)


def getaway(ply: Ply) -> Iterator[tuple[str, float]]:
    """Tolls."""
    yield "pays in 100 tolls", 100 * (str(ply.move) == "pay")


FIGURES = {
    "abacus": abacus,
    "egg-carton": egg_carton,
    "beadmaster": beadmaster,
    "gobblet": gobblet,
    "getaway": getaway,
}


def figures(match: Match, seat: int, sums: Counts, counts: Counts) -> None:
    """Add up the figures of a seat's moves in a match."""
    measure = FIGURES[match.game.key]
    for ply, move in enumerate(match.moves):
        position = match.positions[ply]
        if position.actor != seat or position.turn == CHANCE:
            continue
        after, events = match.game.tell(position, move)
        for name, value in measure(Ply(position, move, after, events)):
            sums[name] += value  # type: ignore[assignment]
            counts[name] += 1


def measured(game: Game, style: str, against: str, games: int, terms: Conditions) -> str:
    """A line: the score of a style, the rating that follows, and its figures."""
    score = Score()
    sums, counts = Counts(), Counts()
    for bout in bouts(game, (style, against), games, terms):
        match = read_match(play_bout(bout), (game,), game).whole()
        seat = bout.levels.index(style)
        score.add(match.result.scores[seat] if match.result else 0.5)
        figures(match, seat, sums, counts)
    kept = min(max(score.share, 0.5 / games), 1 - 0.5 / games)
    rating = find_level(game, against).rating + 400 * log10(kept / (1 - kept))
    told = ", ".join(f"{name} {sums[name] / counts[name]:.1f}" for name in counts)
    return f"{game.key}: {style} - {against}: {score}, rating {rating:.0f}; {told}"


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
    main(prog_name="python -m scripts.strength")

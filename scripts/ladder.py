"""Each level of a game against the one below: is every step of the ladder one?

python scripts/ladder.py gobblet --games 200 --native
python scripts/ladder.py beadmaster adept expert --games 200 --native
"""

from __future__ import annotations

import sys
from itertools import pairwise
from math import sqrt
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marbles_tui.ai import native
from marbles_tui.ai.levels import find_level, ladder_of
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.table.tournament import Conditions, bouts, play_bout
from scripts.adapt import always_native


@click.command()
@click.argument("game")
@click.argument("levels", nargs=-1)
@click.option("--games", default=200, help="For each step.")
@click.option("--setup", help="A start.")
@click.option("--random-plies", default=4, help="Plies by chance at the start of each game.")
@click.option("--max-plies", default=300, help="A longer game is drawn.")
@click.option("--seed", default=7)
@click.option(
    "--native",
    "compiled",
    is_flag=True,
    help="Hold the native search to the levels' nodes: the same strength, soon.",
)
def main(
    game: str,
    levels: tuple[str, ...],
    games: int,
    setup: str | None,
    random_plies: int,
    max_plies: int,
    seed: int,
    compiled: bool,
) -> None:
    """Play LEVELS, weakest first, each against the one before; without them, all of the game that know no clock."""
    (played,) = [known for known in GAMES if known.key == game]
    if compiled:
        native.serving = always_native
    rungs = (
        [find_level(played, level) for level in levels]
        if levels
        else [level for level in ladder_of(played) if level.limit.seconds is None]
    )
    terms = Conditions(setup=setup, seed=seed, random_plies=random_plies, longest=max_plies)
    for lower, upper in pairwise(level.key for level in rungs):
        points = squares = 0.0
        for number, bout in enumerate(bouts(played, (upper, lower), games, terms), 1):
            result = read_match(play_bout(bout), (played,), played).whole().result
            score = result.scores[bout.levels.index(upper)] if result else 0.5
            points += score
            squares += score**2
            print(f"{upper} - {lower}: {points:g} of {number}", end="\r", file=sys.stderr, flush=True)
        share = points / games
        error = 1.96 * sqrt(max(0.0, squares / games - share**2) / games)
        print(f"{game}: {upper} - {lower}: {share:.1%} ± {error:.1%} of {games} games", flush=True)


if __name__ == "__main__":
    main()

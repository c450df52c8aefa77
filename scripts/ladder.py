"""Each level of a game against the one below: is every step of the ladder one?

python -m scripts.ladder gobblet --games 200
python -m scripts.ladder beadmaster adept expert --games 200
"""

from __future__ import annotations

import sys
from itertools import pairwise

import click

from marbles_tui.ai.levels import find_level, ladder_of
from marbles_tui.games import find
from marbles_tui.play import read_match
from marbles_tui.table.bouts import Conditions, bouts, play_bout
from scripts.contests import Score


@click.command()
@click.argument("game")
@click.argument("levels", nargs=-1)
@click.option("--games", default=200, help="For each step.")
@click.option("--setup", help="A start.")
@click.option("--random-plies", default=4, help="Plies by chance at the start of each game.")
@click.option("--max-plies", default=300, help="A longer game is drawn.")
@click.option("--seed", default=7)
def main(
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


if __name__ == "__main__":
    main()

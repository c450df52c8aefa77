"""The computer that adapts plays a level game after game, and adapts after each: does it hold its own?

python scripts/adapt.py abacus novice --games 200
python scripts/adapt.py abacus expert --games 200 --native
python scripts/adapt.py abacus master --games 40 --seconds 0.1 --number 1000
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import click

from marbles_tui.ai import native
from marbles_tui.ai.budget import Budget
from marbles_tui.ai.levels import find_level
from marbles_tui.ai.native.library import Library, installed_library
from marbles_tui.ai.native.states import packing_of
from marbles_tui.core import Kernel
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.play.adaptive import FIRST_STEP, Adapted
from marbles_tui.table.tournament import Conditions, Pairing, play_bout


def always_native(kernel: Kernel, state: Any, budget: Budget) -> Library | None:
    """The native search also where a level's nodes are limited, which is left to Python else."""
    del budget
    return installed_library() if packing_of(kernel, state) else None


@click.command()
@click.argument("game")
@click.argument("level")
@click.option("--games", default=200)
@click.option("--number", default=Adapted().number, help="What it plays by in the first game.")
@click.option("--seconds", type=float, help="A move at most.")
@click.option("--setup", help="A start.")
@click.option("--max-plies", default=300, help="A longer game is drawn.")
@click.option("--seed", default=1)
@click.option(
    "--native",
    "compiled",
    is_flag=True,
    help="Hold the native search to the levels' nodes: the same strength, soon.",
)
def main(
    game: str,
    level: str,
    games: int,
    number: int,
    seconds: float | None,
    setup: str | None,
    max_plies: int,
    seed: int,
    compiled: bool,
) -> None:
    """Play, and tell the score of the computer that adapts."""
    (played,) = [known for known in GAMES if known.key == game]
    if compiled:
        native.serving = always_native
    key = find_level(played, level).key
    told, points, squares, path = Adapted(number, FIRST_STEP), 0.0, 0.0, []
    terms = Conditions(setup=setup, seed=seed, longest=max_plies, seconds=seconds)
    for at in range(games):
        seats = (str(told), key) if at % 2 == 0 else (key, str(told))
        record = play_bout(Pairing(game, seats, at, at // 2, terms))
        result = read_match(record, (played,), played).whole().result
        assert result
        score = result.scores[at % 2]
        points += score
        squares += score**2
        path.append(told.number)
        told = told.after(1 - score)
    share = points / games
    error = 1.96 * sqrt(max(0.0, squares / games - share**2) / games)
    last = path[-min(50, games) :]
    print(
        f"{game}: adaptive - {key}: {share:.1%} ± {error:.1%} of {games} games; "
        f"it played by {min(last)} to {max(last)} at the end, {sum(last) / len(last):.0f} on the average"
    )


if __name__ == "__main__":
    main()

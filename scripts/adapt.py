"""The computer that adapts plays a level game after game, and adapts after each: does it hold its own?

python scripts/adapt.py abacus novice --games 200
python scripts/adapt.py abacus expert --games 200
python scripts/adapt.py abacus master --games 40 --seconds 0.1 --number 1000
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from marbles_tui.ai.levels import find_level
from marbles_tui.games import find
from marbles_tui.play import read_match
from marbles_tui.play.adaptive import FIRST_STEP, Adapted
from marbles_tui.table.bouts import Conditions, Pairing, play_bout
from scripts.contests import Score


@click.command()
@click.argument("game")
@click.argument("level")
@click.option("--games", default=200)
@click.option("--number", default=Adapted().number, help="What it plays by in the first game.")
@click.option("--seconds", type=float, help="A move at most.")
@click.option("--setup", help="A start.")
@click.option("--max-plies", default=300, help="A longer game is drawn.")
@click.option("--seed", default=1)
def main(
    game: str,
    level: str,
    games: int,
    number: int,
    seconds: float | None,
    setup: str | None,
    max_plies: int,
    seed: int,
) -> None:
    """Play, and tell the score of the computer that adapts."""
    played = find(game)
    key = find_level(played, level).key
    told, score, path = Adapted(number, FIRST_STEP), Score(), list[int]()
    terms = Conditions(setup=setup, seed=seed, longest=max_plies, seconds=seconds)
    for at in range(games):
        seats = (str(told), key) if at % 2 == 0 else (key, str(told))
        record = play_bout(Pairing(played.key, seats, at, at // 2, terms))
        result = read_match(record, (played,), played).whole().result
        assert result
        points = result.scores[at % 2]
        score.add(points)
        path.append(told.number)
        told = told.after(1 - points)
    last = path[-min(50, games) :]
    print(
        f"{played.key}: adaptive - {key}: {score}; "
        f"it played by {min(last)} to {max(last)} at the end, {sum(last) / len(last):.0f} on the average"
    )


if __name__ == "__main__":
    main()

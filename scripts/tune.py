"""Try other weights in the evaluation of a game: the changed computer plays the one as it is.

    scripts/tune.py gobblet THREAT=-120 THREAT=-240 --games 60 --nodes 1500 --seed 1

Each change is tried by itself, in games that come in pairs: the same opening by chance, each side once. What
came of it is told as a share of the points with its error; docs/strength.md keeps what was tried.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean, stdev

from marbles_tui.ai.budget import Limit
from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match

OPENING = 4
"""Plies by chance at the start of a game."""

LONGEST = 200


def reweigh(module: str, name: str, value: str) -> None:
    """Load a module with another value of one of its constants, in a process that has not loaded it yet: so
    everything that is worked out from the constant is worked out anew."""
    if not name:
        return
    for known in [name for name in sys.modules if name.startswith(module.rpartition(".")[0])]:
        del sys.modules[known]
    spec = importlib.util.find_spec(module)
    assert spec
    assert spec.origin
    with open(spec.origin, encoding="utf-8") as file:
        source = file.read()
    changed, count = re.subn(rf"^{name}: Final = .*$", f"{name}: Final = {value}", source, flags=re.MULTILINE)
    if count != 1:
        raise ValueError(f"{module} has no constant {name} of one line")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module] = loaded
    exec(compile(changed, spec.origin, "exec"), loaded.__dict__)


def answer(key: str, record: str, nodes: int, seed: int) -> str:
    """The move of the computer in this process."""
    package = importlib.import_module(f"marbles_tui.games.{key.replace('-', '_')}")
    game = next(value for value in vars(package).values() if isinstance(value, Game))
    from marbles_tui.ai.think import think

    move = think(game, record, limit=Limit(nodes=nodes), seed=seed).move
    assert move
    return move


def play(game: Game, changed: ProcessPoolExecutor, base: ProcessPoolExecutor, first: bool, opening: Random,
         nodes: int, seed: int) -> float:  # fmt: skip
    """The points of the changed computer in one game."""
    match = Match.new(game, random=opening)
    while match.result is None and match.plies < LONGEST:
        turn = match.position.turn
        if turn == CHANCE or match.plies < OPENING:
            match, _ = match.play(opening.choice(match.position.moves()))
            continue
        minds = changed if (turn == 0) == first else base
        match = match.read(minds.submit(answer, game.key, str(match), nodes, seed + match.plies).result())
    seat = 0 if first else 1
    return match.result.scores[seat] if match.result else 0.5


def main() -> None:
    """Try the changes that are named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=[game.key for game in GAMES if game.has_kernel])
    parser.add_argument("changes", nargs="+", metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = next(known for known in GAMES if known.key == given.game)
    module = f"marbles_tui.games.{game.key.replace('-', '_')}.evaluate"
    for change in given.changes:
        name, _, value = change.partition("=")
        points: list[float] = []
        with (
            ProcessPoolExecutor(1, initializer=reweigh, initargs=(module, name, value)) as changed,
            ProcessPoolExecutor(1) as base,
        ):
            for number in range(given.games):
                opening = Random(f"{given.seed}/{number // 2}")
                points.append(
                    play(
                        game, changed, base, number % 2 == 0, opening, given.nodes, given.seed + 1000 * number
                    )
                )
        error = 1.96 * stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0
        print(f"{game.key} {change}: {fmean(points):.1%} ± {error:.1%} of {len(points)} games", flush=True)


if __name__ == "__main__":
    main()

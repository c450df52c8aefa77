"""OpenSpiel's MCTS bot behind the line protocol, to play against our levels; it takes the extra `research`.

marbles-tui match egg-carton --seats novice "engine:python -m scripts.mcts 200" --games 10
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from marbles_tui.ai.engine.line_protocol import many_lines
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.research import spiel
from marbles_tui.research.actions import actions

SIMULATIONS = 100
"""How often it plays a game to its end for each move, where the command line names no number."""


def best(match: Match, simulations: int, seed: int = 0) -> str:
    """The move that MCTS with random playouts finds."""
    game = pyspiel.load_game(f"python_marbles_{match.game.key.replace('-', '_')}")
    random: Any = np.random.RandomState(seed)
    judge = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.4, simulations, judge, random_state=random)
    chosen: int = bot.step(spiel.SpielState(game, match))
    return actions(match.game)[chosen]


def main() -> int:
    """Answer the lines of a controller."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS
    match: Match | None = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "games":
            print("games", *(game.key for game in GAMES), flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            match = read_match(many_lines(rest), GAMES).whole()
        elif word == "go" and match:
            print("bestmove", best(match, simulations), flush=True)
        elif word == "quit":
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())

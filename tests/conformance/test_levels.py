"""Where there is a kernel there are computers to play against."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import ladder_of, opponents_of
from marbles_tui.ai.think import consider
from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.conformance.random_games import stroll

WITH_KERNEL = [game for game in GAMES if game.has_kernel]
LEVELS = [
    pytest.param(game, level, id=f"{game.key} {level.key}")
    for game in WITH_KERNEL
    for level in opponents_of(game)
]


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_a_game_with_a_kernel_has_levels(game: Game) -> None:
    levels = ladder_of(game)
    assert levels
    assert len({level.key for level in levels}) == len(levels)
    assert all(weaker.rating < stronger.rating for weaker, stronger in pairwise(levels))


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_a_level_plays_legal_moves(game: Game, level: Level) -> None:
    for seed in range(3):
        match = stroll(game, Random(seed), 12)
        if match.result is None and match.turn != CHANCE:
            analysis = consider(match, level.key, Limit(nodes=100), seed)
            assert analysis.move in [str(move) for move in match.position.moves()]
    match = Match.new(game)
    assert consider(match, level.key, Limit(nodes=100)).move in [str(move) for move in match.position.moves()]

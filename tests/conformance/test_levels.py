"""Where positions are valued there are computers to play against."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import ladder_of, opponents_of
from marbles_tui.ai.search.look_ahead import look_ahead
from marbles_tui.ai.think import consider
from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match
from tests.conformance.random_games import stroll
from tests.sixth.chomp import CHOMP

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


@pytest.mark.parametrize("game", [*WITH_KERNEL, CHOMP], ids=lambda game: game.key)
def test_noisy_moves_are_legal_and_values_whole_and_of_two_sides(game: Game) -> None:
    for position in stroll(game, Random(3), 60).positions:
        if position.result is None and position.seats == 2:
            assert set(game.noisy(position)) <= set(position.moves())
            values = [game.worth(position, seat) for seat in (position.turn, 1 - position.turn)]
            assert values == [game.evaluate(position), -game.evaluate(position)]


def test_a_search_wins_a_game_that_only_values_its_positions() -> None:
    """From an L with unequal edges the only winning bite makes them equal."""
    found = look_ahead(CHOMP, CHOMP.read("4,1,1,0/1"), Budget(Limit(depth=8)))
    assert found.proved
    assert (found.best.move, found.native) == ("A4", False)
    assert not GETAWAY.has_kernel

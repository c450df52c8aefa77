"""A level between the levels, by a number."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.adaptive import ADAPTIVE, mixed
from marbles_tui.ai.levels import computers_of, find_level, ladder_of, levels_of
from marbles_tui.ai.search.player import merciful, opened
from marbles_tui.ai.search.result import WIN, ScoredMove, SearchResult
from marbles_tui.ai.think import consider
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway.game import GETAWAY
from marbles_tui.play import Match

WITH_KERNEL = [game for game in GAMES if game.has_kernel]
RESULT = SearchResult(
    tuple(ScoredMove(str(move), score) for move, score in enumerate((300, 290, 160, 60, 10, -50))),
    3,
    tuple((str(move),) for move in range(6)),
)


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_every_game_with_a_kernel_offers_it_last(game: Game) -> None:
    assert levels_of(game)[-1] is ADAPTIVE
    assert ADAPTIVE not in ladder_of(game)
    assert find_level(game, None) is ladder_of(game)[-1]
    assert find_level(game, "Adaptive 1040+120").rating == 1040


def test_dice_need_no_such_level() -> None:
    assert ADAPTIVE not in levels_of(GETAWAY)


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_its_number_says_between_which_levels_it_plays(game: Game) -> None:
    computers, levels = computers_of(game), ladder_of(game)
    assert computers
    below, above = levels[1], levels[2]
    number = below.rating + 0.75 * (above.rating - below.rating)
    keys = [mixed(computers, number, Random(seed)).key for seed in range(400)]
    assert set(keys) == {below.key, above.key}
    assert 260 < keys.count(above.key) < 340
    assert mixed(computers, 9_999, Random(1)) is levels[-1]
    assert mixed(computers, 0, Random(1)).oversight == 1


def test_the_same_number_and_seed_play_the_same_move() -> None:
    match = Match.new(EGG_CARTON)
    moves = [[consider(match, "adaptive 900+60", seed=seed).move for seed in range(20)] for _ in range(2)]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 1


def test_mercy_keeps_a_lead_small_and_gives_no_game_away() -> None:
    assert merciful(RESULT, 0) is RESULT
    assert merciful(RESULT, 50).best == ScoredMove("2", 160)
    assert merciful(RESULT, 100).best == ScoredMove("3", 60)
    assert merciful(RESULT, 300) is RESULT
    won = SearchResult((ScoredMove("0", WIN - 3), ScoredMove("1", 0)), 3, (("0",), ("1",)))
    assert merciful(won, 50) is won


def test_openings_differ_by_little() -> None:
    found = {opened(RESULT, 20, seed).best.move for seed in range(40)}
    assert found == {"0", "1"}
    assert all(opened(RESULT, 20, seed).pvs[0] == (opened(RESULT, 20, seed).best.move,) for seed in range(5))

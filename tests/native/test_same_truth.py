"""The library plays by the rules of the games, values positions as they do, and finds what there is to find."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from marbles_tui.ai.native.library import Library
from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from marbles_tui.play.perft import perft
from tests.conformance.perft import PERFT, Line
from tests.native.compare import (
    SEARCHED,
    compare_legality,
    compare_rules,
    compare_scores,
    native_perft,
    random_positions,
)

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in SEARCHED
    for line in PERFT.get(game.key, ())
]


@pytest.mark.parametrize(("game", "line"), LINES)
def test_perft_of_known_positions(library: Library, game: Game, line: Line) -> None:
    position = Match.new(game, setup=line.setup, options=line.options).position
    depths = range(1, len(line.counts) + 1)
    assert tuple(native_perft(library, position, depth) for depth in depths) == line.counts


def test_perft_of_the_start_of_abacus_deep_down(library: Library) -> None:
    assert native_perft(library, Match.new(ABACUS, setup="standard").position, 4) == 5_045_110


@every_game
def test_rules_and_values_of_random_positions(library: Library, game: Game) -> None:
    for number, position in enumerate(islice(random_positions(game, Random(7)), 300)):
        compare_rules(library, game, position, number % position.seats)


@every_game
def test_perft_of_random_positions(library: Library, game: Game) -> None:
    for position in islice(random_positions(game, Random(8)), 0, 600, 50):
        assert native_perft(library, position, 2) == perft(position, 2)


@every_game
def test_moves_of_other_positions(library: Library, game: Game) -> None:
    compare_legality(library, list(islice(random_positions(game, Random(9)), 0, 1_000, 50)))


@pytest.mark.long
@every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scores_at_a_depth(library: Library, game: Game, depth: int) -> None:
    if (game, depth) == (ABACUS, 3):
        pytest.skip("its own rules take minutes for that")
    before = list(islice(random_positions(game, Random(depth)), 400))
    for number in range(20, 400, (60, 120, 190)[depth - 1]):
        if before[number].result is None:
            compare_scores(library, game, before[number], before[number - 4 : number : 2], depth)


def test_states_two_plies_apart_are_told_from_each_other(library: Library) -> None:
    """A weaker hash took the state after two of these moves for the one before them."""
    position = ABACUS.start("2b1b/1wbw1b/w5b/2ww2bw/1bwb1wbb1/ww1wbw2/3wb2/2b3/b4 b 0 1", 2, {"lose": "10"})
    compare_scores(library, ABACUS, position, [], 2)

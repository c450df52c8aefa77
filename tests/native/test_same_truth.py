"""The library plays by the rules of the kernels, values positions as they do, and finds what there is to find."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from marbles_tui.ai.native.library import Library
from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from tests.conformance.perft import PERFT, Line
from tests.native.compare import (
    SEARCHED,
    compare_legality,
    compare_rules,
    compare_scores,
    kernel_of,
    native_perft,
    perft,
    random_states,
)

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in SEARCHED
    for line in PERFT.get(game.key, ())
]


@pytest.mark.parametrize(("game", "line"), LINES)
def test_perft_of_known_positions(library: Library, game: Game, line: Line) -> None:
    kernel = kernel_of(game)
    state = kernel.pack(Match.new(game, setup=line.setup, options=line.options).position)
    depths = range(1, len(line.counts) + 1)
    assert tuple(native_perft(library, kernel, state, depth) for depth in depths) == line.counts


@every_game
def test_perft_of_every_start(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    for setup in (None, *game.setups):
        state = kernel.pack(Match.new(game, setup=setup, random=Random(1)).position)
        assert native_perft(library, kernel, state, 2) == perft(kernel, state, 2)


@every_game
def test_rules_and_values_of_random_positions(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    for state in islice(random_states(game, kernel, Random(7)), 1_000):
        compare_rules(library, kernel, state)


@every_game
def test_perft_of_random_positions(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    for state in islice(random_states(game, kernel, Random(8)), 0, 2_000, 50):
        assert native_perft(library, kernel, state, 2) == perft(kernel, state, 2)


@every_game
def test_moves_of_other_positions(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    compare_legality(library, kernel, list(islice(random_states(game, kernel, Random(9)), 0, 2_000, 50)))


@every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scores_at_a_depth(library: Library, game: Game, depth: int) -> None:
    kernel = kernel_of(game)
    before = list(islice(random_states(game, kernel, Random(depth)), 400))
    for number in range(20, 400, 40 * depth):
        state = before[number]
        if kernel.outcome(state) is None:
            compare_scores(library, game, kernel, state, before[number - 4 : number : 2], depth)


def test_states_two_plies_apart_are_told_from_each_other(library: Library) -> None:
    """A weaker hash took the state after two of these moves for the one before them."""
    state = (1513818221868402184554497, 737951674646279487488, 9, 8, 0)
    compare_scores(library, ABACUS, kernel_of(ABACUS), state, [], 2)

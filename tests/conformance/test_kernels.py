"""A kernel plays by the same rules as its game's positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from marbles_tui.core import Game, Kernel
from marbles_tui.core.kernel import StagedMoves, State
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.conformance.perft import PERFT, Line
from tests.conformance.random_games import LONG, SEEDS, few, stroll, whole

WITH_KERNEL = [game for game in GAMES if game.has_kernel]
LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in WITH_KERNEL
    for line in PERFT.get(game.key, ())
]
every_kernel = pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
every_staged_kernel = pytest.mark.parametrize(
    "game",
    [game for game in WITH_KERNEL if isinstance(game.kernel(), StagedMoves)],
    ids=lambda game: game.key,
)


def kernel_of(game: Game) -> Kernel:
    kernel = game.kernel()
    assert kernel
    return kernel


def perft(kernel: Kernel, state: State, depth: int) -> int:
    moves = kernel.moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(kernel, kernel.play(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("game", "line"), LINES)
def test_kernel_and_positions_count_the_same(game: Game, line: Line) -> None:
    kernel = kernel_of(game)
    state = kernel.pack(Match.new(game, setup=line.setup, options=line.options).position)
    assert tuple(perft(kernel, state, depth) for depth in range(1, len(line.counts) + 1)) == line.counts


@every_kernel
@few
@given(seed=SEEDS)
def test_kernel_and_positions_have_the_same_children(game: Game, seed: int) -> None:
    kernel = kernel_of(game)
    position = stroll(game, Random(seed)).position
    state = kernel.pack(position)
    found = {kernel.notation(state, move): kernel.play(state, move) for move in kernel.moves(state)}
    assert found == {str(move): kernel.pack(position.play(move)) for move in position.moves()}


@every_kernel
@whole
@given(seed=SEEDS)
def test_kernel_and_positions_agree_on_turn_and_outcome(game: Game, seed: int) -> None:
    kernel = kernel_of(game)
    for position in stroll(game, Random(seed), LONG).positions:
        state = kernel.pack(position)
        assert kernel.turn(state) == position.turn
        expected = None
        if position.result:
            score = position.result.scores[position.turn]
            expected = {1: 1, 0.5: 0, 0: -1}[score]
        assert kernel.outcome(state) == expected


@every_kernel
@few
@given(seed=SEEDS)
def test_noisy_moves_are_legal_and_values_whole(game: Game, seed: int) -> None:
    kernel = kernel_of(game)
    for position in stroll(game, Random(seed), 60).positions:
        state = kernel.pack(position)
        if position.result is None:
            assert set(kernel.noisy(state)) <= set(kernel.moves(state))
            assert isinstance(kernel.evaluate(state), int)


@every_staged_kernel
@few
@given(seed=SEEDS)
def test_search_is_spared_no_state_that_can_be_reached(game: Game, seed: int) -> None:
    kernel = kernel_of(game)
    assert isinstance(kernel, StagedMoves)
    for position in stroll(game, Random(seed), 60).positions:
        state = kernel.pack(position)
        if position.result is None:
            assert set(kernel.search_moves(state)) <= set(kernel.moves(state))
            assert bool(list(kernel.search_moves(state))) == bool(kernel.moves(state))


@every_staged_kernel
@few
@given(seed=SEEDS)
def test_a_move_of_another_state_is_legal_just_where_it_is_listed(game: Game, seed: int) -> None:
    kernel = kernel_of(game)
    assert isinstance(kernel, StagedMoves)
    states = [kernel.pack(one) for one in stroll(game, Random(seed), 40).positions if one.result is None]
    known = {move for state in states for move in kernel.moves(state)}
    for state in states:
        listed = set(kernel.moves(state))
        assert {move for move in known if kernel.legal(state, move)} == listed

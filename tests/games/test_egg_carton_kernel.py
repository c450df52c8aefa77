"""The kernel of Egg Carton plays by the same rules as its positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.setups import spread
from marbles_tui.games.egg_carton.text import read

KERNEL = SowingKernel()
CLASSIC = "3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"


def perft(state: int, depth: int) -> int:
    moves = KERNEL.moves(state)
    return len(moves) if depth == 1 else sum(perft(KERNEL.play(state, move), depth - 1) for move in moves)


def random_games(seed: int, games: int) -> Iterator[Carton]:
    """Every position of some games in which both players select at random."""
    random = Random(seed)
    for _ in range(games):
        position = spread(random)
        while position.moves():
            yield position
            position = position.play(random.choice(position.moves()))
        yield position


@pytest.mark.parametrize(("depth", "count"), [(1, 6), (2, 29), (3, 138), (4, 643), (5, 2966), (6, 13473)])
def test_counts_the_sequences_of_selections(depth: int, count: int) -> None:
    assert perft(KERNEL.pack(read(CLASSIC)), depth) == count


def test_agrees_with_the_positions_of_random_games() -> None:
    for position in random_games(seed=1, games=60):
        state = KERNEL.pack(position)
        assert KERNEL.turn(state) == position.turn
        assert list(KERNEL.moves(state)) == [move.slot for move in position.moves()]
        for move in position.moves():
            assert KERNEL.play(state, move.slot) == KERNEL.pack(position.play(move))
            assert KERNEL.notation(state, move.slot) == str(move)
        won = position.result.winners[0] == position.turn if position.result else None
        assert KERNEL.outcome(state) == (None if won is None else 1 if won else -1)


def test_an_end_decides_nothing() -> None:
    assert KERNEL.pack(read("1,0,0,0,0,0/0,0,0,0,0,2/9,4/1")) == KERNEL.pack(
        read("1,0,0,0,0,0/0,0,0,0,0,2/0,0/1")
    )


def test_sows_as_many_marbles_as_a_position_may_hold() -> None:
    position = read("0,0,990,0,0,0/0,0,3,0,0,6/0,0/1")
    (move,) = position.moves()
    assert KERNEL.play(KERNEL.pack(position), move.slot) == KERNEL.pack(position.play(move))


def test_a_lone_side_has_won_whoever_is_named_to_select() -> None:
    assert KERNEL.outcome(KERNEL.pack(read("0,0,0,0,0,0/1,0,0,0,0,0/0,0/1"))) == 1
    assert KERNEL.outcome(KERNEL.pack(read("0,0,0,0,0,0/1,0,0,0,0,0/0,0/2"))) == -1
    assert not KERNEL.moves(KERNEL.pack(read("0,0,0,0,0,0/1,0,0,0,0,0/0,0/2")))


def test_fewer_marbles_of_ones_own_are_better() -> None:
    few, many = (
        KERNEL.pack(read(text)) for text in ("1,0,0,0,0,0/0,0,9,0,0,0/0,0/1", "9,0,0,0,0,0/0,0,1,0,0,0/0,0/1")
    )
    assert KERNEL.evaluate(few) > 0 > KERNEL.evaluate(many)


def test_loud_are_the_selections_that_select_again_or_win() -> None:
    # C, three from the right end, and F, next to it, end off the board; A ends on D.
    state = KERNEL.pack(read("3,0,4,0,0,1/1,1,1,1,1,1/0,0/1"))
    assert [KERNEL.notation(state, move) for move in KERNEL.noisy(state)] == ["C", "F"]

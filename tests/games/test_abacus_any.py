"""Abacus: what rules and records must agree on, in any position, and what a position is worth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.text import SETUPS, layout

pytestmark = pytest.mark.long


def scattered(seed: int) -> Abacus:
    """Any number of marbles of both sides anywhere on the board; now and then at its edge only."""
    random = Random(seed)
    cells = [-1] * 61
    for seat in (0, 1):
        for cell in random.sample(range(61), random.randint(1, 14)):
            cells[cell] = seat
    lost = (random.randrange(7), random.randrange(6))
    return Abacus(tuple(cells), random.randrange(2), lost)


def wandered(seed: int) -> Abacus:
    """A position that arises from a layout by chance."""
    random = Random(seed)
    position = layout(random.choice(list(SETUPS)))
    for _ in range(random.randrange(80)):
        moves = position.moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
    return position


positions = st.integers(0, 10**9).map(scattered) | st.integers(0, 10**9).map(wandered)


@given(positions)
def test_there_are_moves_until_the_end_and_loud_are_those_that_push_off(position: Abacus) -> None:
    assert bool(position.moves()) == (position.result is None)
    other = 1 - position.turn
    pushing = [move for move in position.moves() if position.play(move).lost[other] > position.lost[other]]
    assert ABACUS.noisy(position) == pushing


@given(positions)
def test_every_pair_of_cells_that_begins_no_move_is_refused_with_a_reason(position: Abacus) -> None:
    begins = {path[:2] for move in position.moves() for path in move.paths}
    for first in range(0, 61, 4):
        for second in range(61):
            if (first, second) not in begins:
                assert ABACUS.explain_illegal_pick(position, (first, second))


@given(positions)
def test_marbles_are_lost_and_never_found(position: Abacus) -> None:
    def marbles(one: Abacus) -> list[int]:
        return [one.cells.count(seat) + one.lost[seat] for seat in (0, 1)]

    for move in position.moves():
        assert marbles(position.play(move)) == marbles(position)

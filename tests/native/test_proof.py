"""Egg Carton's native proof says what the plain one says."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.games.egg_carton.distance import Distance
from marbles_tui.ai.games.egg_carton.proof import CartonProof
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.proof import NativeProof
from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.setups import spread
from marbles_tui.games.egg_carton.text import read

KERNEL = SowingKernel()
CLASSIC = KERNEL.pack(read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"))
HARD = KERNEL.pack(read("4,2,3,1,3,4/4,2,5,3,3,2/0,0/1"))
"""Its proof takes more than a million positions."""


def proof(library: Library, **limit: int) -> NativeProof:
    return NativeProof(library, Budget(Limit(**limit)))


def test_who_moves_first_wins_from_the_classic_start(library: Library) -> None:
    found = proof(library)
    assert found.known(CLASSIC) is None
    assert found.prove(CLASSIC)
    assert found.known(CLASSIC) is True


def test_the_classic_start_is_won_in_nine_selections(library: Library) -> None:
    found = proof(library)
    found.prove(CLASSIC)
    lengths = found.lengths(0)
    assert [lengths.within(CLASSIC, length) for length in range(10)] == [False] * 9 + [True]
    assert lengths.shown(CLASSIC, 9)
    assert lengths.fails(CLASSIC) == 8


def test_outcomes_and_lengths_are_those_of_the_plain_proof(library: Library) -> None:
    compared = 0
    for seed in range(100):
        state = KERNEL.pack(spread(Random(seed)))
        plain = CartonProof(KERNEL, Budget(Limit(nodes=2_000)))
        with suppress(SearchStopped):
            wins = plain.prove(state)
            found = proof(library)
            assert found.prove(state) == wins
            winner = KERNEL.turn(state) if wins else 1 - KERNEL.turn(state)
            distance = Distance(KERNEL, Budget(Limit(nodes=20_000)), winner, plain)
            lengths, length = found.lengths(winner), 0
            while not distance.within(state, length):
                assert not lengths.within(state, length)
                assert lengths.fails(state) == distance.fails(state)
                length += 1
            assert lengths.within(state, length)
            compared += 1
        if compared == 8:
            return
    pytest.fail("too few were proved")


def test_ends_exactly_at_its_nodes(library: Library) -> None:
    budget = Budget(Limit(nodes=4_321))
    with pytest.raises(SearchStopped):
        NativeProof(library, budget).prove(HARD)
    assert budget.nodes == 4_321


def test_is_stopped_while_it_runs(library: Library) -> None:
    with pytest.raises(SearchStopped):
        NativeProof(library, Budget(Limit(), lambda: True)).prove(HARD)


def test_a_proof_that_needs_more_room_than_it_may_have_is_given_up(library: Library) -> None:
    with pytest.raises(SearchStopped):
        NativeProof(library, Budget(Limit()), states=1 << 16).prove(HARD)


def test_takes_more_room_as_it_goes(library: Library) -> None:
    budget = Budget(Limit(nodes=60_000))
    with pytest.raises(SearchStopped):
        NativeProof(library, budget, states=1 << 20).prove(HARD)
    assert budget.nodes == 60_000


def test_learns_lengths_from_elsewhere(library: Library) -> None:
    lengths = proof(library).lengths(0)
    lengths.learn(CLASSIC, 12)
    lengths.learn(CLASSIC, 14)
    assert lengths.shown(CLASSIC, 12)
    assert not lengths.shown(CLASSIC, 11)

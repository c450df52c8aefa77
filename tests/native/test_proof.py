"""Egg Carton's proof says what is true."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.proof import CartonProof
from marbles_tui.games.egg_carton.text import read
from tests.ai.cartons import small_cartons, truth

CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
HARD = read("4,2,3,1,3,4/4,2,5,3,3,2/0,0/1")
"""Its proof takes more than a million positions."""


def proof(library: Library, **limit: int) -> CartonProof:
    return CartonProof(library, Budget(Limit(**limit)))


def test_the_classic_start_is_won_in_nine_selections(library: Library) -> None:
    found = proof(library)
    assert found.known(CLASSIC) is None
    assert found.prove(CLASSIC)
    assert found.known(CLASSIC) is True
    assert [found.within(CLASSIC, 0, length) for length in range(10)] == [False] * 9 + [True]
    assert found.shown(CLASSIC, 0, 9)
    assert found.fails(CLASSIC, 0) == 8


def test_outcomes_and_lengths_are_those_of_looking_at_everything(library: Library) -> None:
    for carton in small_cartons(seed=5, count=40, marbles=9):
        wins, selections = truth(carton)
        found, winner = proof(library), carton.turn if wins else 1 - carton.turn
        assert found.prove(carton) is wins
        assert not any(found.within(carton, winner, length) for length in range(selections))
        assert found.within(carton, winner, selections)
        assert not found.within(carton, 1 - winner, 20)


def test_ends_exactly_at_its_nodes(library: Library) -> None:
    budget = Budget(Limit(nodes=4_321))
    with pytest.raises(SearchStopped):
        CartonProof(library, budget).prove(HARD)
    assert budget.nodes == 4_321


def test_is_stopped_while_it_runs(library: Library) -> None:
    with pytest.raises(SearchStopped):
        CartonProof(library, Budget(Limit(), lambda: True)).prove(HARD)


def test_takes_more_room_as_it_goes_until_it_has_had_all(library: Library) -> None:
    with pytest.raises(SearchStopped):
        CartonProof(library, Budget(Limit()), states=1 << 16).prove(HARD)
    budget = Budget(Limit(nodes=60_000))
    with pytest.raises(SearchStopped):
        CartonProof(library, budget, states=1 << 20).prove(HARD)
    assert budget.nodes == 60_000

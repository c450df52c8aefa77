"""Egg Carton solved: every proof, length and count is held against looking at all of the game."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Budget, Limit, SearchStopped
from marbles_tui.ai.games.egg_carton.distance import Distance
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.games.egg_carton.proof import CartonProof
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.text import read, write
from tests.ai.cartons import KERNEL, small_cartons, truth

CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
SIX_EACH = read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1")
(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]


@pytest.mark.parametrize("position", small_cartons(seed=1, count=60, marbles=9), ids=write)
def test_who_wins_and_how_soon(position: Carton) -> None:
    state = KERNEL.pack(position)
    wins, selections = truth(state)
    thought = perfect(KERNEL, state, Budget(Limit()))
    assert thought.proved
    assert (thought.value > 0) is wins
    assert (thought.wins_in, thought.loses_in) == ((selections, None) if wins else (None, selections))


@pytest.mark.parametrize("position", small_cartons(seed=2, count=30, marbles=9), ids=write)
def test_the_line_keeps_to_the_length(position: Carton) -> None:
    thought = perfect(KERNEL, KERNEL.pack(position), Budget(Limit()))
    winner = position.turn if thought.wins_in else 1 - position.turn
    own = 0
    for letter in thought.pv:
        own += position.turn == winner
        position = position.play(EGG_CARTON.find(position, letter))
    assert position.result
    assert position.result.winners == (winner,)
    assert own == (thought.wins_in or thought.loses_in)


def test_the_classic_start_is_won_at_once() -> None:
    state = KERNEL.pack(CLASSIC)
    thought = perfect(KERNEL, state, Budget(Limit(nodes=2_000)))
    assert (thought.words("selection"), thought.value > 0) == ("can force a win", True)
    # The length is not known so soon, but the way it goes is the turn's shortest.
    solutions = EGG_CARTON.goals[0].solutions(CLASSIC)
    assert solutions
    assert thought.pv == solutions.shortest


def test_six_in_each_slot_are_lost() -> None:
    thought = perfect(KERNEL, KERNEL.pack(SIX_EACH), Budget(Limit(nodes=60_000)))
    assert thought.words() == "cannot avoid losing"
    assert thought.loses_in is None


def test_says_when_nothing_is_proved() -> None:
    thought = perfect(KERNEL, KERNEL.pack(SIX_EACH), Budget(Limit(nodes=1_000)))
    assert thought.words() == ""
    assert thought.move in [str(move) for move in SIX_EACH.moves()]
    assert thought.nodes == 1_000


def test_gives_up_what_does_not_fit_into_its_memory() -> None:
    with pytest.raises(SearchStopped):
        CartonProof(KERNEL, Budget(Limit()), memory=1_000).prove(KERNEL.pack(SIX_EACH))


def test_a_carton_of_many_hundred_marbles_does_no_harm() -> None:
    huge = read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")
    thought = perfect(KERNEL, KERNEL.pack(huge), Budget(Limit(nodes=5_000)))
    assert thought.move in [str(move) for move in huge.moves()]


def test_a_length_is_not_claimed_for_the_loser() -> None:
    lost = next(one for one in small_cartons(3, 50, 8) if not truth(KERNEL.pack(one))[0])
    state = KERNEL.pack(lost)
    distance = Distance(KERNEL, Budget(Limit()), lost.turn, CartonProof(KERNEL, Budget(Limit())))
    assert not distance.within(state, 20)

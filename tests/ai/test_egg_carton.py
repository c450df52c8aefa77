"""Egg Carton solved: every proof, length and count is held against looking at all of the game."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.native.library import installed_library
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.text import read, write
from tests.ai.cartons import small_cartons, truth

CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
SIX_EACH = read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1")
(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]

pytestmark = pytest.mark.skipif(installed_library() is None, reason="the native search is not built")


@pytest.mark.parametrize("position", small_cartons(seed=1, count=60, marbles=9), ids=write)
def test_who_wins_and_how_soon(position: Carton) -> None:
    wins, selections = truth(position)
    thought = perfect(position, Budget(Limit()))
    assert thought.proved
    assert (thought.value > 0) is wins
    assert (thought.wins_in, thought.loses_in) == ((selections, None) if wins else (None, selections))


@pytest.mark.parametrize("position", small_cartons(seed=2, count=30, marbles=9), ids=write)
def test_the_line_keeps_to_the_length(position: Carton) -> None:
    thought = perfect(position, Budget(Limit()))
    winner = position.turn if thought.wins_in else 1 - position.turn
    own = 0
    for letter in thought.pv:
        own += position.turn == winner
        position = position.play(EGG_CARTON.find(position, letter))
    assert position.result
    assert position.result.winners == (winner,)
    assert own == (thought.wins_in or thought.loses_in)


def test_the_classic_start_is_won_at_once() -> None:
    thought = perfect(CLASSIC, Budget(Limit(nodes=2_000)))
    assert (thought.words("selection"), thought.value > 0) == ("can force a win", True)
    # The length is not known so soon, but the way it goes is the turn's shortest.
    solutions = EGG_CARTON.goals[0].solutions(CLASSIC)
    assert solutions
    assert thought.pv == solutions.shortest


def test_six_in_each_slot_are_lost() -> None:
    thought = perfect(SIX_EACH, Budget(Limit(nodes=60_000)))
    assert thought.words() == "cannot avoid losing"
    assert thought.loses_in is None


def test_says_when_nothing_is_proved() -> None:
    thought = perfect(SIX_EACH, Budget(Limit(nodes=1_000)))
    assert thought.words() == ""
    assert thought.move in [str(move) for move in SIX_EACH.moves()]
    assert thought.nodes == 1_000


def test_a_carton_of_many_hundred_marbles_does_no_harm() -> None:
    huge = read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")
    thought = perfect(huge, Budget(Limit(nodes=5_000)))
    assert thought.move in [str(move) for move in huge.moves()]

"""Egg Carton's goal, to clear the side in one turn: its counts are held against looking at all of the turn."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games.egg_carton import EGG_CARTON, Carton
from marbles_tui.games.egg_carton.text import read, write
from marbles_tui.play import Match
from tests.ai.cartons import small_cartons

CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
(ONE_TURN,) = EGG_CARTON.goals


def paths(position: Carton) -> list[str]:
    """Every sequence of selections that wins within the turn."""
    found = []
    for move in position.moves():
        after = position.play(move)
        if after.result:
            found.append(str(move))
        elif after.turn == position.turn:
            found += [str(move) + rest for rest in paths(after)]
    return found


def attempt(words: str, setup: str = "classic") -> Match:
    """A match for the goal after some selections."""
    match = Match.new(EGG_CARTON, setup=setup, tags=[("Puzzle", ONE_TURN.tag)])
    for word in words:
        match = match.read(word)
    return match


# Solutions


@pytest.mark.parametrize("position", [CLASSIC, *small_cartons(seed=4, count=25, marbles=14)], ids=write)
def test_counts_the_ways_to_clear_the_side_in_one_turn(position: Carton) -> None:
    every = paths(position)
    solutions = ONE_TURN.solutions(position)
    assert solutions
    assert solutions.number == len(every)
    assert len(solutions.shortest) == min(map(len, every), default=0)
    assert not every or "".join(solutions.shortest) in every


def test_the_classic_start_has_three_solutions() -> None:
    assert ONE_TURN.solutions(CLASSIC) == (3, tuple("DEABFCFDE"))


@pytest.mark.long
def test_the_solutions_of_a_carton_too_full_are_not_counted() -> None:
    assert ONE_TURN.solutions(read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")) is None


@pytest.mark.parametrize("seed", range(5))
def test_a_start_that_is_drawn_has_a_solution(seed: int) -> None:
    carton = ONE_TURN.draw(Random(seed))
    assert (sum(carton.ring), carton.turn) == (36, 0)
    solutions = ONE_TURN.solutions(carton)
    assert solutions
    for letter in solutions.shortest:
        assert carton.turn == 0
        carton = carton.play(EGG_CARTON.find(carton, letter))
    assert carton.result
    assert carton.result.winners == (0,)


# Reached and missed


@pytest.mark.parametrize(
    ("match", "reached", "over", "verdict"),
    [
        (attempt(""), False, False, None),
        (attempt("D"), False, False, None),
        (attempt("DEABFCFDE"), True, True, "Solved, in 9 moves!"),
        (attempt("B"), False, True, "Not solved: the turn is over."),
        (attempt("D").resign(0), False, True, "Not solved."),
    ],
    ids=["start", "under way", "solved", "turn passed", "given up"],
)
def test_the_goal_is_reached_by_clearing_and_missed_with_the_turn(
    match: Match, reached: bool, over: bool, verdict: str | None
) -> None:
    assert match.goal is ONE_TURN
    assert (ONE_TURN.reached(match), ONE_TURN.over(match)) == (reached, over)
    assert ONE_TURN.missed(match) == (over and not reached)
    assert match.stopped == over
    if verdict:
        assert ONE_TURN.verdict(match) == verdict


def test_the_second_seat_may_have_the_turn() -> None:
    match = attempt("", setup="1,1,1,1,1,1/0,0,0,0,0,1/0,0/2")
    assert not match.stopped
    assert ONE_TURN.reached(match.read("N"))

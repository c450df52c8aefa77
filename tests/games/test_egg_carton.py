"""Egg Carton, rule by rule. A position reads `A,B,C,D,E,F/I,J,K,L,M,N/right,left/player`."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import Event
from marbles_tui.core.scene import Frame, Label, Piece, Room
from marbles_tui.games.egg_carton import EGG_CARTON, Carton, Selection
from marbles_tui.games.egg_carton.position import LEFT_END, LETTERS, RIGHT_END, SIDES
from marbles_tui.games.egg_carton.text import read, spread
from marbles_tui.play import Match
from tests.ai.cartons import small_cartons
from tests.for_each import for_each

EXAMPLE = "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"


def told(text: str, letters: str) -> list[Event]:
    events: list[Event] = []
    position = read(text)
    for letter in letters:
        position = position.play(Selection(LETTERS.index(letter)), events.append)
    return events


# What is counted and proved


GAMES = st.integers(0, 2**32).map(Random)


@given(GAMES)
def test_the_theorems_hold_in_random_games(random: Random) -> None:
    """A selection never empties the other side; chains end within 258 drops; no position comes back;
    who is to move has a move; no marble is lost."""
    position = spread(random)
    seen = set()
    while position.result is None:
        assert position not in seen
        seen.add(position)
        moves = position.moves()
        assert moves
        mover, drops = position.turn, []
        position = position.play(random.choice(moves), lambda event: drops.append(event.kind == "drop"))  # noqa: B023
        assert any(position.ring[slot] for slot in SIDES[1 - mover])
        assert sum(drops) <= 258
        assert sum(position.ring) == 36
    assert position.result.winners == (position.turn,)


# What is seen and said


def test_a_step_shows_the_marbles_and_the_hand() -> None:
    take, first, *_ = told(EXAMPLE, "B")
    assert (take.board.ring[1], take.board.hand, take.cells) == (0, 3, (1,))
    assert (first.board.ring[2], first.board.hand, first.cells) == (5, 2, (1, 2))


# Texts and starts


@given(GAMES)
def test_random_starts_spread_36_marbles(random: Random) -> None:
    position = spread(random)
    assert sum(position.ring) == 36
    assert position.ring[6] == position.ring[13] == 0
    assert position.result is None


CLASSIC_START = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
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


@for_each("position", [CLASSIC_START, *small_cartons(seed=4, count=25, marbles=14)])
def test_counts_the_ways_to_clear_the_side_in_one_turn(position: Carton) -> None:
    every = paths(position)
    solutions = ONE_TURN.solutions(position)
    assert solutions
    assert solutions.number == len(every)
    assert len(solutions.shortest) == min(map(len, every), default=0)
    assert not every or "".join(solutions.shortest) in every


def test_the_classic_start_has_three_solutions() -> None:
    assert ONE_TURN.solutions(CLASSIC_START) == (3, tuple("DEABFCFDE"))


@pytest.mark.long
def test_the_solutions_of_a_carton_too_full_are_not_counted() -> None:
    assert ONE_TURN.solutions(read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")) is None


@for_each("seed", range(5))
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


@for_each(
    ("match", "reached", "over", "verdict"),
    [
        (attempt(""), False, False, None),
        (attempt("D"), False, False, None),
        (attempt("DEABFCFDE"), True, True, "Solved, in 9 moves!"),
        (attempt("B"), False, True, "Not solved: the turn is over."),
        (attempt("D").resign(0), False, True, "Not solved."),
    ],
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


def test_no_marble_is_lost_or_doubled_while_it_is_sown() -> None:
    """What lies, falls, and is counted in the hand."""
    start, told = EGG_CARTON.start(None, 2, {}), list[Event]()
    start.play(start.moves()[0], told.append)
    board = start.board
    for event in told:
        for phase in (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99):
            items = EGG_CARTON.scene(Frame(event.board, board, event, phase), Room()).items
            held = [int(item.said(9)) for item in items if isinstance(item, Label) and item.on == "flash"]
            seen = sum(isinstance(item, Piece) and not item.id.startswith("hand") for item in items)
            assert seen + sum(held) == 36, (event, phase)
        board = event.board


@for_each(("setup", "move"), [("0,0,0,0,0,9/1,1,1,1,1,1/0,0/1", "F"), ("1,1,1,1,1,1/0,0,0,0,0,9/0,0/2", "N")])
def test_the_hand_and_its_number_stay_within_the_carton(setup: str, move: str) -> None:
    board, events = read(setup).board, told(setup, move)
    assert any(set(event.cells) & {LEFT_END, RIGHT_END} for event in events if event.kind == "drop")
    for event, phase in product(events, (0.0, 0.4, 0.6, 0.9)):
        scene = EGG_CARTON.scene(Frame(event.board, board, event, phase), Room())
        for item in scene.items:
            if isinstance(item, Piece) or (isinstance(item, Label) and item.on == "flash"):
                half = item.r if isinstance(item, Piece) else 1.0
                assert scene.bounds[0] <= item.at[0] - half
                assert item.at[0] + half <= scene.bounds[2]

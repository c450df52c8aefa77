"""Abacus: what rules and records must agree on, in any position, and what a position is worth."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import Event
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.setups import SETUPS, layout
from marbles_tui.games.abacus.text import read, write

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
@settings(max_examples=60)
def test_play_with_and_without_an_audience_is_the_same_and_ends_at_the_board_shown_last(
    position: Abacus,
) -> None:
    for move in position.moves():
        events: list[Event] = []
        after = position.play(move, events.append)
        assert after == position.play(move)
        assert events[-1].board == after.board
        assert events[0].board == position.board


@given(positions)
@settings(max_examples=60)
def test_notation_and_picks_name_one_legal_move_each(position: Abacus) -> None:
    moves = position.moves()
    assert len({str(move) for move in moves}) == len(moves)
    for move in moves:
        assert ABACUS.find(position, str(move).upper()) == move
    paths = sorted(path for move in moves for path in move.paths)
    for one, other in pairwise(paths):
        assert one != other[: len(one)]


@given(positions, st.text("abcdefghi123456789", min_size=4, max_size=6))
def test_what_is_no_legal_move_is_found_by_no_name_and_refused_with_a_reason(
    position: Abacus, text: str
) -> None:
    wanted = ABACUS.normalize(text)
    legal = {str(move): move for move in position.moves()}
    assert ABACUS.parse(position, wanted) == legal.get(wanted)
    assert ABACUS.explain_illegal(position, wanted)


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


@given(st.integers(0, 10**9).map(wandered))
def test_a_position_text_gives_the_position_back(position: Abacus) -> None:
    assert read(write(position)) == position


# What a position is worth


def worth(drawing: str) -> int:
    return ABACUS.evaluate(read_layout(drawing))


QUIET = """
I     . . . . .
H    . . w w . .
G   . . w w w . .
F  . . . . . . . .
E . . . . . . . . .
D  . . . . . . . .
C   . . b b b . .
B    . . b b . .
A     . . . . .
"""


def test_equal_sides_are_worth_the_same() -> None:
    assert worth(QUIET) == 0


def test_nearer_to_the_middle_is_better() -> None:
    forward = QUIET.replace("B    . . b b . .", "B    . . . . . .").replace("D  . . . .", "D  . . b b")
    assert worth(forward) > worth(QUIET)
    backward = QUIET.replace("B    . . b b . .", "B    . . . . . .").replace("A     . . .", "A     . b b")
    assert worth(backward) < worth(QUIET)


def test_marbles_that_hold_together_are_better() -> None:
    apart = QUIET.replace("C   . . b b b . .", "C   . b . b . b .")
    assert worth(apart) < worth(QUIET)


def test_a_marble_more_to_lose_is_worth_more_than_any_place() -> None:
    ahead = ABACUS.evaluate(read_layout(QUIET)._replace(lost=(0, 1)))
    assert ahead >= 100


def test_a_marble_about_to_be_pushed_off_counts_against_its_side() -> None:
    safe = QUIET.replace("E . . . . . . . . .", "E b . . . . . w w .")
    threatened = QUIET.replace("E . . . . . . . . .", "E b w w . . . . . .")
    assert worth(threatened) < worth(safe)

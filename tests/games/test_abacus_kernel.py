"""Abacus: what rules, records and the search kernel must agree on, in any position."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import Event
from marbles_tui.games.abacus import ABACUS, Abacus
from marbles_tui.games.abacus.kernel import HexagonKernel, State
from marbles_tui.games.abacus.layout import read_layout
from marbles_tui.games.abacus.setups import SETUPS, layout
from marbles_tui.games.abacus.text import read, write

KERNEL = HexagonKernel()


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


def count(state: State, depth: int) -> int:
    if depth == 1:
        return KERNEL.count(state)
    return sum(count(KERNEL.play(state, move), depth - 1) for move in KERNEL.moves(state))


def children(position: Abacus) -> dict[str, State]:
    return {str(move): KERNEL.pack(position.play(move)) for move in position.moves()}


@given(positions)
def test_the_kernel_has_the_moves_of_the_rules_and_what_follows_from_them(position: Abacus) -> None:
    state = KERNEL.pack(position)
    moves = KERNEL.moves(state)
    assert {KERNEL.notation(state, move): KERNEL.play(state, move) for move in moves} == children(position)
    assert len(moves) == len(position.moves()) == KERNEL.count(state)
    assert KERNEL.turn(state) == position.turn


@given(positions)
def test_one_by_one_the_moves_come_as_they_do_at_once(position: Abacus) -> None:
    if position.result is None:
        state = KERNEL.pack(position)
        assert list(KERNEL.search_moves(state)) == KERNEL.moves(state)


@given(positions, positions)
def test_a_move_of_one_position_is_legal_in_another_if_it_is_a_move_there(
    position: Abacus, other: Abacus
) -> None:
    there = KERNEL.pack(other)
    listed = KERNEL.moves(there)
    if other.result is None:
        for move in KERNEL.moves(KERNEL.pack(position)):
            assert KERNEL.legal(there, move) == (move in listed)


@given(positions)
def test_the_kernel_knows_the_end_as_the_rules_do(position: Abacus) -> None:
    result = position.result
    outcome = KERNEL.outcome(KERNEL.pack(position))
    assert outcome == (None if result is None else 1 if position.turn in result.winners else -1)
    assert bool(position.moves()) == (result is None)


@given(positions)
def test_loud_are_the_moves_that_push_off_and_they_come_first(position: Abacus) -> None:
    state = KERNEL.pack(position)
    noisy = {KERNEL.notation(state, move) for move in KERNEL.noisy(state)}
    other = 1 - position.turn
    pushing = {
        str(move) for move in position.moves() if position.play(move).lost[other] > position.lost[other]
    }
    assert noisy == pushing
    assert {KERNEL.notation(state, move) for move in KERNEL.moves(state)[: len(noisy)]} == pushing


@pytest.mark.parametrize(("depth", "number"), [(1, 44), (2, 1936), (3, 98_912), (4, 5_045_110)])
def test_the_kernel_has_the_counts_of_the_standard_start(depth: int, number: int) -> None:
    assert count(KERNEL.pack(layout("standard")), depth) == number


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
    return KERNEL.evaluate(KERNEL.pack(read_layout(drawing)))


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
    ahead = KERNEL.evaluate(KERNEL.pack(read_layout(QUIET)._replace(lost=(0, 1))))
    assert ahead >= 100


def test_a_marble_about_to_be_pushed_off_counts_against_its_side() -> None:
    safe = QUIET.replace("E . . . . . . . . .", "E b . . . . . w w .")
    threatened = QUIET.replace("E . . . . . . . . .", "E b w w . . . . . .")
    assert worth(threatened) < worth(safe)

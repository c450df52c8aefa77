"""Counting plies."""

from __future__ import annotations

import pytest

from marbles_tui.play import Match
from marbles_tui.play.perft import bits, divide, perft
from tests.play.toy import SPIN


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 14)])
def test_two_moves_a_ply_until_the_token_is_home(depth: int, count: int) -> None:
    """L L L brings it from 0 to 5."""
    assert perft(Match.new(SPIN).position, depth) == count


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 2), (2, 2), (3, 4)])
def test_a_finished_game_has_no_continuation(depth: int, count: int) -> None:
    """From 4 the step R wins: only L goes on."""
    assert perft(Match.new(SPIN, setup="near").position, depth) == count


def test_what_chance_draws_counts_as_a_ply() -> None:
    assert perft(Match.new(SPIN, options={"die": "on"}).position, 3) == 8


def test_divide_tells_the_first_moves_apart() -> None:
    near = Match.new(SPIN, setup="near").position
    assert divide(near, 2) == {"L": 2, "R": 0}
    assert divide(near, 0) == {}


@pytest.mark.parametrize("depth", range(6))
def test_the_bits_of_a_count_are_the_whole(depth: int) -> None:
    position = Match.new(SPIN).position
    found = list(bits(position, depth))
    assert sum(bit.sequences for bit in found) == perft(position, depth)
    assert sum(bit.share for bit in found) == pytest.approx(1.0)

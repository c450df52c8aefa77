"""Where a computer knows how to win from the start, other starts are suggested."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.ai.levels import fair_start, find_level, unfair_start
from marbles_tui.ai.think import consider
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.one_turn import solutions
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.setups import drawn_even, drawn_handicap
from marbles_tui.play import Match


def row(carton: Carton, seat: int) -> tuple[int, ...]:
    return carton.ring[7 * seat : 7 * seat + 6]


@pytest.mark.parametrize("seed", range(5))
def test_an_even_start_is_the_same_for_both_and_not_won_in_the_first_turn(seed: int) -> None:
    carton = drawn_even(Random(seed))
    assert row(carton, 0) == row(carton, 1)
    assert sum(row(carton, 0)) == 18
    ways = solutions(carton)
    assert ways
    assert ways.number == 0


@pytest.mark.parametrize("stronger", [0, 1])
def test_in_a_handicap_start_the_stronger_side_has_twice_as_much_to_clear(stronger: int) -> None:
    carton = drawn_handicap(Random(3), stronger)
    assert [sum(row(carton, seat)) for seat in (stronger, 1 - stronger)] == [24, 12]
    for seat in (0, 1):
        ways = solutions(carton._replace(turn=seat))
        assert ways
        assert ways.number == 0


@pytest.mark.parametrize("setup", ["even", "handicap"])
def test_a_drawn_start_is_kept_as_its_position(setup: str) -> None:
    match = Match.new(EGG_CARTON, setup=setup, random=Random(1))
    assert match.setup
    assert EGG_CARTON.read(match.setup) == match.position
    again = Match.new(EGG_CARTON, setup=setup, random=Random(1))
    assert again.setup == match.setup


def test_classic_is_unfair_against_those_who_know_how_to_win_it() -> None:
    assert "Perfect" in unfair_start(EGG_CARTON, None, [None, "perfect"])
    assert unfair_start(EGG_CARTON, "classic", ["expert", None])
    assert unfair_start(EGG_CARTON, "classic", [None, "novice"]) == ""
    assert unfair_start(EGG_CARTON, "5", ["expert", None]) == ""
    assert unfair_start(EGG_CARTON, "even", [None, "perfect"]) == ""
    assert unfair_start(ABACUS, None, [None, "master"]) == ""


@pytest.mark.parametrize(
    ("level", "setup"), [*(("expert", setup) for setup in (None, "2", "3", "4")), ("perfect", None)]
)
def test_what_is_called_decided_is_won_by_that_level_in_its_first_turn(level: str, setup: str | None) -> None:
    assert unfair_start(EGG_CARTON, setup, [level])
    match = Match.new(EGG_CARTON, setup=setup)
    limit = find_level(EGG_CARTON, level).limit
    while match.turn == 0:
        match = match.read(consider(match, level, limit).move or "")
    assert match.result
    assert match.result.winners == (0,)


def test_a_fair_start_is_suggested_and_has_its_reason() -> None:
    found = fair_start(EGG_CARTON, [None, "perfect"])
    assert found
    assert found.setup == "even"
    assert fair_start(EGG_CARTON, [None, "perfect"], found.setup) is None
    assert fair_start(EGG_CARTON, [None, None]) is None

"""What the dice gave and what decisions cost."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import cast

import pytest

from marbles_tui.core import CHANCE
from marbles_tui.games.getaway.game import GETAWAY
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.getaway.moves import GO, PAY, Ply
from marbles_tui.play import Match
from marbles_tui.play.luck import expected, luck, outcomes

BOARDS = pytest.mark.parametrize("setup", GETAWAY.setups)


def begin(setup: str | None, seats: int, toll: str) -> Journey:
    match = Match.new(GETAWAY, setup=setup, options={"players": str(seats), "toll": toll})
    return cast("Journey", match.position)


def journey(setup: str, seed: int, seats: int, toll: str = "pay") -> tuple[list[Journey], list[Ply]]:
    """A journey in which all is decided by chance."""
    random = Random(seed)
    positions: list[Journey] = [begin(setup, seats, toll)]
    moves: list[Ply] = []
    while not positions[-1].result and len(moves) < 300:
        moves.append(random.choice(positions[-1].moves()))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


@BOARDS
def test_over_all_rolls_luck_is_nothing_and_the_best_decision_costs_nothing(setup: str) -> None:
    positions, moves = journey(setup, 1, seats=2, toll="choose")
    for position in positions[: len(moves)]:
        every = [luck([position], [move])[position.actor] for move in position.moves()]
        if position.turn == CHANCE:
            assert sum(one.dice for one in every) == pytest.approx(0, abs=1e-6)
            assert {one.cost for one in every} == {0}
        else:
            assert min(one.cost for one in every) == 0
            assert {one.dice for one in every} == {0}


@BOARDS
def test_dice_and_decisions_are_what_gold_differs_by_from_the_expectation(setup: str) -> None:
    """On the mean of many journeys; Gary's own board leads back so often that its gold is nearly all chance."""
    differences, gold = [], []
    for seed in range(40):
        positions, moves = journey(setup, seed, seats=1)
        first, last = positions[0].travellers[0], positions[-1].travellers[0]
        (found,) = luck(positions, moves)
        differences.append(
            last.gold - first.gold - expected(positions[0].course, 1)[0] - found.dice + found.cost
        )
        gold.append(last.gold)
    assert abs(fmean(differences)) < (40 if setup == "gary" else 6)
    assert setup == "gary" or fmean(map(abs, differences)) < 10


def test_the_best_roll_is_lucky_and_the_worse_answer_to_a_toll_costs_gold() -> None:
    position = begin(None, 1, "choose")
    values = outcomes(position)
    best = max(values, key=values.__getitem__)
    assert luck([position], [best])[0].dice > 0
    for word in ("*3", "*1", "*5", "*2", "*3"):
        position = position.play(GETAWAY.find(position, word))
    assert {str(move) for move in outcomes(position)} == {PAY, GO}
    costs = [luck([position], [move])[0].cost for move in position.moves()]
    assert sorted(costs)[0] == 0 < sorted(costs)[1]

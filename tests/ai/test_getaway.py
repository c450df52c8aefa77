"""Computers at a toll of Getaway, where alone they have something to decide."""

from __future__ import annotations

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import levels_of
from marbles_tui.ai.think import consider
from marbles_tui.games import GAMES
from marbles_tui.games.getaway.automatic import decide
from marbles_tui.play import read_match
from tests.tui.records import TOLL

AT_TOLL = read_match(TOLL, GAMES).whole()


@pytest.mark.parametrize("level", [level.key for level in levels_of(AT_TOLL.game)])
def test_answers_a_toll(level: str) -> None:
    answer = consider(AT_TOLL, level, Limit(nodes=20_000))
    assert answer.move in [str(move) for move in AT_TOLL.position.moves()]
    assert answer.pv == (answer.move,)


def test_automatic_keeps_to_the_rule_of_the_house() -> None:
    assert consider(AT_TOLL, "automatic").move == str(decide(AT_TOLL.position))  # type: ignore[arg-type]


def test_careful_says_how_often_it_wins_and_answers_alike_from_the_same_seed() -> None:
    def answer() -> Analysis:
        return consider(AT_TOLL, "careful", Limit(nodes=20_000), seed=5)

    assert -1 <= answer().value <= 1
    assert (answer().move, answer().value) == (answer().move, answer().value)


def test_careful_answers_at_once_if_it_has_to() -> None:
    assert consider(AT_TOLL, "careful", stop=lambda: True).move == str(decide(AT_TOLL.position))  # type: ignore[arg-type]

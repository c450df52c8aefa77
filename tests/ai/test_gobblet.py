"""What the computers must see in Gobblet."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import levels_of
from marbles_tui.ai.think import think
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, read_match

QUICK = Limit(seconds=0.7)

THREE_OWN = "W1A1 K1B1 W2A2 K2B2 W3A3 K3C1"
"""White has A1, A2 and A3; A4 is empty."""

THREE_THEIRS = "W1A1 K1B1 W2A2 K2B2 W3A3"
"""The same with black to move: A4 must be taken, or one of the three be gobbled."""


def match_of(moves: str) -> Match:
    return read_match(moves, (GOBBLET,), GOBBLET).whole()


@pytest.mark.parametrize("level", [level.key for level in levels_of(GOBBLET)])
def test_every_level_takes_a_win_at_once(level: str) -> None:
    match = match_of(THREE_OWN)
    for seed in range(3):
        result = match.read(think(GOBBLET, str(match), level, QUICK, seed).move or "").result
        assert result
        assert result.winners == (0,)


def test_the_top_level_stops_a_win_that_can_be_stopped() -> None:
    match = match_of(THREE_THEIRS)
    after = match.read(think(GOBBLET, str(match), None, QUICK).move or "")
    replies = [after.play(move)[0].result for move in after.position.moves()]
    assert not any(result and result.winners == (0,) for result in replies)


def test_a_win_is_announced_with_its_length() -> None:
    thought = think(GOBBLET, str(match_of(THREE_OWN)), None, QUICK)
    assert thought.proved
    assert thought.wins_in == 1

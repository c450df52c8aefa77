"""What the computers must see in Abacus, by diagrams."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import levels_of
from marbles_tui.ai.think import think
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.play import Match, read_match
from tests.typed import typed

QUICK = Limit(seconds=0.5)

FINISHES = [
    # A row of three beside the last marble that white may lose; black to move.
    "5/6/7/8/9/8/3w3/6/wbbb1 b 0 5",
    # Two push one over the right edge of the longest row.
    "5/6/7/w7/6bbw/8/7/6/5 b 2 5",
    # Three push two, the second of which goes over.
    "5/6/7/w7/4bbbww/8/7/6/5 b 5 5",
]

ESCAPES = [
    # Black's marble in A1 can be pushed off by white's two beside it; it can leave.
    "5/6/7/8/9/8/7/6/bww2 b 0 0",
    # The same on the right end of the middle row, for the last marble that black may lose.
    "5/6/7/8/6wwb/8/3bb2/6/5 b 5 0",
]


def match_of(setup: str) -> Match:
    return read_match(f'[Game "abacus"][Setup "{setup}"]', (ABACUS,)).whole()


@pytest.mark.parametrize("level", [level.key for level in levels_of(ABACUS)])
@pytest.mark.parametrize("setup", FINISHES)
def test_every_level_pushes_the_last_marble_off(setup: str, level: str) -> None:
    match = match_of(setup)
    for seed in range(3):
        result = match.read(think(ABACUS, str(match), level, QUICK, seed).move or "").result
        assert result
        assert result.winners == (0,)


@pytest.mark.parametrize("level", ["champion", "master"])
@pytest.mark.parametrize("setup", ESCAPES)
def test_the_strongest_leave_no_marble_to_be_pushed_off(setup: str, level: str) -> None:
    match = match_of(setup)
    for seed in range(3):
        thought = think(ABACUS, str(match), level, QUICK, seed)
        after = match.read(thought.move or "")
        replies = [typed(after.play(move)[0].position, Abacus).lost[0] for move in after.position.moves()]
        assert max(replies) == typed(match.position, Abacus).lost[0]


def test_a_win_is_announced_with_its_length() -> None:
    thought = think(ABACUS, str(match_of(FINISHES[0])), None, QUICK)
    assert thought.proved
    assert thought.wins_in == 1

"""Now and then a weak level plays another move than the best it sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from marbles_tui.ai.ladder import ladder
from marbles_tui.ai.level import Level
from marbles_tui.ai.search.player import blundered
from marbles_tui.ai.search.result import WIN, ScoredMove, SearchResult

CARELESS: Level = replace(ladder(100)[0], blunder_rate=1.0, blunder_margin=100)


def result(*scores: int, depth: int = 2) -> SearchResult:
    """A result with the moves 0, 1, 2 ... and their scores."""
    ranking = tuple(ScoredMove(str(move), score) for move, score in enumerate(scores))
    return SearchResult(ranking, depth, (("0", "1"),))


def played(*scores: int, depth: int = 2) -> set[int]:
    """The moves that the careless level plays."""
    return {int(blundered(result(*scores, depth=depth), CARELESS, seed).best.move) for seed in range(60)}


def test_it_plays_one_of_the_next_three_that_cost_little() -> None:
    assert played(50, 40, 30, 20, 10) == {1, 2, 3}
    assert played(50, 40, -50, -51) == {1, 2}
    assert played(50, -60) == {0}


def test_a_careful_level_plays_the_best() -> None:
    careful = replace(CARELESS, blunder_rate=0.0)
    assert all(blundered(result(50, 49), careful, seed) == result(50, 49) for seed in range(20))


def test_it_blunders_as_often_as_it_says() -> None:
    level = replace(CARELESS, blunder_rate=0.25)
    times = sum(blundered(result(50, 40), level, seed).best.move == "1" for seed in range(1_000))
    assert 200 < times < 300


@pytest.mark.parametrize("plies", [1, 5])
def test_a_win_is_not_let_go(plies: int) -> None:
    assert played(WIN - plies, WIN - plies - 2, 100) == {0}


def test_a_losing_level_takes_the_longest_way() -> None:
    assert played(8 - WIN, 6 - WIN, 2 - WIN) == {0}


def test_it_does_not_walk_into_a_loss_that_it_sees() -> None:
    assert played(-40, 4 - WIN, -60) == {2}


def test_it_plays_what_it_has_where_nothing_has_been_searched() -> None:
    assert played(0, 0, 0, depth=0) == {0}

"""The plain search finds what there is to be found. What both searches promise: tests/native/test_conformance.py."""

from __future__ import annotations

from typing import Any

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.ai.search.result import WIN, SearchResult
from tests.ai.graph import Graph, random_graph, score_after, true_score

GRAPHS = [(seed, alternating) for alternating in (True, False) for seed in range(25)]


def search(graph: Any, node: int, depth: int, past: list[int] | None = None, wanted: int = 1) -> SearchResult:
    before = None if past is None else [graph.at(one) for one in past]
    return PlainSearch(graph, graph.at(node), Budget(Limit(depth=depth)), before).run(wanted)


@pytest.mark.parametrize(("seed", "alternating"), GRAPHS)
def test_finds_the_true_score_of_small_games(seed: int, alternating: bool) -> None:
    graph = random_graph(seed, alternating)
    start = graph.at(0)
    assert search(graph, 0, 8).best.score == true_score(start)
    whole = search(graph, 0, 8, wanted=9)
    # Where a proof ends the search, other moves may not have been looked at so deep.
    if not true_score(start):
        assert dict(whole.ranking) == {str(move): score_after(start, move) for move in start.moves()}
    two = search(graph, 0, 8, wanted=2)
    assert [scored.score for scored in two.ranking[:2]] == [scored.score for scored in whole.ranking[:2]]
    assert [pv[0] for pv in two.pvs] == [scored.move for scored in two.ranking[:2]]


def test_prefers_the_short_win_and_the_long_loss() -> None:
    # From 0 one may win at once (3) or in three plies; from 1 one loses at once (3) or in four.
    ways = {0: [2, 3], 1: [4, 5], 2: [6], 4: [3], 5: [7], 6: [3], 7: [8], 8: [3], 3: [3]}
    seats = {0: 0, 2: 1, 6: 0, 1: 0, 4: 1, 5: 1, 7: 0, 8: 1, 3: 1}
    won = search(Graph(ways, {3: -1}, seats, {}), 0, 8)
    assert (won.best, won.exact) == (("1", WIN - 1), True)
    lost_ways = {**ways, 4: [9], 8: [9], 9: [9]}
    lost = search(Graph(lost_ways, {9: -1}, {**seats, 9: 0}, {}), 1, 8)
    assert (lost.best, lost.exact) == (("1", 4 - WIN), True)


def test_a_repeated_state_is_a_draw_where_the_game_says_so() -> None:
    # 0 → 1 → 2 → 3 → 0 for ever; whoever leaves the ring, loses.
    ways = {0: [1, 4], 1: [2, 5], 2: [3, 4], 3: [0, 5], 4: [4], 5: [5]}
    graph = Graph(ways, {4: 1, 5: 1}, {0: 0, 1: 1, 2: 0, 3: 1, 4: 1, 5: 0}, dict.fromkeys(range(4), 50))
    assert search(graph, 0, 8, past=[0]).best == ("0", 0)
    assert abs(search(graph, 0, 8).best.score) == 50


def test_what_has_stood_twice_in_the_match_is_a_draw() -> None:
    ways = {0: [1, 2], 1: [3], 2: [4], 3: [3], 4: [4]}
    graph = Graph(ways, {3: -1, 4: 0}, {0: 0, 1: 1, 2: 1, 3: 0, 4: 0}, {})
    # The second move draws; the first would lose, did its state not draw as well.
    assert search(graph, 0, 4, past=[0]).best == ("1", 0)
    assert search(graph, 0, 4, past=[0, 1, 1], wanted=9).ranking[1].score == 0

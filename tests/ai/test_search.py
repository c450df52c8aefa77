"""One search for all games of two: what it finds is what there is to be found."""

from __future__ import annotations

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.ai.search.negamax import Negamax
from marbles_tui.ai.search.result import PROVED, WIN, SearchResult
from marbles_tui.ai.search.transposition import TranspositionTable
from marbles_tui.games.egg_carton.kernel import SowingKernel
from marbles_tui.games.egg_carton.text import read
from tests.ai.graph import Graph, random_graph, true_score

KERNEL = SowingKernel()
CLASSIC = KERNEL.pack(read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"))
FULL = KERNEL.pack(read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1"))


def search(state: int, nodes: int, seed: int = 0, wanted: int = 1) -> SearchResult:
    return Search(KERNEL, Budget(Limit(nodes=nodes)), seed=seed).run(state, wanted)


def drawn_graphs(alternating: bool) -> list[int]:
    """The seeds of games that are drawn, where search goes to its depth and no proof ends it."""
    seeds = range(200)
    return [seed for seed in seeds if not true_score(random_graph(seed, alternating), 0)][:12]


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_finds_the_true_score_of_small_games(seed: int, alternating: bool) -> None:
    graph = random_graph(seed, alternating)
    result = Search(graph, Budget(Limit(depth=10)), seed=seed).run(0)
    assert result.best.score == true_score(graph, 0)


@pytest.mark.parametrize("seed", drawn_graphs(alternating=False))
def test_ranks_every_move_by_its_true_score(seed: int) -> None:
    graph = random_graph(seed, alternating=False)
    result = Search(graph, Budget(Limit(depth=10)), seed=seed).run(0, multipv=9)
    assert {scored.move for scored in result.ranking} == set(graph.moves(0))
    for move, score in result.ranking:
        after = graph.play(0, move)
        later = true_score(graph, after)
        later -= (later > 0) - (later < 0)
        assert score == (later if graph.turn(after) == graph.turn(0) else -later)


@pytest.mark.parametrize("seed", drawn_graphs(alternating=True))
def test_the_best_moves_of_multipv_are_scored_exactly(seed: int) -> None:
    graph = random_graph(seed, alternating=True)
    whole = Search(graph, Budget(Limit(depth=10)), seed=seed).run(0, multipv=9).ranking
    two = Search(graph, Budget(Limit(depth=10)), seed=seed).run(0, multipv=2)
    assert [scored.score for scored in two.ranking[:2]] == [scored.score for scored in whole[:2]]
    assert [pv[0] for pv in two.pvs] == [scored.move for scored in two.ranking[:2]]


def test_a_late_move_that_looks_good_is_searched_again_to_the_full_depth() -> None:
    # 0 may go to 1, which is even, or to 2. There the other side has six answers: five leave 100 for the first
    # seat, and so does the last one, 15, though one ply earlier it looks as if it refuted the whole way.
    last = [(10 + answer, 20 + answer, 30 + answer) for answer in range(6)]
    ways = {0: [1, 2], 1: [3], 3: [4], 4: [5], 5: [5], 2: [first for first, _, _ in last]}
    seats = {0: 0, 1: 1, 3: 0, 4: 1, 5: 0, 2: 1}
    worth: dict[int, int] = {}
    for first, second, third in last:
        ways |= {first: [second], second: [third], third: [third]}
        seats |= {first: 0, second: 1, third: 0}
        worth |= {second: -100, third: 100}
    worth[last[-1][1]] = 50
    graph = Graph(ways, {}, seats, worth)
    negamax = Negamax(graph, Budget(Limit()), TranspositionTable())
    assert negamax.negamax(0, 4, -WIN, WIN, 0) == 100


def test_prefers_the_short_win_and_the_long_loss() -> None:
    # From 0 one may win at once (3) or in three plies; from 1 one loses at once (3) or in four.
    ways = {0: [2, 3], 1: [4, 5], 2: [6], 4: [3], 5: [7], 6: [3], 7: [8], 8: [3], 3: [3]}
    seats = {0: 0, 2: 1, 6: 0, 1: 0, 4: 1, 5: 1, 7: 0, 8: 1, 3: 1}
    graph = Graph(ways, {3: -1}, seats, {})
    won = Search(graph, Budget(Limit(depth=8))).run(0)
    assert (won.best, won.exact) == ((1, WIN - 1), True)
    lost_ways = {**ways, 4: [9], 8: [9], 9: [9]}
    lost = Graph(lost_ways, {9: -1}, {**seats, 9: 0}, {})
    result = Search(lost, Budget(Limit(depth=8))).run(1)
    assert (result.best, result.exact) == ((1, 4 - WIN), True)


def test_a_repeated_state_is_a_draw_where_the_game_says_so() -> None:
    # 0 → 1 → 2 → 3 → 0 for ever; whoever leaves the ring, loses.
    ways = {0: [1, 4], 1: [2, 5], 2: [3, 4], 3: [0, 5], 4: [4], 5: [5]}
    seats = {0: 0, 1: 1, 2: 0, 3: 1, 4: 1, 5: 0}
    graph = Graph(ways, {4: 1, 5: 1}, seats, dict.fromkeys(range(4), 50))
    circling = Search(graph, Budget(Limit(depth=8)), repetitions={0: 1}).run(0)
    assert circling.best == (0, 0)
    unaware = Search(graph, Budget(Limit(depth=8))).run(0)
    assert abs(unaware.best.score) == 50


def test_what_has_stood_twice_in_the_match_is_a_draw() -> None:
    ways = {0: [1, 2], 1: [3], 2: [4], 3: [3], 4: [4]}
    graph = Graph(ways, {3: -1, 4: 0}, {0: 0, 1: 1, 2: 1, 3: 0, 4: 0}, {})
    # The second move draws; the first would lose, did its state not draw as well.
    assert Search(graph, Budget(Limit(depth=4)), repetitions={0: 1}).run(0).best == (1, 0)
    assert (
        Search(graph, Budget(Limit(depth=4)), repetitions={0: 1, 1: 2}).run(0, multipv=9).ranking[1].score
        == 0
    )


def test_the_same_seed_and_nodes_give_the_same_result() -> None:
    assert search(FULL, 3_000, seed=5) == search(FULL, 3_000, seed=5)


def test_ends_exactly_at_its_nodes() -> None:
    budget = Budget(Limit(nodes=1_234))
    Search(KERNEL, budget).run(FULL)
    assert budget.nodes == 1_234


def test_ends_at_its_depth() -> None:
    assert Search(KERNEL, Budget(Limit(depth=2))).run(FULL).depth == 2


def test_answers_a_stop_with_a_legal_move() -> None:
    calls = 0

    def stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > 3

    budget = Budget(Limit(), stop)
    result = Search(KERNEL, budget).run(FULL)
    assert result.best.move in KERNEL.moves(FULL)
    assert budget.nodes < 1_000


def test_reports_every_depth() -> None:
    depths: list[int] = []
    Search(KERNEL, Budget(Limit(depth=3))).run(FULL, report=lambda result: depths.append(result.depth))
    assert depths == [1, 2, 3]


def test_the_line_can_be_played() -> None:
    result = search(FULL, 20_000)
    state = FULL
    assert result.pv[0] == result.best.move
    for move in result.pv:
        assert move in KERNEL.moves(state)
        state = KERNEL.play(state, move)


def test_sees_the_win_within_the_first_turn() -> None:
    result = search(CLASSIC, 8_000)
    assert result.best.score >= PROVED
    # The seat moves several times running, so that plies are no moves of the seats in turn.
    assert not result.exact


def test_remembers_within_bounds() -> None:
    finder = Search(KERNEL, Budget(Limit(nodes=20_000)), size=1_000)
    finder.run(FULL)
    assert len(finder.table) <= 1_000

"""Both searches, the plain one and the native, keep the same promises, in every game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import islice, pairwise
from random import Random
from statistics import median
from typing import Any, TypeAlias

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.search import NativeSearch
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.ai.search.result import WIN
from marbles_tui.core import Game, Kernel
from marbles_tui.play import Match
from tests.native.compare import SEARCHED, kernel_of, random_states

Searching: TypeAlias = "Callable[[Game, Budget, int], Search | NativeSearch]"

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
AT_ONCE = 0.02
"""Seconds of its own thinking after which a search that is asked to stop has answered."""


def repetitions_of(game: Game) -> Mapping[Any, int] | None:
    return None if game.repetition == "none" else {}


def running_state(game: Game, kernel: Kernel, seed: int = 3) -> Any:
    """A state from which no side wins soon."""
    for state in islice(random_states(game, kernel, Random(seed)), 4, 400):
        if kernel.outcome(state) is None and len(kernel.moves(state)) > 3:
            found = Search(kernel, Budget(Limit(nodes=3_000)), repetitions_of(game)).run(state)
            if not found.proved:
                return state
    raise AssertionError("every game was decided")


@pytest.fixture(params=["plain", "native"])
def searching(request: pytest.FixtureRequest) -> Searching:
    """Makes a search of a game within a budget, from a seed."""
    if request.param == "native":
        library: Library = request.getfixturevalue("library")

    def search(game: Game, budget: Budget, seed: int) -> Search | NativeSearch:
        kernel, repetitions = kernel_of(game), repetitions_of(game)
        if request.param == "plain":
            return Search(kernel, budget, repetitions, seed)
        return NativeSearch(library, kernel, budget, repetitions, seed, table=1 << 20)

    return search


@every_game
def test_ends_exactly_at_its_nodes(searching: Searching, game: Game) -> None:
    budget = Budget(Limit(nodes=2_345))
    searching(game, budget, 0).run(running_state(game, kernel_of(game)))
    assert budget.nodes == 2_345


@every_game
def test_ends_at_its_depth_and_tells_of_every_one(searching: Searching, game: Game) -> None:
    depths: list[int] = []
    found = searching(game, Budget(Limit(depth=3)), 0).run(
        running_state(game, kernel_of(game)), report=lambda result: depths.append(result.depth)
    )
    assert found.depth == 3
    assert depths == [1, 2, 3]


@every_game
def test_the_same_seed_and_nodes_give_the_same_result(searching: Searching, game: Game) -> None:
    state = running_state(game, kernel_of(game))
    first, second = (searching(game, Budget(Limit(nodes=3_000)), 4).run(state) for _ in range(2))
    assert first == second


@every_game
def test_every_move_is_ranked_and_the_lines_can_be_played(searching: Searching, game: Game) -> None:
    kernel = kernel_of(game)
    state = running_state(game, kernel)
    found = searching(game, Budget(Limit(depth=3)), 0).run(state, 3)
    assert {scored.move for scored in found.ranking} <= set(kernel.moves(state))
    assert [pv[0] for pv in found.pvs] == [scored.move for scored in found.ranking[:3]]
    scores = [scored.score for scored in found.ranking[:3]]
    assert scores == sorted(scores, reverse=True)
    for pv in found.pvs:
        later = state
        for move in pv:
            assert move in kernel.moves(later)
            later = kernel.play(later, move)


@every_game
def test_an_answer_that_is_wanted_at_once_is_legal(searching: Searching, game: Game) -> None:
    kernel = kernel_of(game)
    state = running_state(game, kernel)
    found = searching(game, Budget(Limit(), lambda: True), 0).run(state)
    assert found.depth == 0
    assert found.best.move in kernel.moves(state)


@every_game
def test_who_asks_it_to_stop_does_not_wait(searching: Searching, game: Game) -> None:
    """Measured in the thread's own time, in which other programs count little; what is left of them only adds."""
    # A start: nothing is proved from it in so short a time.
    setup = "6" if game.key == "egg-carton" else None
    state = kernel_of(game).pack(Match.new(game, setup=setup, random=Random(1)).position)
    own_time = getattr(time, "thread_time", time.perf_counter)  # a page's Python has no threads
    answers, gaps = list[float](), list[float]()
    for _ in range(3):
        asked: list[float] = []

        def stop(asked: list[float] = asked) -> bool:
            asked.append(own_time())
            return asked[-1] - asked[0] > 0.04

        searching(game, Budget(Limit(), stop), 0).run(state)
        answers.append(own_time() - asked[-1])
        gaps += [later - before for before, later in pairwise(asked)]
    assert median(gaps) + min(answers) < AT_ONCE


@every_game
def test_a_win_at_once_is_seen_with_its_distance(searching: Searching, game: Game) -> None:
    kernel = kernel_of(game)
    for state in random_states(game, kernel, Random(6)):
        if kernel.outcome(state) is None:
            seat = kernel.turn(state)
            afters = [kernel.play(state, move) for move in kernel.moves(state)]
            if any(
                (kernel.outcome(after) or 0) * (1 if kernel.turn(after) == seat else -1) > 0
                for after in afters
            ):
                found = searching(game, Budget(Limit(depth=4)), 0).run(state)
                assert (found.best.score, found.exact) == (WIN - 1, True)
                return


def test_what_has_stood_twice_in_the_match_is_a_draw(library: Library) -> None:
    (abacus,) = [game for game in SEARCHED if game.key == "abacus"]
    kernel = kernel_of(abacus)
    state = running_state(abacus, kernel)

    def scores(native: bool, repetitions: dict[object, int]) -> dict[int, int]:
        budget = Budget(Limit(depth=1))
        search = (
            NativeSearch(library, kernel, budget, repetitions)
            if native
            else Search(kernel, budget, repetitions)
        )
        return dict(search.run(state, len(kernel.moves(state))).ranking)

    for native in (True, False):
        move, score = next((move, score) for move, score in scores(native, {}).items() if score)
        after = kernel.play(state, move)
        assert scores(native, {after: 1})[move] == score
        assert scores(native, {after: 2})[move] == 0

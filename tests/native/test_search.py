"""The native search keeps its limits, tells what it finds, and proves what the plain one proves."""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from threading import Timer
from typing import Any

import pytest

from marbles_tui.ai.budget import Budget, Limit
from marbles_tui.ai.native.library import Library
from marbles_tui.ai.native.search import NativeSearch
from marbles_tui.ai.search.iterative_deepening import Search
from marbles_tui.ai.search.result import SearchResult
from marbles_tui.core import Game
from marbles_tui.play import Match
from tests.native.compare import SEARCHED, kernel_of, random_states

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
(ABACUS,) = [game for game in SEARCHED if game.key == "abacus"]
KERNEL = kernel_of(ABACUS)
START = KERNEL.pack(Match.new(ABACUS).position)


def search(library: Library, limit: Limit, multipv: int = 1, seed: int = 0) -> SearchResult:
    return NativeSearch(library, KERNEL, Budget(limit), {}, seed).run(START, multipv)


def test_begins_no_depth_that_it_could_not_finish(library: Library) -> None:
    budget = Budget(Limit(seconds=0.05))
    NativeSearch(library, KERNEL, budget, {}).run(START)
    assert budget.spent > 0.5


def test_is_stopped_while_it_runs(library: Library) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    budget = Budget(Limit(), stop)
    result = NativeSearch(library, KERNEL, budget, {}).run(START)
    assert result.best.move in KERNEL.moves(START)
    assert asked == 4


def test_reports_every_depth(library: Library) -> None:
    depths: list[int] = []
    result = NativeSearch(library, KERNEL, Budget(Limit(depth=4)), {}).run(
        START, report=lambda found: depths.append(found.depth)
    )
    assert depths == [1, 2, 3, 4]
    assert result.native


@pytest.mark.parametrize("where", ["stop", "report"])
def test_what_a_callback_raises_ends_the_search(library: Library, where: str) -> None:
    def fail(*_: object) -> Any:
        raise KeyboardInterrupt

    never: Callable[[], bool] = lambda: False  # noqa: E731
    budget = Budget(Limit(seconds=20), fail if where == "stop" else never)
    with pytest.raises(KeyboardInterrupt):
        NativeSearch(library, KERNEL, budget, {}).run(START, report=fail)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python is asked by Ctrl-C, also where the tests run in the background of a shell that keeps it from them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page has neither threads nor signals")
def test_an_interrupt_of_the_keyboard_ends_the_search(library: Library, interruptible: None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    timer = Timer(0.02, interrupt_main)  # while the library thinks
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        NativeSearch(library, KERNEL, Budget(Limit(seconds=20)), {}).run(START)
    timer.join()
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_best_moves_that_were_wanted_are_scored_exactly(library: Library) -> None:
    whole = NativeSearch(library, KERNEL, Budget(Limit(depth=3)), {}, plain=True).run(START, 99).ranking
    three = NativeSearch(library, KERNEL, Budget(Limit(depth=3)), {}, plain=True).run(START, 3)
    assert [scored.score for scored in three.ranking[:3]] == [scored.score for scored in whole[:3]]
    assert [pv[0] for pv in three.pvs] == [scored.move for scored in three.ranking[:3]]


@every_game
def test_its_lines_can_be_played(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    for state in islice(random_states(game, kernel, Random(3)), 0, 600, 30):
        if kernel.outcome(state) is not None:
            continue
        search = NativeSearch(library, kernel, Budget(Limit(nodes=20_000)), {}, table=1 << 20)
        for pv in search.run(state, 4).pvs:
            later = state
            for move in pv:
                assert move in kernel.moves(later)
                later = kernel.play(later, move)


@every_game
def test_wins_and_losses_are_those_of_the_plain_search(library: Library, game: Game) -> None:
    kernel = kernel_of(game)
    repetitions: dict[Any, int] | None = None if game.repetition == "none" else {}
    compared = 0
    for state in islice(random_states(game, kernel, Random(5)), 4_000):
        if kernel.outcome(state) is not None:
            continue
        plain = Search(kernel, Budget(Limit(nodes=300, depth=4)), repetitions).run(state)
        if plain.proved and plain.exact:
            search = NativeSearch(library, kernel, Budget(Limit(depth=12)), repetitions, table=1 << 20)
            found = search.run(state)
            assert (found.best.score, found.exact) == (plain.best.score, True)
            compared += 1
        if compared == 12:
            return
    pytest.fail("too few were proved")

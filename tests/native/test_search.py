"""What the native search promises beside what both do."""

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
from marbles_tui.ai.native.search import SMALLEST_TABLE, TABLE, native_search, worthwhile_table
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.play import Match
from tests.native.compare import SEARCHED, random_positions

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
START = Match.new(ABACUS).position


def test_begins_no_depth_that_it_could_not_finish(library: Library) -> None:
    budget = Budget(Limit(seconds=0.05))
    native_search(library, START, budget, ())
    assert budget.spent > 0.5


def test_is_stopped_while_it_runs(library: Library) -> None:
    asked: list[bool] = []
    budget = Budget(Limit(), lambda: asked.append(True) or len(asked) > 3)  # type: ignore[func-returns-value]
    result = native_search(library, START, budget, ())
    assert result.best.move in map(str, START.moves())
    assert result.native
    assert len(asked) == 4


@pytest.mark.parametrize("where", ["stop", "report"])
def test_what_a_callback_raises_ends_the_search(library: Library, where: str) -> None:
    def fail(*_: object) -> Any:
        raise KeyboardInterrupt

    never: Callable[[], bool] = lambda: False  # noqa: E731
    budget = Budget(Limit(seconds=20), fail if where == "stop" else never)
    with pytest.raises(KeyboardInterrupt):
        native_search(library, START, budget, (), report=fail)


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
        native_search(library, START, Budget(Limit(seconds=20)), ())
    timer.join()
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_best_moves_that_were_wanted_are_scored_exactly(library: Library) -> None:
    limit = Limit(depth=3)
    whole = native_search(library, START, Budget(limit), (), multipv=99, plain=True).ranking
    three = native_search(library, START, Budget(limit), (), multipv=3, plain=True)
    assert [scored.score for scored in three.ranking[:3]] == [scored.score for scored in whole[:3]]


def test_other_seeds_try_other_moves_first(library: Library) -> None:
    firsts = {native_search(library, START, Budget(Limit(nodes=1)), (), seed).best.move for seed in range(9)}
    assert len(firsts) > 4


def test_a_search_takes_the_memory_that_it_can_fill() -> None:
    assert worthwhile_table(None, None) == worthwhile_table(5.0, None) == TABLE
    assert worthwhile_table(0.5, None) == TABLE // 2
    assert worthwhile_table(None, 300) == worthwhile_table(0.0, None) == SMALLEST_TABLE


@every_game
def test_wins_and_losses_are_those_of_the_plain_search(library: Library, game: Game) -> None:
    past = None if game.repetition == "none" else ()
    compared = 0
    for position in islice(random_positions(game, Random(5)), 6_000):
        if position.result is not None or position.seats > 2:
            continue
        plain = PlainSearch(game, position, Budget(Limit(nodes=60, depth=4)), past).run(1)
        if plain.proved and plain.exact:
            found = native_search(library, position, Budget(Limit(depth=12)), past, table=1 << 20)
            assert (found.best.score, found.exact) == (plain.best.score, True)
            compared += 1
        if compared == 4:
            return
    pytest.fail("too few were proved")

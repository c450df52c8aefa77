"""What the native search promises beside what both do."""

from __future__ import annotations

import json
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.levels import consider, known_levels
from marbles_tui.ai.native import library as library_module
from marbles_tui.ai.native import search as looking
from marbles_tui.ai.native.library import VERSION, NativeLibrary
from marbles_tui.ai.native.search import (
    SMALLEST_TABLE,
    TABLE,
    CartonProof,
    look_ahead,
    native_search,
    worthwhile_table,
)
from marbles_tui.ai.search.plain import PlainSearch
from marbles_tui.cli.run import run
from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.text import read
from marbles_tui.play import Match
from tests.conformance.perft import PERFT, Line
from tests.native.compare import (
    SEARCHED,
    compare_rules,
    compare_scores,
    native_perft,
    random_match,
    random_positions,
)

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
START = Match.new(ABACUS).position


@pytest.mark.parametrize("where", ["stop", "report"])
def test_what_a_callback_raises_ends_the_search(library: NativeLibrary, where: str) -> None:
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
def test_an_interrupt_of_the_keyboard_ends_the_search(library: NativeLibrary, interruptible: None) -> None:
    handler = signal.getsignal(signal.SIGINT)
    timer = Timer(0.02, interrupt_main)  # while the library thinks
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        native_search(library, START, Budget(Limit(seconds=20)), ())
    timer.join()
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_best_moves_that_were_wanted_are_scored_exactly(library: NativeLibrary) -> None:
    limit = Limit(depth=3)
    whole = native_search(library, START, Budget(limit), (), multipv=99, plain=True).ranking
    three = native_search(library, START, Budget(limit), (), multipv=3, plain=True)
    assert [scored.score for scored in three.ranking[:3]] == [scored.score for scored in whole[:3]]


def test_a_search_takes_the_memory_that_it_can_fill() -> None:
    assert worthwhile_table(None, None) == worthwhile_table(5.0, None) == TABLE
    assert worthwhile_table(0.5, None) == TABLE // 2
    assert worthwhile_table(None, 300) == worthwhile_table(0.0, None) == SMALLEST_TABLE


@pytest.mark.long
@every_game
def test_wins_and_losses_are_those_of_the_plain_search(library: NativeLibrary, game: Game) -> None:
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


@pytest.fixture
def installed(library: NativeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library as if it had been built with the package."""
    monkeypatch.setattr(looking, "installed_library", lambda: library)


def test_what_is_asked_for_is_asked_of_the_library(installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(looking, "native_search", lambda *_, **named: asked.update(named))
    look_ahead(ABACUS, START, Budget(Limit(depth=1)), table=TABLE // 2, oversight=0.25)
    assert asked == {"table": TABLE // 2, "oversight": 0.25}


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library."""
    monkeypatch.setattr(looking, "installed_library", lambda: None)


@pytest.mark.long
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("limit", [Limit(seconds=0.05), Limit(nodes=100), Limit(depth=2)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_native_search_serves_whatever_ends_it_and_however_many_play(seats: int, limit: Limit) -> None:
    (beadmaster,) = [game for game in SEARCHED if game.key == "beadmaster"]
    match = Match.new(beadmaster, setup="placed", options={"players": str(seats)}, random=Random(1))
    assert look_ahead(beadmaster, match.position, Budget(limit)).native


@pytest.mark.long
@pytest.mark.usefixtures("installed")
def test_a_carton_of_more_marbles_than_bytes_hold_is_left_to_the_plain_search() -> None:
    for most, native in ((255, True), (256, False)):
        carton = EGG_CARTON.read(f"{most - 2},0,0,0,0,0/0,0,0,0,1,1/0,0/1")
        assert look_ahead(EGG_CARTON, carton, Budget(Limit(depth=2))).native is native


@every_game
@pytest.mark.usefixtures("installed")
def test_every_level_thinks_natively(game: Game) -> None:
    match = Match.new(game, random=Random(2))
    for level in known_levels(game):
        if level.key not in ("greedy", "adaptive"):  # one looks at one slide alone, one is any other
            assert consider(match, level.key, Limit(seconds=0.2)).native


@every_game
@pytest.mark.usefixtures("missing")
def test_thinking_does_without(game: Game) -> None:
    match = random_match(game, Random(1))
    thought = consider(match, limit=Limit(seconds=0.05))
    assert thought.move in [str(move) for move in match.position.moves()]
    assert not thought.native


@pytest.mark.parametrize(
    ("content", "switch", "why"),
    [
        (None, "1", "there is no library of it for this platform"),
        (b"no library", "1", "marbles.so"),
        (b"", "0", "MARBLES_TUI_NATIVE is 0"),
    ],
)
def test_it_is_said_why_the_plain_search_serves(
    content: bytes | None,
    switch: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "marbles.so"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(library_module, "FILE", file)
    monkeypatch.setenv("MARBLES_TUI_NATIVE", switch)
    library_module._installed.cache_clear()
    try:
        assert library_module.installed_library() is None
        assert why in library_module.why_not_native()
        assert run(["--version"]) == 0
        assert f"(plain Python search: {library_module.why_not_native()})" in capsys.readouterr().out
        assert run(["think", "gobblet", "--seconds", "0.05", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["native"], told["why_plain"]) == (False, library_module.why_not_native())
    finally:
        library_module._installed.cache_clear()


def test_a_library_of_another_version_is_refused(library_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.ai.native.library.VERSION", VERSION + 1)
    with pytest.raises(OSError, match="another version"):
        NativeLibrary(library_file)


CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
HARD = read("4,2,3,1,3,4/4,2,5,3,3,2/0,0/1")
"""Its proof takes more than a million positions."""


def test_the_classic_start_is_won_in_nine_selections(library: NativeLibrary) -> None:
    found = CartonProof(library, Budget(Limit()))
    assert found.known(CLASSIC) is None
    assert found.prove(CLASSIC)
    assert found.known(CLASSIC) is True
    assert [found.within(CLASSIC, 0, length) for length in range(10)] == [False] * 9 + [True]
    assert found.shown(CLASSIC, 0, 9)
    assert found.fails(CLASSIC, 0) == 8


@pytest.mark.parametrize(
    ("states", "limit", "stopped"),
    [(1 << 20, Limit(nodes=60_000), False), (1 << 16, Limit(), False), (1 << 20, Limit(), True)],
    ids=["all its nodes", "all its room", "a stop"],
)
def test_a_proof_ends_where_it_has_had_all(
    library: NativeLibrary, states: int, limit: Limit, stopped: bool
) -> None:
    budget = Budget(limit, lambda: stopped)
    with pytest.raises(SearchStopped):
        CartonProof(library, budget, states=states).prove(HARD)
    assert limit.nodes in (None, budget.nodes)


LINES = [
    pytest.param(game, line, id=f"{game.key} {line.setup or ''}".strip())
    for game in SEARCHED
    for line in PERFT.get(game.key, ())
]


@pytest.mark.parametrize(("game", "line"), LINES)
def test_perft_of_known_positions(library: NativeLibrary, game: Game, line: Line) -> None:
    position = Match.new(game, setup=line.setup, options=line.options).position
    depths = range(1, len(line.counts) + 1)
    assert tuple(native_perft(library, position, depth) for depth in depths) == line.counts


def test_perft_of_the_start_of_abacus_deep_down(library: NativeLibrary) -> None:
    assert native_perft(library, Match.new(ABACUS, setup="standard").position, 4) == 5_045_110


@every_game
def test_rules_and_values_of_random_positions(library: NativeLibrary, game: Game) -> None:
    drawn = random_positions(game, Random(7))
    compare_rules(library, game, list(islice(drawn, 300)))


@pytest.mark.long
@every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scores_at_a_depth(library: NativeLibrary, game: Game, depth: int) -> None:
    if (game, depth) == (ABACUS, 3):
        pytest.skip("its own rules take minutes for that")
    before = list(islice(random_positions(game, Random(depth)), 400))
    for number in range(20, 400, (60, 120, 190)[depth - 1]):
        compare_scores(library, game, before[number], before[number - 4 : number : 2], depth)


def test_states_two_plies_apart_are_told_from_each_other(library: NativeLibrary) -> None:
    """A weaker hash took the state after two of these moves for the one before them."""
    position = ABACUS.start("2b1b/1wbw1b/w5b/2ww2bw/1bwb1wbb1/ww1wbw2/3wb2/2b3/b4 b 0 1", 2, {"lose": "10"})
    compare_scores(library, ABACUS, position, [], 2)

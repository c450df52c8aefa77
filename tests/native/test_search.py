"""What both searches promise, the plain one and the native, and what the native one promises beside it."""

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
from typing import Any, TypeAlias

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
from marbles_tui.ai.search.plain import QUIESCENCE_DEPTH, WIN, PlainSearch, SearchResult
from marbles_tui.cli.run import run
from marbles_tui.core import AnyPosition, Game
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
    assert worthwhile_table(5.0, 1 << 40) == TABLE
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


# Both searches, the plain one and the native, keep the same promises, in every game.


Searching: TypeAlias = "Callable[..., SearchResult]"
"""searching(game, position, budget, seed=0, multipv=1, past=(), report=None, oversight=0)"""

RUNNING = {
    "egg-carton": "1,0,1,0,1,1/0,0,1,1,1,0/3,2/1",
    "abacus": "3b1/ww1b1b/1ww2bb/w1w2bb1/1b7/1bb2ww1/bbb1www/b5/3ww b 0 1",
    "beadmaster": "2 1 0122200 2211121 0000000000000000000000000000000000000000000000000 p",
    "gobblet": "-,-,-,W4/-,-,-,-/-,-,-,-/K4,-,-,- W434 K344 W",
}
"""Positions of two, four moves each at the least, from which no side wins soon."""


def running(game: Game) -> AnyPosition:
    """A position from which no side wins soon."""
    position: AnyPosition = game.read(RUNNING[game.key])
    return position


@pytest.fixture(params=["plain", "native"])
def searching(request: pytest.FixtureRequest) -> Searching:
    library: NativeLibrary | None = request.getfixturevalue("library") if request.param == "native" else None

    def search(
        game: Game,
        position: AnyPosition,
        budget: Budget,
        seed: int = 0,
        multipv: int = 1,
        past: tuple[AnyPosition, ...] = (),
        report: Callable[[SearchResult], None] | None = None,
        oversight: float = 0.0,
    ) -> SearchResult:
        before = None if game.repetition == "none" else past
        if library is None:
            return PlainSearch(game, position, budget, before, seed, oversight).run(multipv, report)
        return native_search(
            library, position, budget, before, seed, multipv, report, table=1 << 20, oversight=oversight
        )

    return search


def by_definition(
    game: Game, position: AnyPosition, seat: int, depth: int, ply: int = 1, loud: int = 0
) -> int:
    """What a position is worth for a seat if both look at every move to a depth, and then at noisy ones."""
    if position.result:
        winners = position.result.winners
        return (WIN - ply) * (1 if seat in winners else -1 if winners else 0)
    values, moves = list[int](), game.noisy(position) if depth <= 0 else position.moves()
    if depth <= 0:
        values.append(game.worth(position, seat))
        if loud == QUIESCENCE_DEPTH:
            return values[0]
        loud += 1
    values += [by_definition(game, position.play(move), seat, depth - 1, ply + 1, loud) for move in moves]
    return max(values) if position.turn == seat else min(values)


@pytest.mark.long
@every_game
def test_the_plain_search_scores_every_move_by_the_definition(game: Game) -> None:
    for position in islice(random_positions(game, Random(9)), 3, 400, 40):
        if position.result is None and position.seats == 2:
            found = PlainSearch(game, position, Budget(Limit(depth=2)), None).run(99)
            assert found.best.score == max(score for _, score in found.ranking)
            for move, score in found.ranking if found.depth == 2 else ():
                after = position.play(game.find(position, move))
                assert score == by_definition(game, after, position.turn, 1), (position, move)


@every_game
def test_ends_exactly_at_its_nodes_and_the_same_seed_finds_the_same(searching: Searching, game: Game) -> None:
    budgets, position = [Budget(Limit(nodes=567)) for _ in range(2)], running(game)
    first, second = (searching(game, position, budget, seed=4) for budget in budgets)
    assert [budget.nodes for budget in budgets] == [567, 567]
    assert first == second


@every_game
def test_ends_at_its_depth_and_tells_of_every_one(searching: Searching, game: Game) -> None:
    told: list[SearchResult] = []
    found = searching(game, running(game), Budget(Limit(depth=2)), report=told.append)
    assert [one.depth for one in told] == [1, 2]
    assert found == told[-1]


@every_game
def test_every_move_is_ranked_and_the_lines_can_be_played(searching: Searching, game: Game) -> None:
    position = running(game)
    found = searching(game, position, Budget(Limit(depth=2)), multipv=3)
    assert {scored.move for scored in found.ranking} <= set(map(str, position.moves()))
    assert [pv[0] for pv in found.pvs] == [scored.move for scored in found.ranking[:3]]
    scores = [scored.score for scored in found.ranking[:3]]
    assert scores == sorted(scores, reverse=True)
    for pv in found.pvs:
        later = position
        for word in pv:
            later = later.play(game.find(later, word))


@every_game
def test_an_answer_that_is_wanted_at_once_is_legal(searching: Searching, game: Game) -> None:
    position = running(game)
    found = searching(game, position, Budget(Limit(), lambda: True))
    assert found.depth == 0
    assert game.find(position, found.best.move)


@every_game
def test_a_win_at_once_is_seen_with_its_distance(searching: Searching, game: Game) -> None:
    for position in random_positions(game, Random(6)):
        results = [position.play(move).result for move in position.moves()]
        if any(result and position.turn in result.winners for result in results):
            found = searching(game, position, Budget(Limit(depth=4)))
            assert (found.best.score, found.exact) == (WIN - 1, True)
            found = searching(game, position, Budget(Limit(depth=1)), oversight=1.0)
            assert found.best.score == WIN - 1
            return


@every_game
def test_what_is_easily_missed_is_overlooked_more_often(searching: Searching, game: Game) -> None:
    kinds = (False, True)
    for position in islice(random_positions(game, Random(8)), 4, 4000):
        moves = {str(move): bool(game.hidden(position, move)) for move in position.moves()}
        winning = any(position.play(move).result for move in position.moves())
        if position.seats == 2 and not winning and all(kind in moves.values() for kind in kinds):
            break
    seen, tries = dict.fromkeys(kinds, 0.0), 60
    listed = {move for move, _ in searching(game, position, Budget(Limit(depth=1))).ranking}
    for seed in range(tries):
        found = searching(game, position, Budget(Limit(depth=1)), seed, oversight=0.5)
        for move, _ in found.ranking:
            seen[moves[move]] += 1 / tries
    of_kind = {kind: sum(moves[move] is kind for move in listed) for kind in kinds}
    assert seen[True] == pytest.approx(0.5 * of_kind[True], rel=0.2)
    assert seen[False] == pytest.approx(0.75 * of_kind[False], rel=0.2)


def test_what_has_stood_twice_in_the_match_is_a_draw(searching: Searching) -> None:
    (abacus,) = [game for game in SEARCHED if game.key == "abacus"]
    position = running(abacus)

    def scores(*past: AnyPosition) -> dict[str, int]:
        return dict(searching(abacus, position, Budget(Limit(depth=1)), multipv=99, past=past).ranking)

    move, score = next((move, score) for move, score in scores().items() if score)
    after = position.play(abacus.find(position, move))
    assert scores(after)[move] == score
    assert scores(after, after)[move] == 0

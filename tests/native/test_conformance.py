"""Both searches, the plain one and the native, keep the same promises, in every game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest

from marbles_tui.ai.analysis import Budget, Limit
from marbles_tui.ai.native.library import NativeLibrary
from marbles_tui.ai.native.search import native_search
from marbles_tui.ai.search.plain import QUIESCENCE_DEPTH, WIN, PlainSearch, SearchResult
from marbles_tui.core import AnyPosition, Game
from tests.native.compare import SEARCHED, random_positions

Searching: TypeAlias = "Callable[..., SearchResult]"
"""searching(game, position, budget, seed=0, multipv=1, past=(), report=None, oversight=0)"""

every_game = pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
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

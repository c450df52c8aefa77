"""Puzzles mined from self-play: the same from the same seed, proved, and no two alike from any side."""

from __future__ import annotations

from collections import Counter

import pytest

from marbles_tui.ai.native.library import installed_library
from marbles_tui.ai.puzzles.proof import check
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.shipped import shipped, with_puzzles
from scripts.mine import ALIKE, HEXAGONS, KEYS, SQUARES, _batch, difference, different, graded, mapping, mine
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_puzzles import FORK

native = pytest.mark.skipif(installed_library() is None, reason="the native search is not built")
games = {game.key: game for game in GAMES}


@native
@pytest.mark.parametrize(("key", "seed"), [("egg-carton", "2/9"), ("beadmaster", "0/3")])
def test_the_same_seed_gives_the_same_puzzles_and_all_hold(key: str, seed: str) -> None:
    found = list(mine(games[key], seed))
    assert found
    assert found[:1] == list(mine(games[key], seed))[:1]
    for puzzle in found[:3]:
        assert check(puzzle).lines == ()


@native
def test_a_cluster_finds_the_same_puzzles_as_this_process() -> None:
    distributed = pytest.importorskip("distributed")
    batches = [("egg-carton", "2", at, at + 1, 0) for at in (5, 9)]
    workers = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with (
        distributed.LocalCluster(**workers, dashboard_address=None, silence_logs=50) as cluster,
        mapping(1, cluster.scheduler_address) as run,
    ):
        found = list(run(_batch, batches))
    assert found == [_batch(batch) for batch in batches]
    assert all(found)


@pytest.mark.parametrize(
    ("key", "text", "same"),
    [
        ("abacus", "5/6/7/8/4b4/8/2ww3/b5/5 b 0 0", "5/5b/3ww2/8/4b4/8/7/6/5 b 0 0"),
        ("abacus", "5/6/7/8/4b4/8/2ww3/b5/5 b 0 0", "5/6/7/8/4w4/8/2bb3/w5/5 w 0 0"),
        (
            "gobblet",
            "W4,-,-,-/-,K4,-,-/-,-,-,-/-,-,-,- W344 K344 W",
            "-,-,-,K4/-,-,W4,-/-,-,-,-/-,-,-,- W434 K443 K",
        ),
        ("egg-carton", "1,2,3,4,5,6/6,0,0,0,0,1/3,9/1", "6,0,0,0,0,1/1,2,3,4,5,6/0,0/2"),
    ],
)
def test_a_puzzle_is_known_turned_mirrored_and_with_sides_changed(key: str, text: str, same: str) -> None:
    one, other = (games[key].start(position, 2, games[key].choose({})) for position in (text, same))
    assert KEYS[key](one) == KEYS[key](other)


def test_boards_have_all_their_symmetries() -> None:
    assert (len(HEXAGONS), len(SQUARES)) == (12, 8)


def test_puzzles_that_differ_in_a_place_or_two_are_one() -> None:
    fork = puzzle_of(FORK)
    nearly = puzzle_of(FORK.replace("K1W2,K1W3", "W2,K1W3"))
    assert different([fork, nearly, fork]) == [fork]
    assert difference((1, (2, 3)), (1, (4, 5))) == ALIKE


@pytest.mark.parametrize("game", with_puzzles(GAMES), ids=lambda game: game.key)
def test_no_two_that_ship_are_alike(game: object) -> None:
    (played,) = [known for known in GAMES if known is game]
    keys = {KEYS[played.key](puzzle.start()) for puzzle in shipped(played)}
    assert len(keys) == len(shipped(played))


@pytest.mark.parametrize("game", with_puzzles(GAMES), ids=lambda game: game.key)
def test_what_ships_is_many_kinds_of_task(game: Game) -> None:
    goals = Counter(puzzle.goal for puzzle in shipped(game))
    assert goals.total() >= 200
    assert max(goals.values()) < 0.6 * goals.total()
    assert sum(count for goal, count in goals.items() if goal.kind == "survive") >= 40


@native
def test_what_more_levels_fail_is_graded_higher() -> None:
    easy, *_, hard = shipped(games["gobblet"])
    assert graded(easy).difficulty < graded(hard).difficulty

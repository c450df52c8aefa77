"""Proofs of puzzles: by the native search, by the plain one, and by the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest

from marbles_tui.ai.analysis import Budget, Limit, SearchStopped
from marbles_tui.ai.engine.job import FindPuzzle, perform
from marbles_tui.ai.native.library import NativeLibrary, installed_library
from marbles_tui.ai.native.search import NativeForcing
from marbles_tui.ai.puzzles.making import one_turn, puzzle_in
from marbles_tui.ai.puzzles.proof import PlainForcing, Proof, check, forcing
from marbles_tui.cli.match import workers_for
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.puzzles.puzzle import Puzzle, find_puzzle, read_puzzles, shipped, with_puzzles
from scripts.mine import ALIKE, KEYS, _batch, difference, different, graded, mine
from scripts.prove import plain_faults
from tests.for_each import for_each
from tests.play.test_puzzles import FORK


def puzzle_of(text: str) -> Puzzle:
    (reading,) = read_puzzles(text, GAMES)
    assert reading.puzzle, reading.fault
    return reading.puzzle


@for_each("game", with_puzzles(GAMES))
def test_all_provers_agree(game: Game) -> None:
    for puzzle in sorted(shipped(game), key=lambda puzzle: puzzle.proof)[:2]:
        start, goal = puzzle.start(), puzzle.goal
        assert check(puzzle).lines == ()
        assert plain_faults(puzzle, start) == []
        fast = forcing(start, start.turn, goal.kind, Budget(Limit()))
        slow = PlainForcing(start.turn, goal.kind, Budget(Limit()))
        for turns in range(1, goal.turns + 1):
            assert fast.holds(start, turns) == slow.holds(start, turns) == (turns >= goal.turns)


@for_each(
    ("change", "fault"),
    [
        (lambda text: text.replace("C4B2 C1B1 C1B3", "C4D3 C1B1 C1B3"), "C4D3 does not reach the goal"),
        (lambda text: text.replace("win in 2", "win in 3"), "reaches the goal too"),
        (lambda text: text.replace(" C1B3", ""), "the solution ends before the goal is reached"),
        (lambda text: text.replace("C1B3", "C1B3 A1B1"), "the solution goes on after its end"),
        (lambda text: text.replace("C1B1", "C1C1"), "move 2 of the solution: C1C1 is not legal here"),
        (lambda text: text.replace("C1B3", "C1C3"), "misses the goal"),
        (lambda text: text.replace("K1W2,K1W3", "K1W2,W3K1"), "which is not smaller"),
        (lambda text: text.replace("[Goal", '[Also "A1A3"]\n[Goal'), "A1A3 does not reach the goal"),
    ],
)
def test_a_check_says_what_does_not_hold(change: Callable[[str], str], fault: str) -> None:
    assert check(puzzle_of(FORK)).lines == ()
    assert fault in " ".join(check(puzzle_of(change(FORK))).lines)


@for_each("id", ["egg-carton-6c60bf", "beadmaster-33704d"])
def test_a_solution_says_whether_each_of_its_moves_was_the_only_one(id: str) -> None:
    """With a turn more than it takes there are several first moves, and one last."""
    puzzle = find_puzzle(GAMES, id)
    assert puzzle
    longer = puzzle.goal._replace(turns=puzzle.goal.turns + 1)
    assert [Proof(puzzle.game, puzzle.start(), goal).line()[1] for goal in (puzzle.goal, longer)] == [
        True,
        False,
    ]


def test_a_win_that_comes_sooner_is_named() -> None:
    puzzle = puzzle_of(FORK)
    start = puzzle.start()
    after = Proof(puzzle.game, start, puzzle.goal).start.position
    for word in puzzle.solution[:2]:
        after = after.play(puzzle.game.find(after, word))
    text = FORK.replace(puzzle.position, puzzle.game.write(after)).replace("C4B2 C1B1 C1B3", "C1B3")
    assert check(puzzle_of(text)).lines != ()
    assert check(puzzle_of(text.replace("win in 2", "win in 1"))).lines == ()


def test_a_defence_ends_where_all_turns_are_over() -> None:
    puzzle = next(one for one in shipped(puzzle_of(FORK).game) if str(one.goal) == "survive 2")
    for moves in range(1, len(puzzle.solution)):
        told = check(replace(puzzle, solution=puzzle.solution[:moves])).lines
        assert told == ("the solution ends before the goal is reached",)


@pytest.mark.parametrize("library", [None, installed_library()])
def test_a_proof_keeps_to_its_budget(library: NativeLibrary | None) -> None:
    start, budget = puzzle_of(FORK).start(), Budget(Limit(nodes=50))
    search = (
        NativeForcing(library, start, start.turn, False, budget)
        if library
        else PlainForcing(start.turn, "win", budget)
    )
    with pytest.raises(SearchStopped):
        search.holds(start, 3)


def test_a_puzzle_is_made_of_a_position_that_holds_one_here_and_elsewhere() -> None:
    puzzle = puzzle_of(FORK)
    made = puzzle_in(puzzle.game, puzzle.start(), puzzle.options)
    assert made
    assert (made.goal, made.solution, made.also) == (puzzle.goal, puzzle.solution, ())
    assert check(made).lines == ()
    match = Match.new(puzzle.game, setup=puzzle.position, options=puzzle.options)
    (found,) = read_puzzles(perform(FindPuzzle(puzzle.game.key, str(match))) or "", GAMES)
    assert found.puzzle == made
    assert perform(FindPuzzle("gobblet", "")) is None


@pytest.mark.parametrize("one_turn", [False, True])
def test_the_search_for_a_puzzle_gives_way(one_turn: bool) -> None:
    puzzle = puzzle_of(FORK)
    match = Match.new(puzzle.game, setup=puzzle.position, options=puzzle.options)
    stop = Mock(return_value=True)
    assert FindPuzzle(puzzle.game.key, str(match), one_turn).run(puzzle.game, stop, print) is None
    assert 0 < stop.call_count <= 2


def test_no_puzzle_is_made_where_there_is_none_to_find() -> None:
    puzzle = puzzle_of(FORK)
    position = puzzle.start()
    for word in puzzle.solution[:2]:
        position = position.play(puzzle.game.find(position, word))
    assert puzzle_in(puzzle.game, position, puzzle.options) is None  # it is won at once
    over = position.play(puzzle.game.find(position, puzzle.solution[2]))
    assert puzzle_in(puzzle.game, over, puzzle.options) is None
    start = puzzle.game.start(None, 2, puzzle.options)
    assert puzzle_in(puzzle.game, start, puzzle.options) is None


def test_what_a_goal_draws_by_chance_is_a_puzzle_with_all_its_first_moves() -> None:
    game = next(game for game in GAMES if game.goals)
    start = game.goals[0].draw(Random(3))
    assert start
    made = one_turn(game, start, game.choose({}))
    assert made
    assert made.goal == ("win", 1)
    assert check(made).lines == ()
    fork = puzzle_of(FORK)
    assert one_turn(fork.game, fork.start(), fork.options) is None


def test_a_turn_that_never_seems_to_end_is_given_up() -> None:
    text = '[Game "egg-carton"]\n[Setup "80,80,80,80,80,80/80,80,80,80,9,9/0,0/1"]\n[Goal "win in 9"]\n\nA\n'
    with pytest.raises(SearchStopped):
        check(puzzle_of(text), Budget(Limit(nodes=20_000)))


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
        workers_for(1, cluster.scheduler_address) as (executor, _),
    ):
        assert executor
        found = list(executor.map(_batch, batches))
    assert found == [_batch(batch) for batch in batches]
    assert all(found)


@for_each(
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


def test_puzzles_that_differ_in_a_place_or_two_are_one() -> None:
    fork = puzzle_of(FORK)
    nearly = puzzle_of(FORK.replace("K1W2,K1W3", "W2,K1W3"))
    assert different([fork, nearly, fork]) == [fork]
    assert difference((1, (2, 3)), (1, (4, 5))) == ALIKE


@for_each("game", with_puzzles(GAMES))
def test_what_ships_is_many_kinds_of_task_and_no_two_are_alike(game: Game) -> None:
    goals = Counter(puzzle.goal for puzzle in shipped(game))
    assert goals.total() >= 200
    assert max(goals.values()) < 0.6 * goals.total()
    assert sum(count for goal, count in goals.items() if goal.kind == "survive") >= 40
    assert len({KEYS[game.key](puzzle.start()) for puzzle in shipped(game)}) == goals.total()


@native
def test_what_more_levels_fail_is_graded_higher() -> None:
    easy, *_, hard = shipped(games["gobblet"])
    assert graded(easy).difficulty < graded(hard).difficulty

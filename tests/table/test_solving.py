"""Puzzles being solved: what each move of the solver brings, without a screen."""

from __future__ import annotations

from random import Random

from marbles_tui.ai.puzzles.making import one_turn
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import shipped, with_puzzles
from marbles_tui.table import puzzle_words
from marbles_tui.table.solving import Answer, Solving
from tests.ai.test_puzzles import puzzle_of
from tests.play.test_puzzles import FORK


def play(solving: Solving, word: str) -> Answer:
    return solving.try_(solving.puzzle.game.find(solving.position, word))


def solve(puzzle: Puzzle) -> Solving:
    """Solved by its own solution."""
    solving = Solving(puzzle)
    while solving.verdict is None:
        play(solving, solving.hint)
    return solving


def test_the_right_move_is_answered_and_the_last_one_solves() -> None:
    solving = Solving(puzzle_of(FORK))
    answer = play(solving, "C4B2")
    assert (answer.verdict, [str(move) for move in answer.replies]) == ("right", ["C1B1"])
    assert solving.position == answer.final
    assert solving.turns == 1
    assert play(solving, solving.hint).verdict == "solved"
    assert (solving.verdict, solving.marks, solving.clean) == ("solved", "●●", True)


def test_a_wrong_move_is_refuted_and_the_next_try_begins_at_the_start() -> None:
    solving = Solving(puzzle_of(FORK))
    start = solving.position
    move = solving.puzzle.game.find(start, "A3B2")
    answer = solving.try_(move)
    assert answer.verdict == "wrong"
    assert answer.replies
    assert solving.hint == ""
    told = puzzle_words.wrong(solving.puzzle, start.play(move), answer.replies, solving.solver)
    assert told.startswith(f"That lets White escape: {answer.replies[0]}")
    solving.again()
    assert (solving.position, solving.number, solving.clean, solving.marks) == (start, 2, False, "○")
    while solving.verdict is None:
        play(solving, solving.hint)
    assert (solving.verdict, solving.marks, solving.clean) == ("solved", "○●●", False)


def test_another_move_that_reaches_the_goal_is_as_good() -> None:
    """From a position of which the solution names but one of several ways."""
    puzzle = puzzle_of(FORK)
    position = puzzle.start()
    for word in ("C4B2",):
        position = position.play(puzzle.game.find(position, word))
    weak = next(move for move in position.moves() if str(move) != "C1B1")
    after = position.play(weak)
    text = FORK.replace(puzzle.position, puzzle.game.write(after)).replace("win in 2", "win in 1")
    wins = [
        str(move) for move in after.moves() if (end := after.play(move).result) and after.turn in end.winners
    ]
    assert len(wins) > 1
    solving = Solving(puzzle_of(text.replace("C4B2 C1B1 C1B3", wins[0])))
    assert play(solving, wins[1]).verdict == "solved"


def test_a_hint_and_the_solution_cost_the_point() -> None:
    solving = Solving(puzzle_of(FORK))
    solving.hints += 1
    assert not solving.clean
    shown = Solving(puzzle_of(FORK))
    assert [str(move) for move in shown.solution()] == ["C4B2", "C1B1", "C1B3"]
    assert not shown.clean


def test_every_game_s_puzzles_are_solved_by_their_solutions() -> None:
    def first_of(game: Game, kind: str) -> list[Puzzle]:
        return [puzzle for puzzle in shipped(game) if puzzle.goal.kind == kind][:1]

    for game in with_puzzles(GAMES):
        for puzzle in (*first_of(game, "win"), *first_of(game, "survive")):
            solving = solve(puzzle)
            assert (solving.verdict, solving.clean) == ("solved", True), puzzle.id


def test_a_way_beside_the_solution_is_followed_to_its_end() -> None:
    (goal,) = EGG_CARTON.goals
    drawn = (one_turn(EGG_CARTON, goal.draw(Random(seed)), {}) for seed in range(20))
    puzzle = next(puzzle for puzzle in drawn if puzzle and puzzle.also)
    solving = Solving(puzzle)
    while solving.verdict is None:
        proof = Proof(puzzle.game, solving.position, puzzle.goal)
        play(solving, str(proof.reaching(proof.start)[-1]))
    assert (solving.verdict, solving.clean, set(solving.marks)) == ("solved", True, {"●"})


def test_the_other_side_answers_beside_the_solution_too() -> None:
    """A longer task than the position needs leaves the solver several ways."""
    solving = Solving(puzzle_of(FORK.replace("win in 2", "win in 3")))
    proof = Proof(solving.puzzle.game, solving.position, solving.puzzle.goal)
    other = next(str(move) for move in proof.reaching(proof.start) if str(move) != "C4B2")
    answer = play(solving, other)
    assert (answer.verdict, len(answer.replies), solving.hint) == ("right", 1, "")
    assert solving.position.turn == solving.solver
    assert solving.turns == 2


def test_what_the_other_side_does_is_not_told_as_the_solver_s_own() -> None:
    does = "drops one bead of Jade, for one bead of yours and wins"
    assert puzzle_words.of_other(does) == "drops one bead of Jade, for one bead of its own and wins"
    assert puzzle_words.of_other("clears your side and wins") == "clears its own side and wins"
    assert (
        puzzle_words.of_other("ends off the board, so you go again") == "ends off the board, so it goes again"
    )
    assert (
        puzzle_words.of_other("ends at C and leaves you 2 marbles fewer")
        == "ends at C and leaves it 2 marbles fewer"
    )

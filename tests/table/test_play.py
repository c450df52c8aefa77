"""A match played without a face: what is entered, and what the situation says then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from marbles_tui.ai.puzzles.making import one_turn
from marbles_tui.ai.puzzles.proof import Proof
from marbles_tui.ai.review import Judgement, write_judgements
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, read_match
from marbles_tui.play.puzzles.puzzle import Puzzle, shipped, with_puzzles
from marbles_tui.play.puzzles.tries import (
    MISSES,
    NAME,
    SECONDS,
    BestRun,
    Run,
    Try,
    best,
    due,
    next_puzzle,
    rate,
    streak,
)
from marbles_tui.table.solving import MoveAnswer, Solving
from marbles_tui.table.tasks import day
from marbles_tui.table.tasks.solve import Hurry, Rival, Solve
from marbles_tui.table.tasks.task import Work
from marbles_tui.table.tasks.watch import Watch
from tests.ai.test_puzzles import puzzle_of
from tests.for_each import for_each
from tests.play.test_puzzles import FORK


class Blind:
    """A face that shows nothing, at once."""

    def __init__(self) -> None:
        self.work: dict[str, asyncio.Task[None]] = {}

    def changed(self) -> None:
        pass

    def ticked(self, clock: Any) -> None:
        pass

    def begin(self, work: Work, group: str = "show") -> None:
        self.stop(group)
        self.work[group] = asyncio.create_task(work())

    def stop(self, group: str = "show") -> None:
        if work := self.work.pop(group, None):
            work.cancel()

    async def show(self, before: Any, events: Sequence[Any], sides: Any = None, **how: Any) -> None:
        pass

    async def rewind(self, before: Any, events: Sequence[Any]) -> None:
        pass

    async def wait(self, seconds: float) -> None:
        pass


def play(solving: Solving, word: str) -> MoveAnswer:
    return solving.try_(solving.puzzle.game.find(solving.position, word))


def solve(puzzle: Puzzle) -> Solving:
    """Solved by its own solution."""
    solving = Solving(puzzle)
    while solving.verdict is None:
        play(solving, solving.hint)
    return solving


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


TODAY = date(2026, 11, 25)


class Solver:
    """Somebody who takes so many seconds for each move."""

    def __init__(self, game: Game | None, known: BestRun | None = None) -> None:
        self.run = Run(game, with_puzzles(GAMES), Random(7))
        self.known, self.now = known or BestRun(None, None), 0.0
        self.kept: list[Try] = []
        self.rival: Rival | None = None
        self.heard: list[str] = []
        self.next()

    def next(self) -> None:
        puzzle = self.run.next()
        assert puzzle
        self.face = Blind()
        how: Any = {
            "today": TODAY,
            "keep": self.kept.append,
            "leads_on": self.heard.append,
            "rival": lambda: self.rival,
        }
        self.task = Hurry(self.run, puzzle, self.known, clock=lambda: self.now, **how)
        self.task.open(self.face)

    @property
    def left(self) -> float:
        """The seconds that are shown."""
        run = self.task.situation.run
        assert run
        return run.left

    async def play(self, right: bool, seconds: float = 1.0) -> None:
        """Solve the puzzle, or miss it with the first move; then the next one comes."""
        task = self.task
        while task.solving.verdict is None and task.situation.asked:
            word = task.solving.hint
            if not right:
                reaching = {word, *task.puzzle.also}
                word = next(str(move) for move in task.solving.position.moves() if str(move) not in reaching)
            self.now += seconds
            task.answer(task.game.find(task.solving.position, word))
            if "show" in self.face.work:
                await self.face.work["show"]
            self.now += 100.0 * task.situation.showing  # what is shown costs nothing
        if self.heard[-1:] == ["next"]:
            self.heard.clear()
            self.next()


@pytest.mark.parametrize("game", with_puzzles(GAMES), ids=lambda game: game.key)
async def test_puzzles_get_harder_and_three_misses_end_it(game: Game) -> None:
    solver = Solver(game)
    difficulties = []
    for right in (True, False, True, False, False):
        difficulties.append(solver.task.puzzle.difficulty)
        await solver.play(right)
    assert difficulties == sorted(difficulties)
    assert solver.run.went == [True, False, True, False, False]
    assert solver.task.situation.said.startswith(f"Missed. {solver.task.puzzle.solution[0]} was right")
    assert not solver.task.situation.asked
    question = solver.task.situation.question
    assert question
    assert question.asked == f"{MISSES} misses: 2 puzzles solved. Once more?"
    (kept,) = solver.kept
    assert (kept.puzzle, kept.game, kept.score, kept.hints, kept.tried) == (NAME, game.key, 2, 3, TODAY)
    solver.task.do("no")
    assert solver.heard == ["enough"]


async def test_only_time_in_which_a_move_is_asked_for_counts() -> None:
    solver = Solver(None, BestRun(1, 1))
    own_moves = -(-len(solver.task.puzzle.solution) // 2)
    await solver.play(True, 10.0)
    assert solver.run.spent == 10.0 * own_moves
    before = solver.run.left
    solver.now += 50.0
    assert solver.left == before - 50.0
    solver.now += SECONDS
    solver.task.tick()
    assert not solver.left
    assert solver.kept[0].score == 1
    assert solver.kept[0].seconds == SECONDS
    question = solver.task.situation.question
    assert question
    assert question.text == "Time is up: 1 puzzle solved. Your best: 1, today 1."


async def test_who_has_ended_a_race_is_told_how_far_the_other_one_comes() -> None:
    solver = Solver(None)
    solver.now += SECONDS
    told = []
    for solver.rival in (
        Rival("Bob", (True,), False),
        Rival("Bob", (True, True), False),
        Rival("Bob", (True,) * 2, True),
    ):
        solver.task.tick()
        question = solver.task.situation.question
        assert question
        told.append(question.text)
    assert told == [f"Time is up: 0 puzzles solved. Bob: {each}." for each in ("1 so far", "2 so far", "2")]


async def test_it_is_shown_anew_when_the_second_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(None)
    shown: list[int] = []
    monkeypatch.setattr(solver.face, "changed", lambda: shown.append(int(solver.left)))
    for _ in range(8):
        solver.now += 0.5
        solver.task.tick()
    assert shown == [SECONDS - 1, SECONDS - 2, SECONDS - 3, SECONDS - 4]
    solver.task.answer(solver.task.game.find(solver.task.solving.position, solver.task.solving.hint))
    shown.clear()
    for _ in range(8):  # while a move is shown no time goes by
        solver.now += 0.5
        solver.task.tick()
    assert shown == []


async def test_a_move_after_the_time_is_up_counts_no_more() -> None:
    solver = Solver(None)
    await solver.play(True, SECONDS + 1)
    assert solver.run.went == []
    assert [each.score for each in solver.kept] == [0]


def test_a_run_is_unrated_and_no_puzzle_that_comes_back() -> None:
    runs = [Try(NAME, "", 0, False, day, score=score) for day, score in ((date(2026, 11, 20), 9), (TODAY, 4))]
    assert best(runs, None, TODAY) == BestRun(9, 4)
    assert best(runs, GAMES[0], TODAY) == BestRun(None, None)
    assert rate(runs).players == {}
    assert due(runs, TODAY) == []
    assert streak(runs, TODAY).days == 0
    puzzles = shipped(with_puzzles(GAMES)[0])
    assert next_puzzle(puzzles, runs) == next_puzzle(puzzles, [])


async def test_a_review_that_was_stopped_goes_on_at_once_no_more_and_what_it_found_is_kept() -> None:
    over, kept = Judgement(0, False, "even", None), list[str]()
    found = [over]

    async def judge(match: Match, deep: bool) -> Judgement:
        return found.pop() if found else await asyncio.get_running_loop().create_future()

    record = read_match('[Game "gobblet"][Seat2 "computer novice"] W1A1 K1A2', GAMES).whole()
    watch = Watch(record, 2, judge=judge, keep=lambda _, text: kept.append(text))
    watch.open(Blind())
    watch.do("review")
    await asyncio.sleep(0)
    assert watch.situation.prompt.endswith("reviewing 33%")
    watch.do("review")
    assert "reviewing" not in watch.situation.prompt
    await asyncio.sleep(0)
    assert kept == [write_judgements([None, None, over])]


async def test_each_move_of_a_solution_is_told_as_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, face, told = puzzle_of(FORK), Blind(), list[str]()
    task = Solve(puzzle, today=TODAY, keep=lambda _: None, choose=lambda _: None)  # type: ignore[arg-type, return-value]

    async def wait(seconds: float) -> None:
        told.append(task.situation.said)

    monkeypatch.setattr(face, "wait", wait)
    task.open(face)
    task.do("solution")
    task.do("yes")
    await face.work["show"]
    assert told == [
        "Black C4B2: makes three in row B.",
        "White C1B1: stops three in row B.",
        "Black C1B3: completes the diagonal A4-D1 and wins.",
    ]


@for_each(
    ("left", "told"),
    [(86_400, "24 h 0 min"), (5 * 3600 + 1, "5 h 1 min"), (3599, "1 h 0 min"), (61, "2 min"), (1, "1 min")],
)
def test_how_long_the_puzzle_of_a_day_stays(monkeypatch: pytest.MonkeyPatch, left: int, told: str) -> None:
    monkeypatch.setattr(day, "time", SimpleNamespace(time=lambda: 20_000 * 86_400 - left + 0.5))
    assert day.time_left() == f"in {told}"

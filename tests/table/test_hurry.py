"""Three minutes: puzzles from easy to hard against a clock that a test turns."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.shipped import shipped, with_puzzles
from marbles_tui.play.puzzles.three_minutes import MISSES, NAME, SECONDS, Best, Run, best
from marbles_tui.play.puzzles.tries import Try, due, next_puzzle, rate, streak
from marbles_tui.table.tasks.hurry import Hurry
from tests.table.test_play import Blind

TODAY = date(2026, 11, 25)


class Solver:
    """Somebody who takes so many seconds for each move."""

    def __init__(self, game: Game | None, known: Best | None = None) -> None:
        self.run = Run(game, with_puzzles(GAMES), Random(7))
        self.known, self.now = known or Best(None, None), 0.0
        self.kept: list[Try] = []
        self.heard: list[str] = []
        self.next()

    def next(self) -> None:
        puzzle = self.run.next()
        assert puzzle
        self.face = Blind()
        how: Any = {"today": TODAY, "keep": self.kept.append, "leads_on": self.heard.append}
        self.task = Hurry(self.run, puzzle, self.known, clock=lambda: self.now, **how)
        self.task.open(self.face)

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
    assert not solver.task.situation.asked
    question = solver.task.situation.question
    assert question
    assert question.text == f"{MISSES} misses: 2 puzzles solved."
    (kept,) = solver.kept
    assert (kept.puzzle, kept.game, kept.score, kept.hints, kept.tried) == (NAME, game.key, 2, 3, TODAY)
    for answer, where in (("yes", "again"), ("no", "enough")):
        solver.task.ask(question, lambda: solver.heard.append("again"), lambda: solver.heard.append("enough"))
        solver.task.do(answer)
        assert solver.heard[-1] == where


async def test_only_time_in_which_a_move_is_asked_for_counts() -> None:
    solver = Solver(None, Best(1, 1))
    own_moves = -(-len(solver.task.puzzle.solution) // 2)
    await solver.play(True, 10.0)
    assert solver.run.spent == 10.0 * own_moves
    before = solver.run.left
    solver.now += 50.0
    assert solver.task.situation.left == before - 50.0
    solver.now += SECONDS
    solver.task.tick()
    assert not solver.task.situation.left
    assert solver.kept[0].score == 1
    assert solver.kept[0].seconds == SECONDS
    question = solver.task.situation.question
    assert question
    assert question.text == "Time is up: 1 puzzle solved. Your best: 1, today 1."


async def test_a_move_after_the_time_is_up_counts_no_more() -> None:
    solver = Solver(None)
    await solver.play(True, SECONDS + 1)
    assert solver.run.went == []
    assert [each.score for each in solver.kept] == [0]


def test_a_run_is_unrated_and_no_puzzle_that_comes_back() -> None:
    runs = [Try(NAME, "", 0, False, day, score=score) for day, score in ((date(2026, 11, 20), 9), (TODAY, 4))]
    assert best(runs, None, TODAY) == Best(9, 4)
    assert best(runs, GAMES[0], TODAY) == Best(None, None)
    assert rate(runs).players == {}
    assert due(runs, TODAY) == []
    assert streak(runs, TODAY).days == 0
    puzzles = shipped(with_puzzles(GAMES)[0])
    assert next_puzzle(puzzles, runs) == next_puzzle(puzzles, [])

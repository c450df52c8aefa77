"""A puzzle solved line by line, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, cast

from marbles_tui.core import Event
from marbles_tui.core.text import plural
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.share import time_of
from marbles_tui.table import puzzle_words
from marbles_tui.table.tasks.solve import Solve, Solved
from marbles_tui.table.tasks.task import Situation
from marbles_tui.text import words
from marbles_tui.text.line_face import LineFace
from marbles_tui.text.talk import Ask, Put

UNSURE = ". It is still uncertain: each of your first puzzles moves it far."


def task_lines(puzzle: Puzzle) -> Iterator[str]:
    """The task and the position in words."""
    start = puzzle.start()
    match = puzzle_words.match_of(puzzle)
    yield f"{puzzle.game.title}, puzzle {puzzle.id}. {puzzle.goal.sentence}"
    yield puzzle_words.meaning(puzzle)
    yield puzzle_words.roles(puzzle, start.turn)
    if rules := puzzle_words.rules(puzzle):
        yield rules
    yield f"Difficulty {puzzle.marks} of 5. Whoever is rated {puzzle.difficulty:,} solves every other one as hard."
    yield from words.board(match)


def how_to_move(puzzle: Puzzle) -> Iterator[str]:
    """How the diagram is read, and what to type, with a legal move that is not the solution as an example."""
    if puzzle.game.reading:
        yield puzzle.game.reading
    right = {puzzle.solution[0], *puzzle.also}
    other = next((str(move) for move in puzzle.start().moves() if str(move) not in right), "")
    yield f"Type a move{f', such as {other}' if other else ''}: your first try counts."
    yield "Or type moves (all that are legal), what and a move (what it would do), rules, help or quit."


def solution_lines(puzzle: Puzzle) -> Iterator[str]:
    """The solution, a move a line, with what each does."""
    game, position = puzzle.game, puzzle.start()
    names, solver = game.sides, position.turn
    for number, word in enumerate(puzzle.solution, 1):
        move = game.find(position, word)
        does = game.explain_move(position, move, names)
        if position.turn != solver:
            does = puzzle_words.of_other(does)
        yield f"{number}. {names[position.turn]} {word}{': ' + does if does else ''}"
        position = position.play(move)
    if puzzle.also:
        yield f"Also to begin with: {', '.join(puzzle.also)}."
    if puzzle.themes:
        yield f"Themes: {', '.join(puzzle.themes)}."
    yield puzzle.describe_proof()


class PuzzleText(LineFace):
    """One puzzle, solved by what `ask` gives."""

    commands: ClassVar = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal now",
        "what MOVE": "what a move would do; it is not played",
        "hint": "the next move",
        "solution": "the moves of the solution",
        "again": "start again",
        "back": "take back a move that missed",
        "explore": "play on after a miss, against the computer; nothing of it counts",
        "return": "back to the puzzle",
        "rules": "how the game is played",
        "help": "these commands",
        "quit": "leave",
    }

    def __init__(self, task: Solve, ask: Ask, put: Put) -> None:
        super().__init__(task, ask, put)
        self._number = -1
        self._practice = True

    @property
    def _now(self) -> Solved:
        return cast("Solved", self.task.situation)

    def opening(self) -> Iterator[str]:
        yield from task_lines(self._now.puzzle)
        yield from how_to_move(self._now.puzzle)

    def aid(self) -> Iterator[str]:
        yield from super().aid()
        yield "A hint, the solution or a second try ends the scored try: you are asked first."

    def said(self, situation: Situation) -> str:
        now = cast("Solved", situation)
        if now.shown:
            return ""
        if now.verdict == "solved" and not now.exploring and now.seconds:
            return f"Solved. {puzzle_words.solved(now.tried, now.hints, time_of(now.seconds))}"
        return f"Missed. {now.said}" if now.warning and now.verdict == "wrong" and now.said else now.said

    def unasked(self) -> str:
        if self._now.exploring:
            return "The game is over here. Type return to go back to the puzzle."
        return "This try has missed. Type back to take the move back, or again to start again."

    async def show(
        self, before: Any, events: Sequence[Event], sides: Sequence[str] | None = None, **how: Any
    ) -> None:
        """Tell what happened; a solution is told in lines of its own."""
        if not self._now.shown:
            await super().show(before, events, sides, **how)

    def rules(self) -> Iterator[str]:
        puzzle = self._now.puzzle
        yield f"The task: {puzzle.goal.sentence} {puzzle_words.meaning(puzzle)}"
        yield from words.rules(self._now.match)

    def changed(self) -> None:
        """Tell what happened; what came of a scored try; and what stands on the board where it is another."""
        super().changed()
        now = self._now
        if now.practice and not self._practice:
            self.tell(_rating(now))
        self._practice = now.practice
        back = now.asked and now.number != self._number and not now.last
        if back and self._number >= 0:
            self.tell(words.board(now.match))
        self._number = now.number if now.asked else self._number

    def end(self, situation: Situation) -> bool | None:
        """Once it is solved; a solution that was shown does not end it in words."""
        now = cast("Solved", situation)
        if now.verdict == "solved" and not now.shown:
            return True
        if now.shown and now.seconds:
            self.tell(solution_lines(now.puzzle))
            return False
        return None

    def asks(self, situation: Situation) -> str:
        now = cast("Solved", situation)
        if now.exploring:
            return "Your move, or return?" if now.asked else "Return or quit?"
        if now.verdict == "wrong":
            return "Again, back, explore, solution or quit?"
        left = f" ({plural(now.turns, 'turn')} left)" if now.puzzle.goal.turns > 1 else ""
        return f"{now.names[now.solver]}, your move{left}?"


def _rating(now: Solved) -> Iterator[str]:
    """How the scored try has changed the rating."""
    game = now.puzzle.game
    old, new = now.record.before, now.record.rating
    was, is_now = round(old.number), round(new.number)
    if was != is_now:
        yield f"Your rating at puzzles of {game.title}: {was:,} to {is_now:,}{UNSURE if new.provisional else '.'}"

"""A puzzle solved line by line, in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from marbles_tui.core import IllegalMove, Move
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.share import time_of
from marbles_tui.table import puzzle_words
from marbles_tui.table.solving import Answer, Solving
from marbles_tui.text import words
from marbles_tui.text.talk import Ask, Put, tell

COMMANDS: Final = {
    "board": "the position, in words and as a diagram",
    "moves": "the moves that are legal now",
    "what MOVE": "what a move would do; it is not played",
    "hint": "the next move",
    "solution": "the moves of the solution",
    "again": "start again",
    "back": "take back a move that missed",
    "rules": "how the game is played",
    "help": "these commands",
    "quit": "leave",
}
"""What can be typed besides a move, and what it does."""

COSTLY: Final = {"hint": "a hint", "solution": "the solution", "again": "a second try"}
"""Commands that end the scored try, and what they bring."""

TWICE: Final = "A hint, the solution or a second try ends the scored try: type the word twice then."

Scored = Callable[[Solving, float], Iterable[str]]
"""Hears once whether the puzzle was solved at the first try, and the seconds; gives lines to show."""


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


class PuzzleText:
    """One puzzle, solved by what `ask` gives."""

    def __init__(
        self,
        puzzle: Puzzle,
        ask: Ask,
        put: Put,
        scored: Scored,
        *,
        daily: bool = False,
        practice: bool = False,
    ) -> None:
        """`practice`: the scored try has been had."""
        self._solving = Solving(puzzle)
        self._puzzle = puzzle
        self._ask = ask
        self._put = put
        self._scored = scored
        self._daily = daily
        self._told = practice
        self._asked = ""
        self._began = time.monotonic()

    @property
    def told(self) -> tuple[str, int, int, float]:
        """What the text to share needs: the signs, the number of the try, the hints and the seconds."""
        solving = self._solving
        return solving.marks, solving.number, solving.hints, time.monotonic() - self._began

    async def play(self) -> bool:
        """Go on until it is solved or left; whether it is solved."""
        self._tell(task_lines(self._puzzle))
        self._tell(how_to_move(self._puzzle))
        while self._solving.verdict != "solved":
            wrong = self._solving.verdict == "wrong"
            self._tell(["Again, back, solution or quit?" if wrong else f"{self._turn}, your move?"])
            line = await self._ask()
            if line is None:
                return False
            word = sanitize_line(line.strip(), 40)
            command = word.lower()
            if command in ("quit", "q"):
                return False
            if not self._command(command) and word:
                self._try(word)
        return True

    @property
    def _turn(self) -> str:
        """The solver's side."""
        return self._puzzle.game.sides[self._solving.solver]

    def _costs(self, word: str, what: str) -> bool:
        """Whether a command would end the scored try and is typed for the first time: then say so."""
        if self._told or self._asked == word:
            return False
        self._asked = word
        self._tell([f"{puzzle_words.costs(what, self._daily)} Type it once more to go on: {word}."])
        return True

    def _command(self, word: str) -> bool:
        """Do what a word says that is no move; whether it is one."""
        solving = self._solving
        if word == "r":
            word = "again"
        if word != self._asked:
            self._asked = ""
        if word in COSTLY and self._could(word) and self._costs(word, COSTLY[word]):
            return True
        if word == "board":
            self._tell(words.board(self._match()))
        elif word == "moves":
            self._tell(words.legal(self._match()))
        elif word in ("help", "?"):
            self._tell(f"  {name}: {does}" for name, does in COMMANDS.items())
            self._tell(filter(None, [TWICE, self._puzzle.game.reading]))
        elif word.split()[:1] == ["what"]:
            self._tell(words.tried(self._match(), word.removeprefix("what").strip()))
        elif word == "rules":
            self._tell([f"The task: {self._puzzle.goal.sentence} {puzzle_words.meaning(self._puzzle)}"])
            self._tell(words.rules(self._match()))
        elif word == "hint":
            self._hint()
        elif word == "solution":
            solving.solution()
            self._score()
            self._tell(solution_lines(self._puzzle))
        elif word == "again":
            if solving.moves:
                solving.again()
                self._score()
            self._tell(words.board(self._match()))
        elif word == "back":
            self._back()
        else:
            return False
        return True

    def _back(self) -> None:
        if self._solving.verdict != "wrong":
            self._tell(["Only a move that missed is taken back. Type again to start again."])
            return
        self._solving.back()
        self._tell(words.board(self._match()))

    def _could(self, word: str) -> bool:
        """Whether a command that costs something would do anything."""
        solving = self._solving
        return bool(solving.hint) if word == "hint" else word == "solution" or bool(solving.moves)

    def _hint(self) -> None:
        solving = self._solving
        if not solving.hint:
            self._tell(["There is no hint here. Type again to start again."])
            return
        solving.hints += 1
        self._score()
        move: Any = self._puzzle.game.find(solving.position, solving.hint)
        self._tell([puzzle_words.hint(self._puzzle.game, solving.position, move)])

    def _try(self, word: str) -> None:
        solving, game = self._solving, self._puzzle.game
        if solving.verdict == "wrong":
            self._tell(["This try has missed. Type back to take the move back, or again to start again."])
            return
        before = solving.position
        try:
            move: Move = game.find(before, word)
        except IllegalMove as error:
            self._tell([f"{error}."])
            return
        answer = solving.try_(move)
        after = self._say(before, (move,))
        if answer.verdict == "wrong":
            self._tell([f"Missed. {self._why(before, move, answer)}"])
            self._say(after, answer.replies)
            self._score()
        elif answer.verdict == "solved":
            self._say(after, answer.replies)
            seconds = time.monotonic() - self._began
            self._tell([f"Solved. {puzzle_words.solved(solving.number, solving.hints, time_of(seconds))}"])
            self._score()
        elif answer.replies:
            self._tell([f"Right. {game.sides[1 - solving.solver]} answers."])
            self._say(after, answer.replies)
            self._tell([f"{plural(solving.turns, 'turn')} left."])
        else:
            self._tell(["Right. Your turn goes on."])

    def _why(self, before: Any, move: Move, answer: Answer) -> str:
        return puzzle_words.wrong(self._puzzle, before.play(move), answer.replies, self._solving.solver)

    def _say(self, position: Any, moves: Iterable[Move]) -> Any:
        """Tell moves step by step; the position after them."""
        game, names = self._puzzle.game, self._puzzle.game.sides
        for move in moves:
            position, events = game.tell(position, move)
            self._tell(filter(None, (game.told(event, names) for event in events)))
        return position

    def _score(self) -> None:
        if not self._told:
            self._told = True
            self._tell(self._scored(self._solving, time.monotonic() - self._began))

    def _match(self) -> Any:
        return puzzle_words.match_of(self._puzzle, self._solving.moves)

    def _tell(self, lines: Iterable[str]) -> None:
        tell(self._put, lines)

"""A first lesson, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from marbles_tui.core import IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.lessons import DONE, Lesson, Step, steps_done, worded
from marbles_tui.text import words
from marbles_tui.text.talk import Ask, Put, tell

COMMANDS: Final = {
    "board": "the position, in words and as a diagram",
    "moves": "the moves that are legal here",
    "what MOVE": "what a move would do; it is not played",
    "back": "the step before",
    "skip": "the next step",
    "help": "these commands",
    "quit": "leave; your place is kept",
}
"""What can be typed besides a move, and what it does."""


class TextLesson:
    """A lesson that is done by what `ask` gives.

    `keep` takes how far the lesson is done, as the settings keep it.
    """

    def __init__(
        self,
        lesson: Lesson,
        kept: str,
        ask: Ask,
        put: Put,
        keep: Callable[[str], None],
        *,
        after: str = "",
    ) -> None:
        """`after`: how the game is played once the lesson is done, a sentence; on the command line if ""."""
        self._after = after or f"To play: marbles-tui play {lesson.game.key} --text"
        self._lesson = lesson
        self._at = steps_done(kept, lesson.steps) % len(lesson.steps)
        self._ask, self._put, self._keep = ask, put, keep

    @property
    def _step(self) -> Step:
        return self._lesson.steps[self._at]

    async def play(self) -> bool:
        """Go through the steps until the last is done; False if the lesson is left before."""
        game, steps = self._lesson.game, self._lesson.steps
        self._tell([f"{game.title}, first lesson: {len(steps)} steps. Type what a step asks for, or help."])
        self._tell(["Type what and a move, and you are told what it would do before you play it."])
        self._tell(filter(None, [game.reading]))
        self._begin()
        while True:
            self._put(f"Step {self._at + 1} of {len(steps)}: {self._wanted()}?")
            line = await self._ask()
            if line is None or (word := line.strip().lower()) == "quit":
                return False
            if word == "back" or word == "skip":
                if not self._go(-1 if word == "back" else 1):
                    return True
            elif not self._answer(word, sanitize_line(line.strip(), words.WORD)):
                return True

    def _answer(self, word: str, typed: str) -> bool:
        """Do what was typed; False once the last step is done."""
        if word == "board":
            self._tell(words.board(self._step.match))
        elif word == "moves":
            self._tell(words.legal(self._step.match))
        elif word.split()[:1] == ["what"]:
            self._tell(words.tried(self._step.match, typed[len("what") :].strip()))
        elif word == "help":
            self._tell(f"  {name}: {does}" for name, does in COMMANDS.items())
            self._tell(filter(None, [self._lesson.game.reading]))
        elif self._step.rolls:
            return word not in ("", "roll") or self._done(str(self._step.right[0]))
        elif typed:
            return self._done(typed)
        return True

    def _done(self, typed: str) -> bool:
        """Play a move, or say why it is not the one; False once the last step is done."""
        game, step = self._lesson.game, self._step
        try:
            move = game.find(step.match.position, typed)
        except IllegalMove as error:
            self._tell([f"{error}."])
            return True
        if answer := step.answer(move):
            self._tell([self._worded(answer)])
            return True
        for ply in step.play(move):
            self._tell(filter(None, (game.say(event, game.sides) for event in ply.events)))
        self._tell([self._worded(step.done), ""])
        return self._go(1)

    def _go(self, by: int) -> bool:
        """Another step; False behind the last one."""
        count = len(self._lesson.steps)
        if self._at + by >= count:
            self._keep(DONE)
            self._tell([f"That was the lesson. {self._after}"])
            return False
        self._at = max(0, self._at + by)
        self._keep(str(self._at))
        self._begin()
        return True

    def _begin(self) -> None:
        step = self._step
        self._tell([self._worded(step.says)])
        if not step.marked:
            self._tell([self._worded(step.task)])
        self._tell(words.board(step.match))

    def _wanted(self) -> str:
        """What is to be typed."""
        step = self._step
        if step.rolls:
            return "press Enter to roll, ready"
        if step.marked:
            return f"type {step.right[0]}"
        few = words.few_moves(step.match)
        return f"your move, {' or '.join(map(str, few))}" if few else "your move"

    def _worded(self, said: str) -> str:
        return worded(said, self._lesson.game.sides)

    def _tell(self, lines: Iterable[str]) -> None:
        tell(self._put, lines)

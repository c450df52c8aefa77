"""A first lesson, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from marbles_tui.core import IllegalMove
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.lessons import Lesson, Step, steps_done, with_step, worded
from marbles_tui.store import load, save
from marbles_tui.text import words
from marbles_tui.text.talk import Ask, Put, tell

COMMANDS: Final = {
    "board": "the position, in words and as a diagram",
    "moves": "the moves that are legal here",
    "what MOVE": "what a move would do; it is not played",
    "back": "the step before",
    "skip": "the next step; this one is not done then",
    "help": "these commands",
    "quit": "leave; what you have done is kept",
}
"""What can be typed besides a move, and what it does."""


def keep_step(lesson: Lesson, at: int) -> str:
    """Note in the settings that a step has been done; "" or, in one line, why it is not kept."""
    settings = load()[0]
    return save(replace(settings, lessons=with_step(settings.lessons, lesson, at)))


class TextLesson:
    """A lesson that is done by what `ask` gives. How far somebody has come is kept in the settings."""

    def __init__(
        self,
        lesson: Lesson,
        kept: str,
        ask: Ask,
        put: Put,
        *,
        after: str = "",
    ) -> None:
        """`kept`: what is kept of the lesson. `after`: how the game is played once it is done, a sentence; on the
        command line if ""."""
        self._not_kept: int | None = None
        """The furthest step that was done and is not kept."""
        self._after = after or f"To play: marbles-tui play {lesson.game.key} --text"
        self._lesson = lesson
        self._at = steps_done(kept, lesson.steps) % len(lesson.steps)
        self._ask, self._put = ask, put

    @property
    def _step(self) -> Step:
        return self._lesson.steps[self._at]

    def keep(self) -> str:
        """Keep what was done and is not kept yet; "" or, in one line, why it is not."""
        trouble = "" if self._not_kept is None else keep_step(self._lesson, self._not_kept)
        if not trouble:
            self._not_kept = None
        return trouble

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
                self._turn(-1 if word == "back" else 1)
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
            self._tell(filter(None, (game.told(event, game.sides) for event in ply.events)))
        self._tell([self._worded(step.done), ""])
        self._not_kept = max(self._at, self._not_kept or 0)
        self._tell(filter(None, [self.keep()]))
        if self._at + 1 == len(self._lesson.steps):
            self._tell([f"That was the lesson. {self._after}"])
            return False
        self._turn(1)
        return True

    def _turn(self, by: int) -> None:
        """Another step, if there is one."""
        if self._at + by == len(self._lesson.steps):
            self._tell(["This is the last step; once you have done it, the lesson is done."])
            return
        self._at = max(0, self._at + by)
        self._begin()

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

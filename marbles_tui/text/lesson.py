"""A first lesson, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, cast

from marbles_tui.play.lessons import Lesson, with_step
from marbles_tui.store import load, save
from marbles_tui.table.tasks.learn import Learn, Learning
from marbles_tui.text import words
from marbles_tui.text.line_face import LineFace
from marbles_tui.text.talk import Ask, Put


class TextLesson(LineFace[Learning]):
    """A lesson that is done by what `ask` gives. How far somebody has come is kept in the settings."""

    commands: ClassVar = {
        "board": "the position, in words and as a diagram",
        "moves": "the moves that are legal here",
        "what MOVE": "what a move would do; it is not played",
        "back": "the step before",
        "skip": "the next step; this one is not done then",
        "help": "these commands",
        "quit": "leave; what you have done is kept",
    }

    def __init__(self, lesson: Lesson, kept: str, ask: Ask, put: Put, *, after: str = "") -> None:
        """`kept` of the lesson. `after`: how the game is played once it is done, a sentence; on the command line if
        ""."""
        self._not_kept: int | None = None
        """The furthest step that was done and is not kept."""
        self._after = after or f"To play: marbles-tui play {lesson.game.key} --text"
        self._step = 0
        self._done = False
        super().__init__(Learn(lesson, kept, self._keep, self._end), ask, put)

    def _keep(self, at: int) -> None:
        self._not_kept = max(at, self._not_kept or 0)

    def _end(self, where: str) -> None:
        self._done = True

    def keep(self) -> str:
        """Keep what was done and is not kept yet; "" or, in one line, why it is not."""
        if self._not_kept is None:
            return ""
        settings = load()[0]
        assert isinstance(self.task, Learn)
        trouble = save(
            replace(settings, lessons=with_step(settings.lessons, self.task.lesson, self._not_kept))
        )
        if not trouble:
            self._not_kept = None
        return trouble

    def opening(self) -> Iterator[str]:
        yield f"{self.task.game.title}, first lesson: {self.now.steps} steps. Type what a step asks for, or help."
        yield "Type what and a move, and you are told what it would do before you play it."
        if self.task.game.reading:
            yield self.task.game.reading

    def changed(self) -> None:
        """Tell what happened; of another step, what it asks for and what stands on the board."""
        now = self.now
        another, self._step = now.step != self._step, now.step
        super().changed()
        if another:
            if not now.guided:
                self.tell([now.prompt])
            self.tell(words.board(now.match))
        elif now.done:
            self.tell(["", *filter(None, [self.keep()])])

    def end(self, now: Learning) -> bool | None:
        """Go on to the next step once one is done."""
        if now.done:
            self.task.do("go_on")
        if self._done:
            self.tell([f"That was the lesson. {self._after}"])
        return self._done or None

    def asks(self, now: Learning) -> str:
        step = cast("Learn", self.task).step
        if step.rolls:
            wanted = "press Enter to roll, ready"
        elif step.marked:
            wanted = f"type {step.right[0]}"
        else:
            few = words.few_moves(step.match)
            wanted = f"your move, {' or '.join(map(str, few))}" if few else "your move"
        return f"Step {now.step} of {now.steps}: {wanted}?"

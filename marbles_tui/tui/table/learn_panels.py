"""What stands above and below the board of a lesson: which step it is, and its two lines of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.table.tasks.learn import Learning
from marbles_tui.tui.kit.lettering import Lettering
from marbles_tui.tui.table.panels import Panels, Stage

LEAST: Final = 60
"""Columns from which there is room to say that it is a first lesson."""


class LessonHead(Horizontal):
    """The name of the game, in big letters where there is room, and a marble for each step."""


class LearnPanels(Panels):
    """The step above the board; below it what is so, and what to do."""

    classes = "lesson"
    help_page = "lessons"
    title = "Lesson"

    def __init__(self, name: str) -> None:
        """The name of the game, in capitals."""
        super().__init__()
        self.name, self.step = Lettering(), Static()
        self.name.text = name
        self.status.guiding = True

    def compose(self, board: Widget) -> Iterable[Widget]:
        """One below the other."""
        return LessonHead(self.name, self.step), board, self.status

    def show(self, situation: Learning, stage: Stage) -> None:
        """Which step it is."""
        step, steps = situation.step, situation.steps
        done = Content.assemble(("● " * step, "bold $accent"), ("○ " * (steps - step), "$text-muted"))
        what = "first lesson   " if self.step.app.size.width >= LEAST else ""
        self.step.update(Content.assemble(what, done, f"step {step} of {steps}"))

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Both lines; a wrong move is an answer, too."""
        self.status.said, self.status.prompt = said, prompt

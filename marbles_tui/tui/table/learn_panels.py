"""What stands above and below the board of a lesson: which step it is, and its two lines of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.table.tasks.learn import Learning
from marbles_tui.tui.kit.big_letters import SMALL_FACE, paint_word
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.lettering import shade
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.table.board_screen import Panels, Stage

TALL: Final = 5
"""Rows from which on the name is written in big letters."""

VAST: Final = 8
"""Rows from which on they are twice as large."""


class LearnPanels(Panels):
    """The step above the board, its two lines below."""

    classes = "lesson"
    help_page = "lessons"
    title = "Lesson"

    def __init__(self, title: str) -> None:
        """The name of the game, in capitals."""
        self.head, self.words = LessonHead(), LessonWords()
        self.head.title = title

    def compose(self, board: Widget) -> Iterable[Widget]:
        """One below the other."""
        return self.head, board, self.words

    def show(self, situation: Learning, stage: Stage) -> None:
        """Which step it is."""
        del stage
        self.head.at = (situation.step, situation.steps)

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Both lines."""
        del warning
        self.words.lines = (said, prompt)


class LessonHead(CanvasWidget):
    """The game, and how far its lesson has come: a marble for each step."""

    DEFAULT_CSS = "LessonHead { height: 1; width: 1fr; }"

    title: reactive[str] = reactive("", init=False, repaint=False)
    """The name of the game, in capitals."""

    at: reactive[tuple[int, int]] = reactive((0, 1), init=False, repaint=False)
    """Steps begun or done, and steps in all."""

    watch_title = watch_at = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Big letters where there is room; the step at the right."""
        step, count = self.at
        full, empty = ("*", ".") if look.skin.plain else ("●", "○")
        where = f"step {step} of {count}"
        if canvas.height < TALL:
            canvas.text(2, 0, self.title, look.accent, bold=True)
            what = 2 + cell_len(self.title) + 3
            right = canvas.width - 2 - len(where)
            canvas.text(right, 0, where, look.muted)
            left = right - 2 * count - 1
            _marbles(canvas, left, 0, self.at, full, empty, look)
            if what + len("first lesson") < left:
                canvas.text(what, 0, "first lesson", look.text)
            return
        scale, margin = (2, 5) if canvas.height >= VAST else (1, 3)
        self._write_title(canvas, margin, scale, look)
        right = canvas.width - margin
        said = f"first lesson, {where}"
        row = 1 + scale
        canvas.text(right - len(said), row, said, look.text)
        _marbles(canvas, right - 2 * count + 1, row + 1, self.at, full, empty, look)

    def _write_title(self, canvas: Canvas, left: int, scale: int, look: Look) -> None:
        room, drawn = canvas.width - 2 * left - 30, look.skin.shaded and look.coloured
        if drawn and SMALL_FACE.has(self.title) and scale * SMALL_FACE.width(self.title) <= room:
            paint_word(canvas, SMALL_FACE, self.title, left, 2, shade(look), stretch=scale, across=scale)
        else:
            canvas.text(left, 2, self.title, look.accent, bold=True)


def _marbles(
    canvas: Canvas, left: int, row: int, at: tuple[int, int], full: str, empty: str, look: Look
) -> None:
    step, count = at
    for number in range(count):
        begun = number < step
        canvas.text(
            left + 2 * number, row, full if begun else empty, look.accent if begun else look.muted, bold=begun
        )


class LessonWords(Static):
    """Two lines in a panel with a bar: the first says what is so, the second what to do."""

    DEFAULT_CSS = """
    LessonWords {
        height: 2; width: 1fr; margin: 1 0; padding: 0 1; border-left: thick $accent; background: $panel;
        content-align: left middle;
    }
    .-wide LessonWords { padding: 0 1 0 2; }
    .-vast LessonWords { padding: 0 1 0 4; }
    .-lined LessonWords { background: $background; border-left: heavy $foreground; }
    """

    lines: reactive[tuple[str, str]] = reactive(("", ""), init=False)
    """What is so, and what to do."""

    def watch_lines(self, lines: tuple[str, str]) -> None:
        """Say it."""
        self.update(Content.assemble((lines[0], "bold $foreground"), "\n", lines[1]))

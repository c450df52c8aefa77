"""The words of the moment below a puzzle."""

from __future__ import annotations

from textual.geometry import Region
from textual.reactive import reactive

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.colour import packed
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import fill, filled, fit, on_panel
from marbles_tui.tui.puzzles.facts import wrap


class PuzzleWords(CanvasWidget):
    """What just happened, bold, and what may be done; a wrong move is told on plain ground."""

    DEFAULT_CSS = "PuzzleWords { width: 1fr; height: 1; }"

    said: reactive[str] = reactive("", init=False, repaint=False)
    """What just happened."""

    prompt: reactive[str] = reactive("", init=False, repaint=False)
    """What may be done."""

    wrong: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether `said` tells why a move misses."""

    def __init__(self, *, beside: bool = False) -> None:
        """`beside`: in few columns beside the board."""
        super().__init__()
        self._beside = beside

    def watch_said(self) -> None:
        """Write it."""
        self.repaint()

    watch_prompt = watch_wrong = watch_said

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Two lines, or both on one where they fit."""
        on = look
        beside = self._beside
        if filled(look) and not self.wrong and canvas.height > 1 and not beside:
            on = on_panel(look)
            fill(canvas, Region(0, 0, canvas.width, canvas.height), on.ground)
        left = 0 if beside else 3 if canvas.width >= 100 else 2 if canvas.width >= 80 else 1
        room = canvas.width - 2 * left
        error = packed(self.app.current_theme.error)
        ink = error if self.wrong and error is not None and filled(look) else on.bright
        if canvas.height > 1:
            lines = wrap(self.said, room)
            for row, line in enumerate(lines[: canvas.height]):
                canvas.text(left, row, line, ink, bold=True)
            prompt = wrap(self.prompt, room) if beside else [fit(self.prompt, room)]
            for row, line in enumerate(prompt[: canvas.height - len(lines)], len(lines)):
                canvas.text(left, row, line, on.text)
            return
        both = f"{self.said}  {self.prompt}".strip()
        if len(both) <= room and self.said and self.prompt:
            canvas.text(left, 0, self.said, ink, bold=True)
            canvas.text(left + len(self.said) + 2, 0, self.prompt, on.text)
        elif self.said:
            canvas.text(left, 0, fit(self.said, room), ink, bold=True)
        else:
            canvas.text(left, 0, fit(self.prompt, room), on.text)

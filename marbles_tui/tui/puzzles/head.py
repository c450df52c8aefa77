"""What stands above a puzzle: its name in big letters, or in a line with the goal below it."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region
from textual.reactive import reactive

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.lettering import LETTERS, TALL, lit, pixels, width
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import fill, filled, fit, on_panel
from marbles_tui.tui.puzzles.facts import Heading, ResultFacts, SideFacts

ROOMY: Final = (100, 32)
"""Columns and rows from which there are big letters."""

EMPTY: Final = Heading("", "", (), "")


class PuzzleHead(CanvasWidget):
    """Title, game and number; when the puzzle is over, how it went."""

    DEFAULT_CSS = "PuzzleHead { width: 1fr; height: 3; }"

    heading: reactive[Heading] = reactive(EMPTY, init=False, repaint=False)
    """Which puzzle this is."""

    facts: reactive[SideFacts] = reactive(SideFacts(), init=False, repaint=False)
    """The goal, for where it stands here."""

    result: reactive[ResultFacts | None] = reactive(None, init=False, repaint=False)
    """How it went, once it is over."""

    def watch_heading(self) -> None:
        """Write it."""
        self.repaint()

    watch_facts = watch_result = watch_heading

    @property
    def roomy(self) -> bool:
        """Whether there is room for big letters."""
        size = self.app.size
        return size.width >= ROOMY[0] and size.height >= ROOMY[1]

    def draw(self, canvas: Canvas, look: Look) -> None:
        """All of it."""
        if self.roomy:
            self._draw_big(canvas, look)
        else:
            self._draw_lines(canvas, look)

    def _draw_big(self, canvas: Canvas, look: Look) -> None:
        heading, result = self.heading, self.result
        right = canvas.width - 3
        word = result.word if result else heading.title
        scale = 2 if result and look.skin.shaded else 1
        paint_letters(canvas, word, 3, 1, scale, look, warm=not result or result.good)
        first = f"{heading.title.capitalize()}, {heading.short}" if result else heading.game
        notes = heading.notes[:1] if result else heading.notes
        canvas.text(right - len(first), 1, first, look.bright, bold=True)
        for row, note in enumerate(notes, 2):
            canvas.text(right - len(note), row, note, look.muted)
        if result:
            canvas.text(3, 7, fit(result.sentence, canvas.width - 6), look.bright, bold=True)

    def _draw_lines(self, canvas: Canvas, look: Look) -> None:
        heading, result, facts = self.heading, self.result, self.facts
        left = 2 if canvas.width >= 80 else 1
        canvas.text(left, 0, heading.title.upper(), look.accent, bold=True)
        canvas.text(left + len(heading.title) + 3, 0, heading.game, look.text)
        if canvas.height == 1:
            canvas.text(canvas.width - left - len(facts.goal), 0, facts.goal, look.bright, bold=True)
            return
        short = heading.short
        if left + len(heading.title) + 6 + len(heading.game) + len(short) < canvas.width:
            canvas.text(canvas.width - left - len(short), 0, short, look.muted)
        on = on_panel(look)
        if filled(look):
            fill(canvas, Region(0, 1, canvas.width, canvas.height - 1), on.ground)
        if result:
            at, low = left, canvas.height - 1
            if canvas.height >= 5:
                paint_letters(canvas, result.word, left, 1.5, 1, on, warm=result.good)
            else:
                canvas.text(left, 1, result.word, on.accent if result.good else on.text, bold=True)
                at += len(result.word) + 2 if low == 1 else 0
            canvas.text(at, low, fit(result.sentence, canvas.width - at - left), on.bright, bold=True)
            return
        canvas.text(left, 1, facts.goal, on.bright, bold=True)
        if canvas.height == 2:
            told = (facts.rules if facts.slim else f"{facts.own} {facts.rules}").strip()
            room = canvas.width - 2 * left - len(facts.goal) - 2
            canvas.text(
                left + len(facts.goal) + 2,
                1,
                told if len(told) <= room or facts.slim else fit(facts.own, room),
                on.text,
            )
        rest = f"{facts.roles} {facts.rules}".strip()
        if canvas.height > 2:
            shown = rest if len(rest) <= canvas.width - 2 * left else facts.roles
            canvas.text(left, 2, fit(shown, canvas.width - 2 * left), on.text)
            if (
                shown is not rest
                and facts.rules
                and len(facts.goal) + 3 + len(facts.rules) < canvas.width - 2 * left
            ):
                canvas.text(left + len(facts.goal) + 2, 1, facts.rules, on.text)


def paint_letters(
    canvas: Canvas, word: str, x: int, y: float, scale: int, look: Look, *, warm: bool = True
) -> None:
    """A word in big letters from a cell on, gold or in the colour of words; small where that is not to be had."""
    text = word.upper()
    drawn = all(letter in LETTERS for letter in text)
    if not drawn or not look.skin.shaded or x + scale * width(text) > canvas.width:
        canvas.text(x, int(y) + 1, text, look.accent if warm else look.text, bold=True)
        return
    for dx, dy, _ in pixels(text):
        colour = lit(look, dy) if warm else look.text
        canvas.fill(x + scale * dx, int(2 * y) + scale * dy, scale, scale, colour)


ROWS: Final = (TALL + 1) // 2
"""Rows of cells that letters take."""

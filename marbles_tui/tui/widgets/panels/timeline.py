"""A match from its start to its end, with a mark where it is looked at; after a review also how it stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual import events
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget

FIRST: Final = 0xE0A040
SECOND: Final = 0x4F9FE8
"""The colours of what is good for the first seat, and for the others."""


class Timeline(CanvasWidget):
    """A column stands for one or more plies; a click or a drag goes to one."""

    DEFAULT_CSS = """
    Timeline { height: 1; width: 1fr; }
    Timeline.reviewed { height: 3; }
    .-tall Timeline.reviewed { height: 5; }
    """

    ply: reactive[int] = reactive(0, init=False)
    """Where the match is looked at."""

    shares: reactive[tuple[float | None, ...]] = reactive((), init=False)
    """After each ply, how good it stands for the first seat, from -1 to 1; None where it is not known."""

    turning: reactive[frozenset[int]] = reactive(frozenset(), init=False)
    """The plies that were turning points."""

    @dataclass
    class Chosen(Message):
        """A ply was pointed at and is to be shown."""

        ply: int

    def __init__(self, plies: int) -> None:
        super().__init__()
        self._plies = plies

    def watch_ply(self) -> None:
        """Another ply is shown."""
        self.repaint()

    def watch_shares(self) -> None:
        """More is known."""
        self.repaint()

    def watch_turning(self) -> None:
        """More is known."""
        self.repaint()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The track, or the plot above it."""
        if self.shares and canvas.height > 1:
            self._plot(canvas, look)
        track = canvas.height - 1
        skin = look.skin
        here = self._column(self.ply, canvas.width)
        points = {self._column(ply, canvas.width) for ply in self.turning}
        line = "-" if skin.plain else "─"
        for x in range(canvas.width):
            sign = "!" if x in points else skin.marble if x == here else line
            ink = look.bright if x == here else look.threat if x in points else look.muted
            ground = look.trace if x == here and x in points else None
            canvas.text(x, track, sign, ink, ground, bold=x == here or x in points)

    def _plot(self, canvas: Canvas, look: Look) -> None:
        """Above the middle it stands better for the first seat, below it for the others."""
        rows = canvas.height - 1
        pixels = look.skin.shaded and look.coloured
        steps = rows * 2 if pixels else rows
        for x in range(canvas.width):
            share = self._share(x, canvas.width)
            if share is None:
                continue
            middle = steps / 2
            end = middle - share * middle
            low, high = sorted((round(middle), round(end)))
            colour = FIRST if share > 0 else SECOND
            if pixels:
                canvas.fill(x, low, 1, max(1, high - low), colour)
                continue
            sign = ("#" if share > 0 else "o") if look.skin.plain else ("█" if share > 0 else "▒")
            for y in range(low, max(high, low + 1)):
                canvas.text(x, min(y, rows - 1), sign if high > low else "-", look.material_ink(colour))

    def _share(self, x: int, width: int) -> float | None:
        ply = self._ply(x, width)
        return self.shares[ply] if ply < len(self.shares) else None

    def _column(self, ply: int, width: int) -> int:
        return round(ply * (width - 1) / self._plies) if self._plies else 0

    def _ply(self, x: int, width: int) -> int:
        return round(x * self._plies / max(1, width - 1))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go there, and follow the mouse while it is held."""
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow."""
        if event.button:
            self._go(event)

    def on_mouse_up(self) -> None:
        """Let go."""
        self.release_mouse()

    def _go(self, event: events.MouseEvent) -> None:
        x = max(0, min(self.content_size.width - 1, event.x))
        self.post_message(self.Chosen(self._ply(x, self.content_size.width)))

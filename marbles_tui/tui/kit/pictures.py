"""Pictures that stand beside words: a board in small, numbers in big figures, a course on a true scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final, NamedTuple, Self

from textual.reactive import reactive
from textual.timer import Timer

from marbles_tui.core import AnyBoard, Cell, Game
from marbles_tui.core.frame import Frame
from marbles_tui.core.palette import mix
from marbles_tui.core.scene import Scene
from marbles_tui.tui.kit.big_letters import SMALL_FACE, down, paint_word
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget, OnGround
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import SceneWidget, room

LEAST: Final = (16, 5)
"""Columns and rows without which no board is shown."""

LEAST_SIGNS: Final = (46, 16)
"""Columns and rows from which on a board in signs is that of the table."""

PACE: Final = 0.22
"""Seconds for which each board on the way is seen."""

STEP: Final = 100
"""A scale begins and ends at a multiple of this."""

LEAST_SPAN: Final = 200
"""The least that a scale spans: a flat year looks flat."""


class SmallBoard(OnGround, SceneWidget):
    """A board of any game in small. It plays softly from one board to the next, and rests at the last; where nothing
    may move by itself it rests there at once."""

    DEFAULT_CSS = "SmallBoard { width: 1fr; height: 1fr; }"

    cursor: reactive[Cell | None] = reactive(None, init=False, repaint=False)
    """The place that is pointed at."""

    def __init__(
        self,
        game: Game | None = None,
        *boards: AnyBoard,
        id: str | None = None,
        small: bool = True,
        named: bool = True,
    ) -> None:
        """`small`: fewer and larger things are drawn than there are, where that tells as much; `named`: its places
        are named, where there is room."""
        super().__init__(id=id)
        self._small, self._named = small, named
        self._game, self._boards, self._step = game, boards, len(boards) - 1
        self._timer: Timer | None = None

    watch_cursor = CanvasWidget.show_anew

    @property
    def board(self) -> AnyBoard:
        """The board that is shown; None without one."""
        return self._boards[self._step] if self._boards else None

    def show(self, game: Game, *boards: AnyBoard) -> None:
        """Show these boards one after the other."""
        if (self._game, self._boards) == (game, boards):
            return
        moving = self.app.lively and self.app.animation_level != "none" and len(boards) > 1
        self._game, self._boards, self._step = game, boards, 0 if moving else len(boards) - 1
        self._stop()
        if moving:
            self._timer = self.set_interval(PACE, self._go_on)
        self.repaint()

    def clear(self) -> None:
        """Show nothing."""
        self._stop()
        self._boards = ()
        self.repaint()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        self._step = min(self._step + 1, len(self._boards) - 1)
        if self._step == len(self._boards) - 1:
            self._stop()
        self.repaint()

    def scene(self) -> Scene | None:
        """In small, but in signs as at the table where there is room for that; nothing in very few cells."""
        width, height = self.content_size
        if not self._game or not self._boards or width < LEAST[0] or height < LEAST[1]:
            return None
        roomy = width >= LEAST_SIGNS[0] and height >= LEAST_SIGNS[1]
        small = self._small and (self.look.skin.shaded or not roomy)
        return self._game.scene(
            Frame(self.board, cursor=self.cursor), room(width, height, small, self._named)
        )


class Figures(OnGround):
    """Numbers in big figures, each above what it counts; in few rows, or in signs, as they are."""

    DEFAULT_CSS = "Figures { width: 1fr; height: 4; }"

    counts: reactive[Sequence[tuple[int, str, str]]] = reactive((), init=False, repaint=False)
    """How many of what, and in which colour of the look."""

    watch_counts = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """One beside the other."""
        x, big = 0, canvas.height >= 4 and look.skin.shaded and look.coloured
        for count, what, role in self.counts:
            ink, text = getattr(look, role), str(count)
            if canvas.height == 1:
                canvas.text(x, 0, f"{count:,}", ink, bold=True)
                canvas.text(x + len(f"{count:,}") + 1, 0, what, look.muted)
                x += len(f"{count:,} {what}") + 3
                continue
            if big:
                rows = [mix(ink, look.ground, 0.1 * max(0, y - 1)) for y in range(SMALL_FACE.rows)]
                paint_word(canvas, SMALL_FACE, text, x, 0, down(rows))
                wide = SMALL_FACE.width(text)
            else:
                canvas.text(x, canvas.height - 2, f"{count:,}", ink, bold=True)
                wide = len(f"{count:,}")
            canvas.text(x, canvas.height - 1, what, look.muted)
            x += max(wide, len(what)) + (5 if canvas.width >= 50 else 3)


class Scale(NamedTuple):
    """From which number to which."""

    low: int
    high: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Self:
        """The scale in whole hundreds on which all of them lie."""
        least, most = min(numbers), max(numbers)
        low, high = floor(least / STEP) * STEP, ceil(most / STEP) * STEP
        while high - low < LEAST_SPAN:
            if high - most <= least - low:
                high += STEP
            else:
                low -= STEP
        return cls(low, high)

    def place(self, number: float, steps: int) -> int:
        """The step, from 0 at the top, at which a number lies."""
        return round((self.high - number) / (self.high - self.low) * (steps - 1))


class Curve(OnGround):
    """How a number went: its latest values on a scale of whole hundreds, with what they began at among them, and what
    it is now."""

    DEFAULT_CSS = "Curve { width: 1fr; height: 6; }"

    values: reactive[Sequence[float]] = reactive((), init=False, repaint=False)
    """Oldest first; nothing is drawn without any."""

    SCALE, NOW = 7, 7
    """Columns of the scale on the left, and of the last value on the right."""

    watch_values = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Lines at round numbers, the curve, its ground, and the last value beside its end."""
        left, wide = self.SCALE, canvas.width - self.SCALE - self.NOW
        if not self.values or wide < 4:
            return
        values = self.values[-wide:]
        scale, pixels = Scale.of(values), look.skin.shaded and look.coloured
        tall = 2 * canvas.height - 1 if pixels else canvas.height
        half = 2 if pixels else 1
        apart = next(
            by for by in (100, 200, 500, 10**6) if (scale.high - scale.low) // by * 2 <= canvas.height
        )
        for value in {*range(scale.high, scale.low - 1, -apart), scale.low}:
            y = scale.place(value, tall)
            if value != scale.low or (scale.high - value) % apart == 0 or apart == 10**6:
                self._line(canvas, look, left, y, wide, pixels)
                canvas.text(0, y // half, f"{value:>5,}", look.muted)
        heights = [scale.place(value, tall) for value in values]
        for x in range(wide):
            at = x * (len(heights) - 1) / max(1, wide - 1)
            one, other = heights[int(at)], heights[min(len(heights) - 1, int(at) + 1)]
            y = round(one + (other - one) * (at - int(at)))
            self._point(canvas, look, left + x, y, tall, pixels, x == wide - 1)
        now = f"{round(values[-1]):,}"
        canvas.text(left + wide + 1, heights[-1] // half, now, look.accent, bold=True)

    def _line(self, canvas: Canvas, look: Look, x: int, y: int, wide: int, pixels: bool) -> None:
        ink = mix(look.ground, look.text, 0.13)
        if pixels:
            canvas.fill(x, y, wide, 1, ink)
        else:
            canvas.text(x, y, ("." if look.skin.plain else "·") * wide, look.muted)

    def _point(self, canvas: Canvas, look: Look, x: int, y: int, tall: int, pixels: bool, last: bool) -> None:
        if pixels:
            canvas.fill(x, y + 1, 1, tall - y - 1, mix(look.ground, look.accent, 0.13))
            canvas.fill(x, y, 1, 1, look.bright if last else look.accent)
        else:
            canvas.text(x, y, "*" if look.skin.plain else "━", look.accent)

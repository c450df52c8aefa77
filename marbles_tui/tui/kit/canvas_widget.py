"""A widget that paints a canvas and refreshes only the cells that changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.color import ColorSystem
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.terminal_images import ImageBoard
from marbles_tui.tui.line_filters import guarded
from marbles_tui.tui.textual_patches.screens import DrawnOnce, Span


class CanvasWidget(ImageBoard, Widget):
    """The base of boards and pictures: they say what to paint, this puts it on the screen."""

    worn: Look | None = None
    """A look of its own; None for that of the app."""

    made_of: str = ""
    """What its marbles are made of; "" for what those of the app are."""

    _shown: Canvas | None = None

    @property
    def marbles(self) -> str:
        """What marbles are made of."""
        return self.made_of or self.app.marbles

    @property
    def look(self) -> Look:
        """The skin and the colours to paint with."""
        return self.worn or self.app.look

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Paint on a canvas that has the size of the widget and the colour of the ground."""
        raise NotImplementedError

    def repaint(self, *, at_once: bool = False) -> None:
        """Paint again; only the cells that look different are sent to the terminal. `at_once`: not together with what
        else changes in the same moment."""
        old = self._shown
        if old is None or not self.is_mounted:
            return
        if (old.width, old.height) != tuple(self.content_size):
            self.restyle()
            return
        new = self.painted()
        if new.grid != old.grid:
            self.restyle()
            return
        self._shown = new
        if regions := [Region(x, y, end - x, 1) for y, x, end in new.differences(old)]:
            screen = self.screen
            if not (at_once and isinstance(screen, DrawnOnce) and screen.draw_now(self, regions)):
                self.refresh(*regions)
        else:
            self.painted_alike()

    def show_anew(self) -> None:
        """For values whose change is seen: they are watched so."""
        self.repaint()

    def painted_alike(self) -> None:
        """It was painted again, and no cell has changed."""

    def restyle(self) -> None:
        """Paint all anew: in another size, skin or theme."""
        self._shown = None
        self.refresh()

    def on_unmount(self) -> None:
        """Let go of what was painted."""
        self._shown = None

    def render_line(self, y: int) -> Strip:
        """A row of the canvas."""
        size = self.content_size
        if self._shown is None or (self._shown.width, self._shown.height) != tuple(size):
            self._shown = self.painted()
        return self._shown.strip(y) if y < self._shown.height else Strip.blank(size.width)

    def write_spans(self, spans: Sequence[Span]) -> list[str] | None:
        """Parts of rows as the terminal gets them; None where anything is added to what is painted."""
        shown = self._shown
        if shown is None or (shown.width, shown.height) != tuple(self.size) or not self._is_bare:
            return None
        if not self.app.shows_colours_as_they_are or any(shown.splits_sign(*span) for span in spans):
            return None
        system = self.app.console._color_system or ColorSystem.TRUECOLOR
        return [shown.written(*span, system, guarded) for span in spans]

    @property
    def _is_bare(self) -> bool:
        """Whether it is seen as it is painted."""
        styles = self.styles
        around = styles.gutter or any(kind for kind, _ in styles.outline)
        changed = (
            styles.tint.a or self.opacity != 1.0 or styles.text_opacity != 1.0 or styles.has_rule("hatch")
        )
        return not (around or changed)

    def painted(self) -> Canvas:
        """What is to be seen, on a canvas that has the size of the widget."""
        look, size = self.look, self.content_size
        canvas = Canvas(size.width, size.height, look.ground, look.grid)
        canvas.depth = look.depth
        self.draw(canvas, look)
        return canvas


class OnGround(CanvasWidget):
    """Paints on the ground that its styles give it."""

    @property
    def look(self) -> Look:
        """As on that ground."""
        ground = self.background_colors[1]
        return self.app.look.on(ground.r << 16 | ground.g << 8 | ground.b)

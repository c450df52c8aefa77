"""The first line of a screen: what this is, and how fast it goes."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.tui.drawing.skins import BLOCKS, Skin
from marbles_tui.tui.drawing.speed import SPEEDS


class TopLine(Widget):
    """A title on the left; a note and the speed on the right."""

    DEFAULT_CSS = """
    TopLine { height: 1; width: 1fr; padding: 0 2; background: $panel; color: $foreground; }
    """

    headline: reactive[str] = reactive("")
    """The title."""

    note: reactive[str] = reactive("")
    """What sets this match apart: its start, its place in a series."""

    speed: reactive[int | None] = reactive(None)
    """The step of the speed, or None where nothing moves."""

    skin: reactive[Skin] = reactive(BLOCKS)
    """The glyphs to draw with."""

    def render(self) -> Content:
        """The line, as wide as there is room."""
        right = self.note
        if self.speed is not None:
            right = f"{right} {self.skin.dot} " if right else ""
            right += f"speed {self.gauge()}"
        room = self.content_size.width - cell_len(self.headline) - cell_len(right)
        if room < 1:
            right, room = "", max(0, self.content_size.width - cell_len(self.headline))
        return Content.assemble((self.headline, "bold"), " " * room, (right, "$text-muted"))

    def gauge(self) -> str:
        """The speed as a bar, faster to the right, and its name."""
        assert self.speed is not None
        steps = len(SPEEDS) - 1
        fast = steps - self.speed
        return self.skin.full * fast + self.skin.hollow * self.speed + f" {SPEEDS[self.speed].title}"

"""The first line of a screen: what this is, and how fast it goes."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.tui.kit.skins import BLOCKS, Skin
from marbles_tui.tui.kit.speed import SPEEDS


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
        """The line, with as much on the right as there is room for."""
        speed = "" if self.speed is None else f"speed {self.gauge()}"
        both = f" {self.skin.dot} ".join(filter(None, (self.note, speed)))
        width = self.content_size.width - cell_len(self.headline)
        right = next((text for text in (both, self.note, speed) if cell_len(text) < width), "")
        room = max(0, width - cell_len(right))
        return Content.assemble((self.headline, "bold"), " " * room, (right, "$text-muted"))

    def gauge(self) -> str:
        """The speed as a bar, faster to the right, and its name."""
        assert self.speed is not None
        steps = len(SPEEDS) - 1
        fast = steps - self.speed
        return self.skin.full * fast + self.skin.hollow * self.speed + f" {SPEEDS[self.speed].title}"

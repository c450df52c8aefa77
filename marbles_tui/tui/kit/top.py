"""What stands at the top of a screen: its first line, with how fast things are shown, and what a window shows that is
too small."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.look import BLOCKS, Skin


class Speed(NamedTuple):
    """A step of the speed: what it is called, and how long a beat of one second takes, in seconds."""

    title: str
    tempo: float


SPEEDS: Final = (
    Speed("instant", 0.0),
    Speed("very fast", 0.15),
    Speed("fast", 0.4),
    Speed("normal", 0.8),
    Speed("calm", 1.3),
    Speed("slow", 2.2),
    Speed("very slow", 4.0),
)
"""From instant to very slow; settings keep the number of the step."""


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


class TooSmall(Widget):
    """A calm request to enlarge the window, above everything else."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: too-small; dock: top; width: 100%; height: 100%;
        background: $background; color: $foreground; content-align: center middle; text-align: center;
    }
    """

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._needed = f"{columns} x {rows}"

    def render(self) -> Content:
        """The request, with the size there is and the size needed."""
        width, height = self.app.size
        return Content(
            f"Please enlarge the window\nto {self._needed}; it is {width} x {height}.\nNothing is lost."
        )

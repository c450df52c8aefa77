"""The banner that slides in when a match is over."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class Banner(Widget):
    """How a match ended, over the panels below the board: the board stays visible."""

    DEFAULT_CSS = """
    Banner {
        layer: banner; dock: bottom; width: 100%; height: 4; margin: 0 0 1 0; offset-y: 6;
        background: $success; color: auto 90%; text-align: center; content-align: center middle;
        transition: offset 350ms out_cubic;
    }
    Banner.in { offset-y: 0; }
    """

    hint: reactive[str] = reactive("")
    """What can be done next."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self._text = text
        self.set_reactive(Banner.hint, hint)

    def on_mount(self) -> None:
        """Slide in."""
        self.call_after_refresh(self.add_class, "in")

    def render(self) -> Content:
        """The sentence, and what can be done next."""
        return Content.assemble((self._text, "bold"), "\n", self.hint)

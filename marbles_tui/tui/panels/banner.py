"""The banner that slides in when a match is over."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget


class Banner(Widget):
    """A sentence in large type, as terminals go, over the lower edge of the board."""

    DEFAULT_CSS = """
    Banner {
        layer: banner; dock: top; width: 100%; height: 3; margin: 1 0 0 0; offset-y: -4;
        background: $success; color: auto 90%; text-align: center; content-align: center middle;
        transition: offset 350ms out_cubic;
    }
    Banner.in { offset-y: 0; }
    """

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self._text = text
        self._hint = hint

    def on_mount(self) -> None:
        """Slide in."""
        self.call_after_refresh(self.add_class, "in")

    def render(self) -> Content:
        """The sentence, and what can be done next."""
        return Content.assemble((self._text, "bold"), "\n", self._hint)

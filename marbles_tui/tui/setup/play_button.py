"""What begins the match: always in sight, never in the way of the keys."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class PlayButton(Widget):
    """A band in the colour of what comes next. It takes no focus: Enter plays from anywhere."""

    DEFAULT_CSS = """
    PlayButton { width: 20; height: 1; dock: left; background: $accent; color: auto;
        content-align: center middle; }
    PlayButton:hover { background: $accent-lighten-1; }
    """

    @dataclass
    class Pressed(Message):
        """It was clicked."""

    def render(self) -> Content:
        """What it does, and the key."""
        return Content.assemble(("Play", "bold"), "  enter")

    def on_click(self) -> None:
        """Begin."""
        self.post_message(self.Pressed())

"""The computer's view of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from marbles_tui.ai.thought import Thought


class Analysis(Widget):
    """How the game stands and how it would go on, while the computer looks deeper and deeper."""

    DEFAULT_CSS = """
    Analysis { height: 1; width: 1fr; display: none; color: $text-accent; }
    .side Analysis { height: 3; }
    """

    thought: reactive[Thought | None] = reactive(None)
    """The latest view."""

    unit: reactive[str] = reactive("move")
    """What is counted to the end of a game."""

    def render(self) -> Content:
        """Value, depth, best line."""
        thought = self.thought
        if thought is None:
            return Content("Analysis: looking ...")
        stands = thought.words(self.unit) if thought.proved else f"{thought.value:+.1f}"
        depth = f" at depth {thought.depth}" if thought.depth else ""
        return Content(f"Analysis: {stands}{depth}: {' '.join(thought.line) or thought.move or ''}")

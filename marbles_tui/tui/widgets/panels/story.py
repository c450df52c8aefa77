"""A match told as a story."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widgets import RichLog

from marbles_tui.core.text import sanitize_line


class Story(RichLog):
    """The sentences of a match, the last one in sight; it scrolls by wheel and, with the focus, by keys."""

    DEFAULT_CSS = """
    Story { height: 1fr; width: 1fr; background: transparent; scrollbar-size-vertical: 1; padding: 0; }
    """

    def __init__(self) -> None:
        super().__init__(wrap=True, markup=False, min_width=10, max_lines=5000)
        self.can_focus = False

    def add(self, sentence: str) -> None:
        """Tell one more sentence."""
        self.write(sanitize_line(sentence, 300))

    def retell(self, sentences: Iterable[str]) -> None:
        """Tell the story anew: after steps back or forth."""
        self.clear()
        for sentence in sentences:
            self.add(sentence)

"""A match told as a story."""

from __future__ import annotations

from collections.abc import Iterable

from textual.events import Resize
from textual.widgets import RichLog

from marbles_tui.core.text import sanitize_line

LONGEST = 5000
"""The most lines that are kept."""


class Story(RichLog):
    """The sentences of a match, the last one in sight; it scrolls by wheel and, with the focus, by keys."""

    DEFAULT_CSS = """
    Story { height: 1fr; width: 1fr; background: transparent; scrollbar-size-vertical: 1; padding: 0; }
    """

    def __init__(self) -> None:
        super().__init__(wrap=True, markup=False, min_width=10, max_lines=LONGEST)
        self.can_focus = False
        self._sentences: list[str] = []
        self._width = 0

    def add(self, sentence: str) -> None:
        """Tell one more sentence."""
        self._sentences.append(sanitize_line(sentence, 300))
        self.write(self._sentences[-1])

    def retell(self, sentences: Iterable[str]) -> None:
        """Tell the story anew: after steps back or forth."""
        self.clear()
        self._sentences.clear()
        for sentence in sentences:
            self.add(sentence)

    def on_resize(self, event: Resize) -> None:
        """Break the lines anew: written text keeps the width that it was written for."""
        super().on_resize(event)
        event.prevent_default()  # or Textual would call its own once more
        if self.size.width != self._width:
            self._width = self.size.width
            self.retell(tuple(self._sentences[-LONGEST:]))

"""The board that is chosen, and who sits where at it."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from marbles_tui.tui.setup.words import SetupWords
from marbles_tui.tui.widgets.preview import Preview


class Picture(Vertical):
    """A board in the middle, with a line above and below where there is room for them."""

    DEFAULT_CSS = """
    Picture { height: 1fr; padding: 0 2; }
    Picture Preview { height: 1fr; }
    Picture Static { display: none; height: 1; width: 1fr; text-align: center; color: $text-muted; }
    Picture #below { color: $foreground; text-style: bold; }
    """

    def __init__(self, words: SetupWords) -> None:
        super().__init__(id="picture")
        self._words = words

    def compose(self) -> ComposeResult:
        """Who sits above, the board, who sits below."""
        yield Static(id="above", markup=False)
        yield Preview(id="preview")
        yield Static(id="below", markup=False)

    def show_board(self, board: Any) -> None:
        """Show this start."""
        words = self._words
        self.query_one(Preview).show_board(words.game.key, board, words.picture(), words.least_rows)

    def name_sides(self, above: str, below: str) -> None:
        """Say who sits where."""
        self.query_one("#above", Static).update(above)
        self.query_one("#below", Static).update(below)

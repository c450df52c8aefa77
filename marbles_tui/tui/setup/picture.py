"""The board that is chosen, and who sits where at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from marbles_tui.tui.setup.words import SetupWords
from marbles_tui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

DEALT: Final = 0.24
"""Seconds in which another start is dealt into the picture."""


class Picture(Vertical):
    """A board in the middle, with a line above and below where there is room for them."""

    DEFAULT_CSS = """
    Picture { height: 1fr; padding: 0 2; }
    Picture Preview { height: 1fr; }
    Picture Static { display: none; height: 1; width: 1fr; text-align: center; color: $text-muted; }
    Picture #below { color: $foreground; text-style: bold; }
    """

    app: Arcade

    def __init__(self, words: SetupWords) -> None:
        super().__init__(id="picture")
        self._words = words

    def compose(self) -> ComposeResult:
        """Who sits above, the board, who sits below."""
        yield Static(id="above", markup=False)
        yield Preview(id="preview")
        yield Static(id="below", markup=False)

    def show_board(self, board: Any, lively: bool) -> None:
        """Show this start; another one is dealt over the last where anything moves."""
        words = self._words
        seconds = DEALT if lively else 0.0
        self.query_one(Preview).show_board(words.game.key, board, words.picture(), words.least_rows, seconds)

    def name_sides(self, above: str, below: str) -> None:
        """Say who sits where; what is not said above leaves its line to the board."""
        self.set_class(not above, "-one-line")
        self.query_one("#above", Static).update(above)
        self.query_one("#below", Static).update(below)

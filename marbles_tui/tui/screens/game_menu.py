"""The game menu: everything that can be done with a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.widgets.option_list import Option

from marbles_tui.tui.leaving import Room, leave
from marbles_tui.tui.palette import Options


class GameMenu(Room[str], ModalScreen[str]):
    """A list to choose an action from; dismissed with the action, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g,alt+g,q", "dismiss_menu", "Close", id="menu.close"),
    ]

    DEFAULT_CSS = """
    GameMenu { align: center middle; background: $background 50%; }
    GameMenu OptionList {
        width: 46; height: auto; max-height: 100%; padding: 0 1; border: round $primary; background: $panel;
        border-title-color: $foreground;
    }
    GameMenu #note {
        width: 64; max-width: 100%; height: auto; padding: 1 2; background: $panel; color: $text-warning;
    }
    """

    def __init__(self, entries: Sequence[tuple[str, str]], title: str = "Game", note: str = "") -> None:
        """Actions and their names, under a title; a note stands below them."""
        super().__init__()
        self._entries = entries
        self._heading = title
        self._note = note

    def compose(self) -> ComposeResult:
        """The list."""
        menu = Options(
            *(Option(title, id=str(at)) for at, (_, title) in enumerate(self._entries)), markup=False
        )
        menu.border_title = self._heading
        yield menu
        if self._note:
            yield Static(self._note, id="note", markup=False)

    @on(Options.OptionSelected)
    def _chosen(self, message: Options.OptionSelected) -> None:
        leave(self, self._entries[message.option_index][0])

    def action_dismiss_menu(self) -> None:
        """Close without choosing."""
        leave(self, "")

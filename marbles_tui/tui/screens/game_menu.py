"""The game menu: everything that can be done with a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.textual_patches.palette import Options
from marbles_tui.tui.widgets.dialog import Dialog

ROOM: Final = 40
"""Columns of an entry, the key included."""

FRAME: Final = 4
"""Rows of the screen that are no entry."""


class GameMenu(Dialog[str]):
    """A list to choose an action from, by its key too; dismissed with the action, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g,alt+g", "dismiss_menu", "Close", id="menu.close"),
    ]

    DEFAULT_CSS = """
    GameMenu OptionList {
        width: 46; height: auto; max-height: 100%; padding: 0 1; border: round $primary; background: $panel;
        border-title-color: $foreground;
    }
    GameMenu OptionList > .option-list--option-disabled { color: $text-muted; }
    GameMenu #note {
        width: 64; max-width: 100%; height: auto; padding: 1 2; background: $panel; color: $text-warning;
    }
    """

    def __init__(
        self,
        entries: Sequence[tuple[str, str]],
        title: str = "Game",
        note: str = "",
        keys: Mapping[str, str] | None = None,
        actions: Mapping[str, str] | None = None,
        groups: Mapping[str, str] | None = None,
    ) -> None:
        """Actions and their names, under a title; a note stands below them, the keys of actions beside them.
        `actions` says what a key does while the list is open; those that are no entry of it do nothing. `groups`:
        what stands above an action where there is room."""
        super().__init__()
        self.entries = entries
        self._heading = title
        self._note = note
        self._keys = keys or {}
        self._actions = actions or {}
        self._groups = groups or {}

    def compose(self) -> ComposeResult:
        """The list."""
        if self.app.size.height < len(self.entries) + len(self._groups) + FRAME:
            self._groups = {}
        menu = Options(markup=False)
        for at, entry in enumerate(self.entries):
            if heading := self._groups.get(entry[0]):
                rule = "─" * (ROOM - len(heading) - 1)
                menu.add_option(Option(f"{heading} {rule}", disabled=True))
            menu.add_option(Option(self._entry(*entry), id=str(at)))
        menu.highlighted = menu.get_option_index("0")
        menu.border_title = self._heading
        yield menu
        if self._note:
            yield Static(self._note, id="note", markup=False)

    def _entry(self, action: str, title: str) -> Content:
        """A name, and at the right the key that does the same without the menu."""
        key = self._keys.get(action, "")
        gap = ROOM - len(title) - len(key)
        return Content.assemble(title, " " * gap, (key, "bold")) if key and gap > 0 else Content(title)

    @on(Options.OptionSelected)
    def _chosen(self, message: Options.OptionSelected) -> None:
        leave(self, self.entries[int(message.option_id or 0)][0])

    def on_key(self, event: events.Key) -> None:
        """A key that stands beside an entry chooses it; `q` at least closes the list."""
        action = self._actions.get(event.key)
        if action in [entry for entry, _ in self.entries]:
            event.stop()
            leave(self, action)
        elif event.key == "q":
            event.stop()
            leave(self, "")

    def action_dismiss_menu(self) -> None:
        """Close without choosing."""
        leave(self, "")

"""The command palette, for keys and clicks that come before or after its list is laid out.

Textual 8.2.8:

- widgets/_option_list.py: `action_page_up` and `action_page_down` raise KeyError before the first layout, for which
  the list of commands may wait when its screen has had its own; a click whose style names an option removed
  meanwhile raises IndexError (a relative of Textualize/textual#5568, where a resize does the same).
- command.py: `dismiss` fails on a palette that is not on top any more.

What its work and its keys miss where it was closed meanwhile, screens and app of ours drop.

To be filed: docs/upstream/option-list.md.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.widgets import Input

from marbles_tui.tui.arcade_screen import ArcadeScreen

LONGEST: Final = 60
"""Characters that may be looked for."""


class Commands(CommandList, can_focus=False):
    """The commands found so far; the list may be made anew between what is seen and the click on it."""

    def on_click(self, event: events.Click) -> None:
        """Only on what is listed."""
        if event.style.meta.get("option", -1) >= self.option_count:
            event.stop()
            event.prevent_default()


class QuickPalette(CommandPalette, ArcadeScreen[None]):
    """Textual's palette, which fails where a key comes that it no longer or not yet expects."""

    def compose(self) -> ComposeResult:
        """As Textual's, with a list that bears early and late clicks, and room for words, not for a book."""
        for widget in super().compose():
            if isinstance(widget, Input):
                widget.max_length = LONGEST
            yield Commands() if isinstance(widget, CommandList) else widget

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless that is done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # the list has not been laid out yet
            super()._action_command_list(action)

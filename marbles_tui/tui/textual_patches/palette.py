"""Lists and the command palette, for keys and clicks that come before or after they are laid out.

Textual 8.2.8:

- widgets/_option_list.py: `action_page_up` and `action_page_down` raise KeyError before the first layout; a click
  whose style names an option that was removed meanwhile raises in `get_option_at_index` (a relative of
  Textualize/textual#5568, where a resize does the same).
- command.py: `_gather_commands` and the actions of the list query the palette's widgets, and raise NoMatches or
  KeyError where it was closed while it searched; `dismiss` fails on a palette that is not on top any more.

To be filed: docs/upstream/option-list.md.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from textual import events, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.widgets import Input, OptionList

from marbles_tui.tui.arcade_screen import ArcadeScreen

LONGEST: Final = 60
"""Characters that may be looked for."""


def drop_if_late(event: events.Click, options: OptionList) -> None:
    """A click on what is in a list no more is none."""
    if event.style.meta.get("option", -1) >= options.option_count:
        event.stop()
        event.prevent_default()


class Options(OptionList):
    """An option list that takes the keys for pages before it has been laid out."""

    def action_page_up(self) -> None:
        """A page up."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]

    def on_click(self, event: events.Click) -> None:
        """Only on what is listed."""
        drop_if_late(event, self)


class Commands(CommandList, can_focus=False):
    """The commands found so far; the list may be made anew between what is seen and the click on it."""

    def on_click(self, event: events.Click) -> None:
        """Only on what is listed."""
        drop_if_late(event, self)


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

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):  # closed while it was looking
            await getattr(CommandPalette._gather_commands, "__wrapped__")(self, search_value)  # noqa: B009

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError, NoMatches):  # the list has not been laid out yet, or is gone
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        with suppress(NoMatches):
            super()._action_cursor_down()

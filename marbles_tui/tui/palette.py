"""The command palette and other lists, for fingers quicker than the screen."""

from __future__ import annotations

from contextlib import suppress

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.widgets import OptionList


class Palette(CommandPalette):
    """Textual's palette, which fails where a key comes that it no longer or not yet expects."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless that is done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # the list has not been laid out yet
            super()._action_command_list(action)


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

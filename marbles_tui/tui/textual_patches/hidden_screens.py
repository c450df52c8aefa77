"""A screen that lies wholly hidden is not drawn.

Textual 8.2.8, app.py: `_background_screens` counts the screen below the top one among those that are seen, also where
the top one lets nothing through. Whatever changes there has the top one drawn anew, and every time the whole of it is
drawn, the hidden one is drawn, too. Nothing else has all drawn anew when a program that has rested (Ctrl-Z) is called
back. And when the last of a screen that was left has ended, which on a busy machine takes longer than to return to
the screen below it, that one is laid out and drawn whole once more, and then again.

To be filed: docs/upstream/hidden-screens.md.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual import on
from textual.app import App, ScreenStackError
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.driver import Driver
from textual.screen import Screen
from textual.widget import Widget


class HiddenScreens(App[None]):
    """An app that draws the screens that are seen."""

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        stack = self._screen_stack
        return [] if stack and stack[-1].styles.background.a == 1 else super()._background_screens

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        if parent is self:  # a screen, which is not seen any more
            self.call_later(self._find_mouse)
            parent = None
        return super()._prune(*nodes, parent=parent)

    def _find_mouse(self) -> None:
        """The mouse may be over something else now."""
        with suppress(ScreenStackError):
            if self.screen._running:
                self._update_mouse_over(self.screen)

    @on(Driver.SignalResume)
    def draw_again(self) -> None:
        """The terminal shows nothing of what was there."""
        self.screen.refresh()

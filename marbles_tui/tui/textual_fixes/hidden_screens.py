"""A screen that lies wholly hidden is not drawn.

Textual 8.2.8, app.py: `_background_screens` counts the screen below the top one among those that are seen, also where
the top one lets nothing through. Whatever changes there has the top one drawn anew, and every time the whole of it is
drawn, the hidden one is drawn, too. Nothing else has all drawn anew when a program that has rested (Ctrl-Z) is called
back.
"""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen


class HiddenScreens(App[None]):
    """An app that draws the screens that are seen."""

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        stack = self._screen_stack
        return [] if stack and stack[-1].styles.background.a == 1 else super()._background_screens

    @on(Driver.SignalResume)
    def draw_again(self) -> None:
        """The terminal shows nothing of what was there."""
        self.screen.refresh()

"""What the terminal has lost is drawn again, and a screen that lies wholly hidden is not drawn.

Textual 8.2.8, app.py: where a window becomes smaller and is as large as before when the app comes to look, nothing is
drawn, for nothing is of another size. But the terminal has cut off the lines that had no room meanwhile, and what was
there stays blank until it changes. (At its start it is told its size twice, the second time often when all is drawn.)
Nor is anything drawn when a program that has rested (Ctrl-Z) is called back.

`_background_screens` counts the screen below the top one among those that are seen, also where the top one lets
nothing through: whatever changes there has the top one drawn anew. And when the last of a screen that was left has
ended, which on a busy machine takes longer than to return to the screen below it, that one is laid out and drawn
whole once more, and then again: three times the bytes of each way back.

To be filed: docs/upstream/redraw.md and hidden-screens.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from textual._compositor import LayoutUpdate
from textual._time import get_time
from textual.app import App
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

if TYPE_CHECKING:
    Base = App[None]
else:
    Base = object
"""What all that is mixed into an app stands on: a class that Textual knows takes it half a millisecond to make."""


class Redraw(Base):
    """An app that draws everything again when it is told a size that it knew, and when it is called back; otherwise
    it draws no hidden screen."""

    _size_told = Size(0, 0)
    _drawn_at = 0.0
    """When all was drawn last, by the clock of messages."""

    def _check_resize(self) -> None:
        event = self._resize_event
        super()._check_resize()
        if event is None or self._resize_event is not None:  # there is no screen yet to be told
            return
        if event.size == self._size_told and event.time > self._drawn_at:
            self.screen.refresh()
        self._size_told = event.size

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate) and not self._batch_count:
            self._drawn_at = get_time()
        super()._display(screen, renderable)

    @property
    def _background_screens(self) -> list[Screen[object]]:
        stack = self._screen_stack
        return [] if stack and stack[-1].styles.background.a == 1 else super()._background_screens

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        # What lay in the app itself is a screen, which is not seen any more.
        return super()._prune(*nodes, parent=None if parent is self else parent)

"""Lines that the terminal has lost are drawn again.

Textual 8.2.8, app.py: where a window becomes smaller and is as large as before when the app comes to look, nothing is
drawn, for nothing is of another size. But the terminal has cut off the lines that had no room meanwhile, and what was
there stays blank until it changes.

To be filed: docs/upstream/redraw.md.
"""

from __future__ import annotations

from textual.app import App
from textual.geometry import Size


class LostLines(App[None]):
    """An app that draws all anew when it is told the size that it knew."""

    _size_told = Size(0, 0)

    def _check_resize(self) -> None:
        event = self._resize_event
        super()._check_resize()
        if event is None or self._resize_event is not None:  # there is no screen yet to be told
            return
        if event.size == self._size_told:
            self.screen.refresh()
        self._size_told = event.size

"""What a terminal shows that is too small to play in."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.widget import Widget

SMALLEST: Final = (60, 18)
"""Columns and rows a table needs."""


class TooSmall(Widget):
    """A calm request to enlarge the window, above everything else."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: too-small; dock: top; width: 100%; height: 100%;
        background: $background; color: $foreground; content-align: center middle; text-align: center;
    }
    """

    def render(self) -> Content:
        """The request, with the size there is and the size needed."""
        width, height = self.app.size
        columns, rows = SMALLEST
        return Content(
            f"Please enlarge the window\nto {columns} x {rows}; it is {width} x {height}.\nNothing is lost."
        )

"""Lines to type in."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Input, Label


class Line(Input):
    """A line in a row of its own. Its cursor is always to be seen, and nothing draws while nobody types."""

    cursor_blink = reactive(False, init=False)

    def __init__(self, value: str = "", **given: Any) -> None:
        super().__init__(value, compact=True, **given)


class Field(Horizontal):
    """A label and a line."""

    DEFAULT_CSS = """
    Field {
        height: 1;
        Label { width: 17; color: $accent; text-style: bold; }
        &:focus-within { background: $boost; }
        &:focus-within Label { color: $foreground; }
        Input:focus { background: $foreground 25%; }
    }
    """

    def __init__(self, label: str, value: str, *, placeholder: str = "", most: int = 40, id: str) -> None:
        """`most`: the most characters that can be typed."""
        super().__init__(id=f"{id}-field")
        self._label, self._line = label, Line(value, placeholder=placeholder, max_length=most, id=id)

    def compose(self) -> ComposeResult:
        """The label, then the line."""
        yield Label(self._label.upper(), markup=False)
        yield self._line

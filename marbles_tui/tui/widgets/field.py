"""A row of a form: a label and a line to type in."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label

from marbles_tui.tui.widgets.choice import LABEL


class Field(Horizontal):
    """A label and an input of one line."""

    DEFAULT_CSS = f"""
    Field {{ height: 1; }}
    Field Label {{ width: {LABEL + 3}; color: $text-muted; }}
    Field:focus-within Label {{ color: $foreground; text-style: bold; }}
    """

    def __init__(
        self,
        label: str,
        value: str,
        *,
        placeholder: str = "",
        most: int = 40,
        id: str,
    ) -> None:
        """`most`: the most characters that can be typed."""
        super().__init__(id=f"{id}-field")
        self._label = label
        self._input = Input(value, placeholder=placeholder, max_length=most, compact=True, id=id)

    def compose(self) -> ComposeResult:
        """The label, then the line."""
        yield Label(self._label, markup=False)
        yield self._input

    def offer(self, words: Sequence[str]) -> None:
        """Propose words to whoever begins to type one."""
        self._input.suggester = SuggestFromList(words, case_sensitive=False) if words else None

    @property
    def value(self) -> str:
        """What has been typed."""
        return self._input.value

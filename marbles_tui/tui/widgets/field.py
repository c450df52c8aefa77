"""A row of a form: a label and a line to type in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label

from marbles_tui.tui.widgets.choice import LABEL

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class Field(Horizontal):
    """A label and an input of one line."""

    DEFAULT_CSS = f"""
    Field {{ height: 1; }}
    Field Label {{ width: {LABEL + 3}; color: $text-muted; }}
    Field.-marked Label {{ color: $accent; text-style: bold; }}
    Field:focus-within {{ background: $boost; }}
    Field:focus-within Label {{ color: $accent; text-style: bold; }}
    Field Input:focus {{ background: $foreground 25%; }}
    """

    app: Kit

    def __init__(
        self,
        label: str,
        value: str,
        *,
        placeholder: str = "",
        most: int = 40,
        usual: str | None = None,
        columns: int = LABEL,
        id: str,
    ) -> None:
        """`most`: the most characters that can be typed. `usual` and `columns`: see Choice."""
        super().__init__(id=f"{id}-field")
        self.label = label
        self.usual = usual
        self._columns = columns
        self._input = Input(value, placeholder=placeholder, max_length=most, compact=True, id=id)
        self._input.cursor_blink = False  # always to be seen, and nothing draws while nobody types

    def compose(self) -> ComposeResult:
        """The label, then the line."""
        line = Label(self._labelled(False), markup=False)
        line.styles.width = self._columns + 3
        yield line
        yield self._input

    def _labelled(self, marked: bool) -> str:
        if self.usual is None:
            return self.label
        sign = "*" if self.app.look.skin.plain else "•"
        return f"{sign if marked else ' '} {self.label}"

    @property
    def changed(self) -> bool:
        """Whether something else than usual was typed."""
        return self.usual is not None and self.value.strip() != self.usual

    def mark(self) -> None:
        """Say whether it is changed."""
        self.query_one(Label).update(self._labelled(self.changed))
        self.set_class(self.changed, "-marked")

    def reset(self) -> None:
        """Back to what is usual."""
        if self.usual is not None:
            self._input.value = self.usual

    def offer(self, words: Sequence[str]) -> None:
        """Propose words to whoever begins to type one."""
        self._input.suggester = SuggestFromList(words, case_sensitive=False) if words else None

    @property
    def value(self) -> str:
        """What has been typed."""
        return self._input.value

"""A question with two answers, above the match."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.textual_patches.palette import Options
from marbles_tui.tui.widgets.dialog import Dialog

ROOM: Final = 42
"""Columns of an answer, its key included."""


class QuestionDialog(Dialog[bool]):
    """Dismissed with True for the first answer, with False for the second, at which the cursor stands: an Enter too
    many changes nothing. Nor does the key too often that has brought the question up: another one gives the first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n,q", "answer(False)", "No", id="question.no"),
        Binding("y", "agree('y')", "Yes", id="question.yes"),
        Binding("g", "agree('g')", "Go on", show=False, id="question.go_on"),
    ]

    DEFAULT_CSS = """
    QuestionDialog Vertical {
        width: 50; max-width: 96%; height: auto; padding: 1 2; background: $panel; border: round $primary;
    }
    .-plain QuestionDialog Vertical { border: ascii $primary; }
    QuestionDialog Static { height: auto; margin: 0 0 1 0; }
    QuestionDialog OptionList {
        height: auto; background: transparent; border: none; padding: 0; &:focus { border: none; }
    }
    """

    def __init__(self, text: str, yes: str, no: str, key: str = "y") -> None:
        """A question and its two answers. `key` gives the first: g where y has brought it up."""
        super().__init__()
        self._key = key
        self.text = text
        self._answers = (yes, no)

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical():
            yield Static(self.text, markup=False)
            yield Options(
                *(
                    self._answer(answer, key)
                    for answer, key in zip(self._answers, (self._key, "n"), strict=True)
                ),
                markup=False,
            )

    def on_mount(self) -> None:
        """Stand at the answer that costs nothing."""
        self.query_one(Options).highlighted = 1

    @staticmethod
    def _answer(answer: str, key: str) -> Option:
        gap = max(1, ROOM - len(answer) - len(key))
        return Option(Content.assemble(answer, " " * gap, (key, "bold")))

    @on(Options.OptionSelected)
    def _chosen(self, message: Options.OptionSelected) -> None:
        leave(self, message.option_index == 0)

    def action_agree(self, key: str) -> None:
        """Give the first answer, by its key."""
        if key == self._key:
            leave(self, True)

    def action_answer(self, yes: bool) -> None:
        """Answer by key."""
        leave(self, yes)

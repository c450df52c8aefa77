"""Something to say, typed or one of the greetings that lie ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.textual_fixes.palette import Options
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.panels.talk import Said, Talk

MOST: Final = 120
"""The most characters of a line."""


class Say(Dialog[str]):
    """Dismissed with what is to be said, "" for nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "along(1)", "Next", show=False, priority=True, id="say.down"),
        Binding("up", "along(-1)", "Previous", show=False, priority=True, id="say.up"),
        Binding("escape", "nothing", "Back", id="say.back"),
    ]

    DEFAULT_CSS = """
    Say Vertical {
        width: 60; max-width: 96%; height: auto; max-height: 100%; padding: 1 2; background: $panel;
        border: round $primary;
    }
    .-plain Say Vertical { border: ascii $primary; }
    Say Talk { display: block; margin: 0 0 1 0; }
    Say Input { background: $surface; margin: 0 0 1 0; }
    Say OptionList { height: auto; max-height: 8; background: $panel; border: none; padding: 0; }
    Say .keys { height: 1; color: $text-muted; }
    """

    def __init__(self, greetings: Sequence[str], said: Sequence[Said]) -> None:
        """What lies ready, and what was said last."""
        super().__init__()
        self._greetings, self._said = tuple(greetings), tuple(said)

    def compose(self) -> ComposeResult:
        """What was said, a line to type in, the greetings."""
        with Vertical():
            if self._said:
                yield (talk := Talk())
                talk.lines = self._said
            yield Input(placeholder="Everybody at this table reads it", max_length=MOST, compact=True)
            yield Options(*(Option(greeting) for greeting in self._greetings), markup=False)
            yield Static("enter say it   up/down a greeting   esc back", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Stand ready to type."""
        line = self.query_one(Input)
        line.cursor_blink = False
        line.focus()
        self.query_one(Options).highlighted = None

    def action_along(self, step: int) -> None:
        """Choose the next greeting; beside them is what was typed."""
        ready = self.query_one(Options)
        places = [None, *range(len(self._greetings))]
        ready.highlighted = places[(places.index(ready.highlighted) + step) % len(places)]

    @on(Options.OptionSelected)
    def _chosen(self, message: Options.OptionSelected) -> None:
        leave(self, self._greetings[message.option_index])

    @on(Input.Changed)
    def _typed(self) -> None:
        self.query_one(Options).highlighted = None

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        chosen = self.query_one(Options).highlighted
        leave(self, message.value.strip() if chosen is None else self._greetings[chosen])

    def action_nothing(self) -> None:
        """Say nothing."""
        leave(self, "")

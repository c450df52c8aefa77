"""A row of a form: a label and one of several values, changed by the left and right keys or by a click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

LABEL = 14
"""Columns that labels take."""


class Choice(Widget, can_focus=True):
    """One of several values, each a key and a title."""

    DEFAULT_CSS = """
    Choice { height: 1; width: 1fr; }
    Choice:focus { background: $boost; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "change(-1)", "Previous", show=False, id="choice.previous"),
        Binding("right,plus,space", "change(1)", "Next", show=False, id="choice.next"),
    ]

    value: reactive[str] = reactive("", init=False)
    """The key of the value chosen."""

    app: Arcade

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The row."""
            return self.choice

    def __init__(
        self, label: str, values: Sequence[tuple[str, str]], value: str = "", *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.label = label
        self._values: tuple[tuple[str, str], ...] = ()
        self.offer(values, value)

    def offer(self, values: Sequence[tuple[str, str]], value: str = "") -> None:
        """Offer these values, and choose one of them: the first unless another is named."""
        self._values = tuple(values)
        keys = [key for key, _ in self._values]
        self.set_reactive(Choice.value, value if value in keys else keys[0])
        self.refresh()

    def watch_value(self, value: str) -> None:
        """Tell of the change."""
        self.post_message(self.Changed(self, value))

    def render(self) -> Content:
        """Label, arrows, value."""
        skin = self.app.look.skin
        title = dict(self._values)[self.value]
        arrows = "bold $accent" if self.has_focus else "$text-disabled"
        left, right = (skin.left, skin.right) if len(self._values) > 1 else (" ", " ")
        return Content.assemble(
            (f"{self.label:<{LABEL}} ", "bold" if self.has_focus else "$text-muted"),
            (f"{left} ", arrows),
            (title, "bold" if self.has_focus else ""),
            (f" {right}", arrows),
        )

    def action_change(self, step: int) -> None:
        """The next or the previous value, round the ends."""
        keys = [key for key, _ in self._values]
        self.value = keys[(keys.index(self.value) + step) % len(keys)]

    def on_click(self, event: events.Click) -> None:
        """The left arrow goes back, everything else forward."""
        offset = event.get_content_offset(self)
        back = offset is not None and LABEL <= offset.x <= LABEL + 2
        inside = offset is not None and offset.x <= LABEL + 6 + cell_len(dict(self._values)[self.value])
        if inside:
            self.action_change(-1 if back else 1)

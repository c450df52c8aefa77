"""A row of a form: a label and one of several values, changed by the left and right keys or by a click.

Where all values fit they stand side by side, so that one sees what there is to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit

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

    app: Kit

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The row."""
            return self.choice

    marked: reactive[bool] = reactive(False)
    """Whether a sign before the label says that the value is not the usual one."""

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[str, str]],
        value: str = "",
        *,
        usual: str | None = None,
        columns: int = LABEL,
        id: str | None = None,
    ) -> None:
        """`usual`: the value that needs no mark; None where none does. `columns`: those that the label takes."""
        super().__init__(id=id)
        self.label = label
        self.usual = usual
        self.columns = columns
        self.values: tuple[tuple[str, str], ...] = ()
        """What is offered: each value and how it is called."""
        self.offer(values, value)

    def offer(self, values: Sequence[tuple[str, str]], value: str = "") -> None:
        """Offer these values, and choose one of them: the first unless another is named."""
        self.values = tuple(values)
        keys = [key for key, _ in self.values]
        self.set_reactive(Choice.value, value if value in keys else keys[0])
        self.refresh()

    @property
    def changed(self) -> bool:
        """Whether another value than the usual one is chosen."""
        return self.usual is not None and self.value != self.usual

    def mark(self) -> None:
        """Say whether it is changed."""
        self.marked = self.changed

    def reset(self) -> None:
        """Choose the usual value."""
        if self.usual is not None:
            self.value = self.usual

    def watch_value(self, value: str) -> None:
        """Tell of the change."""
        self.post_message(self.Changed(self, value))

    def render(self) -> Content:
        """Label, arrows, value."""
        skin = self.app.look.skin
        title = dict(self.values)[self.value]
        arrows = "bold $accent" if self.has_focus else "$text-disabled"
        left, right = (skin.left, skin.right) if len(self.values) > 1 else (" ", " ")
        offered = self._offered
        room = self.content_size.width - self.columns - 5
        if 1 < room < cell_len(title):  # the right arrow, which can be clicked, stays in sight
            title = f"{set_cell_size(title, room - 1).rstrip()}…"
        strong = "bold" if self.has_focus or len(offered) > 1 else ""
        chosen = ((f"{left} ", arrows), (title, strong), (f" {right}", arrows))
        parts: list[tuple[str, str]] = []
        for key, other in offered:
            parts += chosen if key == self.value else [(f"  {other}  ", "$text-muted")]
        label = self.label
        if self.usual is not None:
            label = f"{('*' if skin.plain else '•') if self.marked else ' '} {label}"
        ink = "bold $accent" if self.marked else "bold" if self.has_focus else "$text-muted"
        return Content.assemble((f"{label:<{self.columns}} ", ink), *parts)

    @property
    def _offered(self) -> tuple[tuple[str, str], ...]:
        """The values that are shown: all where they fit, else the one chosen."""
        if self.columns + 1 + sum(cell_len(title) + 4 for _, title in self.values) <= self.content_size.width:
            return self.values
        return ((self.value, dict(self.values)[self.value]),)

    def action_change(self, step: int) -> None:
        """The next or the previous value, round the ends."""
        keys = [key for key, _ in self.values]
        self.value = keys[(keys.index(self.value) + step) % len(keys)]

    def on_click(self, event: events.Click) -> None:
        """A value is chosen; beside the one that is, the left arrow goes back, everything else forward."""
        offset = event.get_content_offset(self)
        start = self.columns + 1
        if offset is None:
            return
        if offset.x < start:
            self.action_change(1)
            return
        for key, title in self._offered:
            end = start + cell_len(title) + 4
            if start <= offset.x < end:
                if key != self.value:
                    self.value = key
                else:
                    self.action_change(-1 if offset.x < start + 2 else 1)
                return
            start = end

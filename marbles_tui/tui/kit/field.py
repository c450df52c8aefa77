"""Lines to type in, and forms: rows of choices and such lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Label

from marbles_tui.tui.kit.filters import Filters, Group

LABEL: Final = 11
"""Columns of what stands before the values and lines of a form, at least."""


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
        Label { color: $accent; text-style: bold; }
        &:focus-within { background: $boost; }
        &:focus-within Label { color: $foreground; }
        Input { width: 1fr; padding: 0 2; }
        Input:focus { background: $foreground 25%; }
    }
    """

    def __init__(self, ask: Group, value: str, wide: int) -> None:
        """`wide`: columns of the label."""
        super().__init__(id=f"{ask.key}-field")
        self.key, self._label = ask.key, ask.title.upper().ljust(wide)
        self.line = Line(value, placeholder=ask.hint, max_length=ask.most, id=ask.key)

    def compose(self) -> ComposeResult:
        """The label, then the line."""
        yield Label(self._label, markup=False)
        yield self.line


class Form(Vertical):
    """What is asked in rows: choices, those that follow each other in one widget, which is found by the first of
    them; and what has no values is typed. What is asked for may change with the answers, but not its order."""

    DEFAULT_CSS = "Form { height: auto; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "row(1)", "Next row", show=False, id="form.down"),
        Binding("up,shift+tab", "row(-1)", "Row before", show=False, id="form.up"),
    ]

    @dataclass
    class Changed(Message):
        """Something was answered otherwise."""

        form: Form

        @property
        def control(self) -> Form:
            """All of it."""
            return self.form

    def __init__(
        self, asks: Sequence[Group], answers: Mapping[str, str] | None = None, *, id: str | None = None
    ) -> None:
        rows, wide = list[Filters | Field](), max(LABEL, *(len(ask.title) + 2 for ask in asks))
        for (typed, _), run in groupby(asks, _kind):
            ask, *more = run
            if typed:
                rows.append(Field(ask, (answers or {}).get(ask.key, ""), wide))
            else:
                rows.append(Filters([ask, *more], answers, id=ask.key, across=True, titles=wide))
        super().__init__(*rows, id=id)
        self.rows = rows
        self.ask(asks)

    def ask(self, asks: Sequence[Group]) -> None:
        """Ask for these; what is not `asked` is not shown."""
        for row, (_, run) in zip(self.rows, groupby(asks, _kind), strict=True):
            groups = tuple(ask for ask in run if ask.asked)
            row.display = bool(groups)
            if isinstance(row, Filters) and groups != row.groups:
                row.groups = groups

    def fill(self, answers: Mapping[str, str]) -> None:
        """Show other answers; nobody is told."""
        with self.prevent(Input.Changed):
            for row in self.rows:
                if isinstance(row, Field):
                    row.line.value = answers.get(row.key, "")
                else:
                    row.chosen = answers

    def action_row(self, step: int) -> None:
        """Another row; from the first and the last one on to what stands above and below."""
        focused = self.screen.focused
        if isinstance(focused, Filters):
            focused.action_group(step)
        elif step > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    @property
    def answers(self) -> dict[str, str]:
        """What is chosen and typed, by what it answers; nothing for what is not asked."""
        found: dict[str, str] = {}
        for row in self.rows:
            if isinstance(row, Field):
                found[row.key] = row.line.value.strip()
            else:
                found |= {group.key: row.value(group.key) for group in row.groups}
        return found

    @on(Filters.Changed)
    @on(Input.Changed)
    def _changed(self, message: Message) -> None:
        message.stop()
        self.post_message(self.Changed(self))


def _kind(ask: Group) -> tuple[bool, str]:
    """What stands in a widget of its own, and what in one with its like."""
    return not ask.values, "" if ask.values else ask.key

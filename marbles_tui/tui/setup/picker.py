"""A choice with all its values in sight: a card where there is room, a band of two lines where there is less."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.style import Style

from marbles_tui.tui.widgets.choice import Choice

BAND: Final = 2
"""Lines of a band; what is taller is a card."""

LABEL: Final = 11
"""Columns of a band that its label takes."""

ABOUT: Final = 2
"""Lines of a card that tell of the value under the cursor."""


CLAUSE: Final = re.compile(r"[,;:] ")
"""Where a sentence can end early."""


class Value(NamedTuple):
    """Something to choose: its key, its name, what stands beside that, and a sentence about it."""

    key: str
    title: str
    detail: str = ""
    """Beside the name: how strong, how many."""
    note: str = ""
    """At the right edge: a record, a count."""
    about: str = ""
    ink: str = ""
    """The colour of a sign before the name, "" for no sign."""


class Part(NamedTuple):
    """A piece of a line, the style it is in, and what a click on it chooses ("" = nothing)."""

    text: str
    style: Style | str = ""
    key: str = ""


class Picker(Choice, inherit_bindings=False):
    """One of several values, each with a line about it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"picker--chosen", "picker--quiet", "picker--label"}

    DEFAULT_CSS = """
    Picker { height: 2; width: 1fr; background: $surface; padding: 0 1 0 0; }
    Picker:focus { background: $panel; }
    Picker .picker--chosen { background: $foreground 22%; color: $foreground; text-style: bold; }
    Picker:focus .picker--chosen { background: $accent; color: auto; text-style: bold; }
    Picker .picker--quiet { color: $text-muted; }
    Picker .picker--label { color: $foreground; text-style: bold; }
    Picker:focus .picker--label { color: $accent; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "across(-1)", "Previous", show=False, id="picker.left"),
        Binding("right", "across(1)", "Next", show=False, id="picker.right"),
        Binding("up", "along(-1)", "Previous", show=False, id="picker.up"),
        Binding("down", "along(1)", "Next", show=False, id="picker.down"),
        Binding("space", "change(1)", "Next", show=False, id="picker.next"),
    ]

    def __init__(
        self,
        label: str,
        values: Sequence[Value],
        value: str = "",
        *,
        short: str = "",
        heading: str = "",
        id: str,
        classes: str = "",
    ) -> None:
        """`short`: the label of a band. `heading` says what stands at the right edge of a card."""
        self._words: dict[str, Value] = {}
        self._pressed = ""
        super().__init__(label, [], "", id=id)
        self.short = short or label
        self.heading = heading
        self.add_class(*classes.split())
        self.offer_values(values, value)

    def offer(self, values: Sequence[tuple[str, str]], value: str = "") -> None:
        """Offer values that are told in a word each."""
        self.offer_values([Value(key, title) for key, title in values], value)

    def offer_values(self, values: Sequence[Value], value: str = "") -> None:
        """Offer these values, and choose one of them: the first unless another is named."""
        self._words = {word.key: word for word in values}
        self.values = tuple((word.key, word.title) for word in values)
        keys = list(self._words)
        self.set_reactive(Choice.value, value if value in keys else next(iter(keys), ""))
        self.refresh()

    @property
    def chosen(self) -> Value:
        """The value under the cursor, in words."""
        return self._words[self.value]

    @property
    def is_card(self) -> bool:
        """Whether values stand below each other."""
        return self.content_size.height > BAND

    # Keys

    def action_across(self, step: int) -> None:
        """The next value of a band; from a card, to the next card."""
        if self.is_card:
            self._leave(step)
        else:
            self.action_change(step)

    def action_along(self, step: int) -> None:
        """The next value of a card; from a band, to the next band."""
        if self.is_card:
            self.action_change(step)
        else:
            self._leave(step)

    def _leave(self, step: int) -> None:
        if step > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Note what is under the mouse: with the focus that follows, the bands may move."""
        self._pressed = self._key_at(event)

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        event.prevent_default()  # a row's own way of clicking
        if self._pressed:
            self.clicked(self._pressed)

    def _key_at(self, event: events.MouseEvent) -> str:
        """The value under the mouse, "" if there is none."""
        offset = event.get_content_offset(self)
        lines = self._lines()
        if offset is None or not 0 <= offset.y < len(lines):
            return ""
        end = 0
        for part in lines[offset.y]:
            end += cell_len(part.text)
            if offset.x < end:
                return part.key
        return ""

    def clicked(self, key: str) -> None:
        """A value was clicked."""
        self.value = key

    # Drawing

    def render(self) -> Content:
        """The card, or the band."""
        lines = [
            Content.assemble(*((part.text, part.style) for part in line if part.text))
            for line in self._lines()
        ]
        return Content("\n").join(lines)

    def _lines(self) -> list[list[Part]]:
        width, height = self.content_size
        if not self._words or width < LABEL + BAND:
            return []
        return self._card(width, height) if self.is_card else self._band(width)

    def _style(self, name: str) -> Style:
        return self.get_visual_style(f"picker--{name}", partial=False)

    def _inked(self, style: Style | str, value: Value) -> Style | str:
        """The style of a value's sign: in its colour, but on the band of the focus, where that could not be seen."""
        if not isinstance(style, Style):
            return value.ink
        return style if self.has_focus else style + Style.parse(value.ink)

    def extra(self) -> list[Value]:
        """What can be done beside choosing: shown after the values."""
        return []

    def hint(self) -> str:
        """What stands at the right of a card's title."""
        return self.heading

    def remark(self) -> str:
        """What stands at the right edge of a band's second line."""
        note = self.chosen.note
        return f"{note} {self.heading}" if note and self.heading else note

    def says_enough(self, about: str) -> bool:
        """Whether so much of the sentence about the value leaves room for the remark: all of the first one."""
        return len(about) >= len(self.chosen.about.split(". ")[0])

    # A card

    def _card(self, width: int, height: int) -> list[list[Part]]:
        inner = width - 2
        rows = [*self._words.values(), *self.extra()]
        lines_about = ABOUT if len(rows) > height - 4 - ABOUT else ABOUT + 1
        room = height - 3 - lines_about
        at = list(self._words).index(self.value)
        first = max(0, min(len(rows) - room, at - room // 2))
        count = f"{at + 1} of {len(self._words)}" if len(rows) > room else ""
        dot = f" {self.app.look.skin.dot} "
        right = dot.join(filter(None, (count, self.hint())))
        right = right if cell_len(self.label) + cell_len(right) < inner else ""
        gap = " " * (inner - cell_len(self.label) - cell_len(right))
        lines = [
            [Part(" "), Part(self.label, self._style("label")), Part(gap + right, self._style("quiet"))],
            [],
        ]
        column = max(cell_len(row.title) for row in self._words.values()) + 2
        shown = rows[first : first + room]
        lines += [self._row(row, inner, column) for row in shown]
        lines += [[] for _ in range(room - len(shown) + 1)]
        about = wrap(self.chosen.about, inner)
        while len(about) > lines_about:  # whole sentences, or else a part of one
            shorter = _sentences(self.chosen.about, lines_about * inner - len(about))
            about = wrap(shorter, inner)[:lines_about] if shorter else about[:lines_about]
        lines += [[] for _ in range(lines_about - len(about))]
        return lines + [[Part(" "), Part(line, self._style("quiet"))] for line in about]

    def _row(self, value: Value, inner: int, column: int) -> list[Part]:
        skin = self.app.look.skin
        chosen = value.key == self.value
        sign = ("*" if skin.plain else "●") if chosen else " "
        title = _cut(value.title, inner - 2)
        left = f"{title:<{column}}" if value.detail else title
        detail, note = value.detail, value.note
        room = inner - 2 - cell_len(left)
        if cell_len(detail) + cell_len(note) + bool(detail and note) + bool(not detail) > room:
            note = "" if cell_len(detail) <= room else note
            detail = detail if cell_len(detail) <= room else ""
        gap = " " * max(0, room - cell_len(detail) - cell_len(note))
        lit = self._style("chosen") if chosen else ""
        soft = lit or self._style("quiet")
        dot = [Part(f"{sign} ", lit, value.key)]
        if value.ink:
            dot = [
                Part("*" if skin.plain else "●", self._inked(lit, value), value.key),
                Part(" ", lit, value.key),
            ]
        return [
            Part(" ", lit, value.key),
            *dot,
            Part(left, lit, value.key),
            Part(f"{detail}{gap}{note} ", soft, value.key),
        ]

    # A band

    def _band(self, width: int) -> list[list[Part]]:
        skin = self.app.look.skin
        lit = self.has_focus
        bar = Part((">" if skin.plain else "█") if lit else " ", "$accent" if lit else "")
        label = Part(f" {self.short:<{LABEL}}", self._style("label"))
        room = width - 2 - LABEL
        return [[bar, label, *self._in_a_row(room)], [bar, Part(" " * (LABEL + 2)), *self._told(room - 1)]]

    def _in_a_row(self, room: int) -> list[Part]:
        """As many values as fit, the chosen one among them."""
        values = [*self._words.values(), *self.extra()]
        sizes = [cell_len(_cut(value.title, room - 2)) + 2 + 2 * bool(value.ink) for value in values]
        gap = 1 if sum(sizes) + len(sizes) - 1 <= room else 0
        at = list(self._words).index(self.value)
        first, last, count = 0, len(values), ""
        if sum(sizes) + gap * (len(sizes) - 1) > room:
            count = f"  {at + 1} of {len(self._words)}"
            first, last = _window(sizes, at, room - cell_len(count))
        parts: list[Part] = []
        for number in range(first, last):
            value = values[number]
            chosen = value.key == self.value
            style = self._style("chosen") if chosen else ""
            parts.append(Part(" ", style, value.key))
            if value.ink:
                dot = "*" if self.app.look.skin.plain else "●"
                parts += [Part(dot, self._inked(style, value), value.key), Part(" ", style, value.key)]
            parts += [Part(f"{_cut(value.title, room - 2)} ", style, value.key), Part(" " * gap)]
        used = sum(cell_len(part.text) for part in parts)
        return (
            [*parts, Part(" " * (room - used - cell_len(count)) + count, self._style("quiet"))]
            if count
            else parts
        )

    def _told(self, room: int) -> list[Part]:
        """Strength, sentence and record of the value under the cursor."""
        value, remark = self.chosen, self.remark()
        detail = f"{value.detail}  " if value.detail else ""
        left = room - cell_len(detail)
        about = _sentences(value.about, left - cell_len(remark) - 2)
        note = remark if self.says_enough(about) else ""
        about = about if note else _sentences(value.about, left)
        gap = " " * (room - cell_len(detail + about + note))
        return [Part(detail), Part(about, self._style("quiet")), Part(gap + note, self._style("quiet"))]


def _cut(text: str, room: int) -> str:
    """As much of a text as there is room for."""
    if cell_len(text) <= room:
        return text
    while text and cell_len(text) > room - 1:
        text = text[:-1]
    return f"{text.rstrip()}…" if room > 0 else ""


def _sentences(text: str, room: int) -> str:
    """As many whole sentences as there is room for, or else clauses of the first; a part of it where it has none."""
    while cell_len(text) > room and ". " in text:
        text = text.rpartition(". ")[0] + "."
    clauses = (f"{text[: end.start()]}." for end in reversed(list(CLAUSE.finditer(text))))
    return (
        text
        if cell_len(text) <= room
        else next((said for said in clauses if cell_len(said) <= room), _cut(text, room))
    )


def _window(sizes: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """The run of pieces of these sizes around one of them that fits."""
    first, last, used = at, at + 1, sizes[at]
    while True:
        if last < len(sizes) and used + sizes[last] <= room:
            used += sizes[last]
            last += 1
        elif first > 0 and used + sizes[first - 1] <= room:
            first -= 1
            used += sizes[first]
        else:
            return first, last

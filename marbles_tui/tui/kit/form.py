"""What is asked: groups of values, one of each chosen, by which lists are narrowed, too; lines to type in; and forms,
rows of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Label

from marbles_tui.tui.kit.lines import tall

LEAST_ACROSS: Final = 50
"""Columns from which on a group is a line; below they stand one below the other."""

GAPS: Final = (4, 3, 2)
"""Columns from one value of a line to the next, the sign of the chosen one included, and at least."""

TITLE: Final = 8
"""Columns of a group's title in its line, where none is longer."""


class Group(NamedTuple):
    """Values by their keys, with what they are called, and what they are about."""

    key: str
    title: str
    values: Sequence[tuple[str, str]] = ()
    folded: bool = False
    """Whether only the value chosen is shown, between arrows."""
    hint: str = ""
    """In a form, where it has no values and is typed: what an empty line means."""
    most: int = 40
    """Characters that can be typed."""
    asked: bool = True

    @property
    def rows(self) -> int:
        """The rows it takes where groups stand one below the other."""
        return 2 if self.folded else 1 + len(self.values)


LEADS_ON: Final = "leads_on"
"""Says of a place, in its style, which group has its next value by a click there."""


class Filters(Widget, can_focus=True):
    """All groups in one widget: a line each where it is wide, below one another where it is high. Up and down go from
    group to group, left and right choose a value, and so does a click."""

    DEFAULT_CSS = """
    Filters { height: auto; width: 1fr; color: $text-muted; link-color: $text-muted; link-style: none;
        link-background: 0%; link-background-hover: $primary; link-color-hover: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "group(-1)", "Group before", show=False, id="filters.up"),
        Binding("down", "group(1)", "Next group", show=False, id="filters.down"),
        Binding("left,minus", "step(-1)", "Value before", show=False, id="filters.left"),
        Binding("right,plus,space", "step(1)", "Next value", show=False, id="filters.right"),
    ]

    groups: reactive[tuple[Group, ...]] = reactive((), layout=True, init=False)
    """The choices."""

    chosen: reactive[Mapping[str, str]] = reactive(dict, init=False)
    """The keys of the values by those of their groups; the first of a group where none is named."""

    at: reactive[int] = reactive(0, init=False)
    """The group that the keys are for."""

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        filters: Filters
        group: str
        value: str

        @property
        def control(self) -> Filters:
            """All of them."""
            return self.filters

    def __init__(
        self,
        groups: Sequence[Group] = (),
        chosen: Mapping[str, str] | None = None,
        *,
        id: str | None = None,
        across: bool | None = None,
        titles: int = TITLE,
    ) -> None:
        """`across`: whether a group is a line; by default where there is room. `titles`: columns of the titles in
        their lines at least."""
        super().__init__(id=id)
        self.titles = titles
        self._across_always = across
        self.set_reactive(Filters.groups, tuple(groups))
        self.set_reactive(Filters.chosen, dict(chosen or {}))

    def value(self, group: str) -> str:
        """The key of the value that is chosen in a group."""
        found = next(each for each in self.groups if each.key == group)
        keys = [key for key, _ in found.values]
        return self.chosen[group] if self.chosen.get(group) in keys else keys[0]

    @property
    def only(self) -> str:
        """The key of the value that is chosen in the first group."""
        return self.value(self.groups[0].key)

    def choose(self, group: str, value: str) -> None:
        """Choose a value, and tell if it is another one."""
        if self.value(group) != value:
            self.chosen = {**self.chosen, group: value}
            self.post_message(self.Changed(self, group, value))

    def change(self, group: str, step: int) -> None:
        """The next value of a group or the one before, round the ends."""
        keys = [key for found in self.groups if found.key == group for key, _ in found.values]
        self.choose(group, keys[(keys.index(self.value(group)) + step) % len(keys)])

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a group, or a line a value and one for each title, with one between groups."""
        if self._is_across(width):
            folded = [self._folds(group, width) for group in self.groups]
            return tall(self.app) * (folded.count(False) + any(folded))
        return tall(self.app) * (sum(group.rows + 1 for group in self.groups) - 1)

    def _is_across(self, width: int) -> bool:
        return width >= LEAST_ACROSS if self._across_always is None else self._across_always

    def _folds(self, group: Group, width: int) -> bool:
        """Whether a group shares a line with others; where a line a group is asked for, none does."""
        return self._across_always is None and _folds(group, width - TITLE)

    def render(self) -> Content:
        """All of them."""
        width, lines, folded = self.content_size.width, list[Content](), list[Content]()
        for at, group in enumerate(self.groups):
            here = at == self.at and self.has_focus
            if not self._is_across(width):
                lines += ([Content("")] if lines else []) + self._down(group, here)
            else:
                (folded if self._folds(group, width) else lines).append(self._across(group, here, width))
        lines += [Content("    ").join(folded)] if folded else []
        return Content("\n").join(lines if tall(self.app) == 1 else map(_high, lines))

    def _title(self, group: Group, here: bool) -> tuple[str, str]:
        line = " underline" if here and self.app.has_class("-lined") else ""  # where no colour tells it
        return group.title.upper(), f"bold $foreground{line}" if here else "bold $accent"

    def _down(self, group: Group, here: bool) -> list[Content]:
        chosen = self.value(group.key)
        arrows = "  ◀ ▶" if here and not group.folded else ""
        lines = [Content.assemble(self._title(group, here), (arrows, "$accent"))]
        if group.folded:
            return [*lines, _between(group, chosen)]
        for key, words in group.values:
            lines.append(
                Content("").join([_sign(key == chosen, here), self._value(group, key, words, chosen)])
            )
        return lines

    def _across(self, group: Group, here: bool, width: int) -> Content:
        chosen = self.value(group.key)
        wide = max(self.titles, *(len(each.title) + 2 for each in self.groups))
        title = Content.assemble(self._title(group, here)).pad_right(wide - len(group.title))
        if _folds(group, width - wide):
            return Content("").join([title, _between(group, chosen, width - wide)])
        shown = group.values
        gap = next((gap for gap in GAPS if _width(group, gap) <= width - wide), GAPS[-1])
        parts = []
        for key, words in shown:
            sign = _sign(key == chosen, here, gap == GAPS[-1])
            parts.append(Content("").join([sign, self._value(group, key, words, chosen)]))
        return Content("").join([title, Content(" " * (gap - 2)).join(parts)])

    def _value(self, group: Group, key: str, words: str, chosen: str) -> Content:
        if key == chosen:
            return Content.styled(words, "bold $foreground")
        return _link(group.key, key, words)

    # Keys and clicks

    def action_group(self, step: int) -> None:
        """Another group; from the first and the last one on to the widget above and below."""
        if 0 <= self.at + step < len(self.groups):
            self.at += step
        elif step > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_step(self, step: int) -> None:
        """Another value of the group."""
        if self.groups:
            self.change(self.groups[self.at].key, step)

    def action_choose_in(self, group: str, value: str) -> None:
        """A value that was clicked."""
        self.choose(group, value)

    def action_step_in(self, group: str, way: str) -> None:
        """An arrow that was clicked."""
        self.change(group, 1 if way == "after" else -1)

    def on_click(self, event: events.Click) -> None:
        """The word between arrows leads on, too: they are narrower than a finger."""
        if group := event.style.meta.get(LEADS_ON):
            self.change(group, 1)

    def on_focus(self) -> None:
        """Show where the keys go."""
        self.refresh()

    on_blur = on_focus


def _high(line: Content) -> Content:
    """A line as high as a finger: what is tapped above and below a word is the word."""
    room = Content(" " * line.cell_length, spans=[*line.spans])
    return Content("\n").join([room, line, room])


def _sign(chosen: bool, here: bool, close: bool = False) -> Content:
    """Where values stand close, the sign touches its own and not the one before."""
    sign = (" ●" if close else "● ") if chosen else "  "
    return Content.styled(sign, "$foreground" if here else "$accent")


def _width(group: Group, gap: int) -> int:
    """The columns that a group takes in a line."""
    return sum(cell_len(words) + gap for _, words in group.values) - (gap - 2)


def _folds(group: Group, width: int) -> bool:
    """Whether only its value is shown, as there is no room for all."""
    return group.folded or _width(group, GAPS[-1]) > width


@lru_cache(256)
def _link(group: str, key: str, words: str) -> Content:
    """A value that is not chosen."""
    return Content.from_markup(f"[@click=choose_in({group!r},{key!r})]$words[/]", words=words)


def _between(group: Group, chosen: str, room: int = 80) -> Content:
    """The value chosen, between arrows, which stay in sight."""
    words = Content(dict(group.values)[chosen]).truncate(max(1, room - 4), ellipsis=True)
    return _arrows(group.key, words.plain)


@lru_cache(256)
def _arrows(group: str, words: str) -> Content:
    arrows = (
        f"[$accent @click=step_in({group!r},{way!r})]{arrow}[/]"
        for way, arrow in (("before", "◀"), ("after", "▶"))
    )
    before, after = map(Content.from_markup, arrows)
    word = Content.assemble(" ", (words, "bold $foreground"), " ").stylize(Style.from_meta({LEADS_ON: group}))
    return Content("").join([before, word, after])


LABEL: Final = 11
"""The least width of the labels of a form."""


LIST: Final = 100
"""Characters from which on a line holds more than a name."""


class Line(Input):
    """A line in a row of its own. Its cursor is always to be seen, and nothing draws while nobody types."""

    cursor_blink = reactive(False, init=False)

    def __init__(self, value: str = "", **given: Any) -> None:
        super().__init__(value, compact=True, **given)

    def render_line(self, y: int) -> Strip:
        """A row, underlined to its end where lines are: Textual's ends with the words of an empty line."""
        return super().render_line(y).extend_cell_length(self.content_size.width, self.rich_style)


class Find(Line):
    """A line for what a list is to show: Enter leads to what was found, and so does Down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "screen.list", "To the list", show=False, id="find.list")
    ]


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
        anew = ask.most < LIST  # the next key does not replace a whole list
        self.line = Line(value, placeholder=ask.hint, max_length=ask.most, select_on_focus=anew, id=ask.key)

    def compose(self) -> ComposeResult:
        """The label, then the line."""
        yield Label(self._label, markup=False)
        yield self.line

    def on_click(self) -> None:
        """A label means its line."""
        self.line.focus()


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
        super().__init__(id=id)
        self.rows = rows
        self.ask(asks)

    def compose(self) -> ComposeResult:
        """The rows that are asked for; others follow when they are."""
        yield from (row for row in self.rows if row.display)

    def ask(self, asks: Sequence[Group]) -> None:
        """Ask for these; what is not `asked` is not shown."""
        for at, (row, (_, run)) in enumerate(zip(self.rows, groupby(asks, _kind), strict=True), 1):
            groups = tuple(ask for ask in run if ask.asked)
            row.display = bool(groups)
            if groups and self.is_mounted and not row.is_attached:
                below = (each for each in self.rows[at:] if each.is_attached)
                self.mount(row, before=next(below, None))
            if isinstance(row, Field):
                row.line.placeholder = groups[0].hint if groups else ""
            elif groups != row.groups:
                row.groups = groups
                row.at = min(row.at, len(groups) - 1)

    def fill(self, answers: Mapping[str, str]) -> None:
        """Show other answers; nobody is told."""
        with self.prevent(Input.Changed):
            for row in self.rows:
                if isinstance(row, Field):
                    row.line.value = answers.get(row.key, "")
                else:
                    row.chosen = answers

    def action_row(self, step: int) -> None:
        """Another row; from the first and the last one on to the widget above and below."""
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
    """Divide groups into those with a widget of their own and those that share one."""
    return not ask.values, "" if ask.values else ask.key

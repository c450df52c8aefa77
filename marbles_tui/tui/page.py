"""What all pages have in common: a head, a body that styles lay out, and their keys; most of them are a shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import AnyBoard, Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.table.utc import here
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.kit.form import Filters, Find
from marbles_tui.tui.kit.lines import Cell, Key, KeyLine, Row, TopLine, date_words
from marbles_tui.tui.kit.shelf import Item, RowList, SmallBoard
from marbles_tui.tui.kit_app import Kit

R = TypeVar("R")
T = TypeVar("T")


def day_words(moment: str, today: date, dates: str = "words") -> str:
    """A day as people say it, from a day, or the day that it was here at a moment, as ISO writes both: "today",
    "Sunday", "18 Nov", "18 Nov 2025"; `dates` is the setting that says how days are written."""
    try:
        day = date.fromisoformat(here(moment)[:10])
    except ValueError:
        return ""
    ago = (today - day).days
    if 0 <= ago <= 1:
        return ("today", "yesterday")[ago]
    if 1 < ago < 7:
        return f"{day:%A}"
    year = f" {day.year}" if dates == "words" and day.year != today.year else ""
    return date_words(day, dates, brief=True) + year


class Page(ArcadeScreen[R]):
    """A screen laid out by styles, which ask for its size by the classes below."""

    CSS_PATH = Path(__file__).parent / "pages" / "pages.tcss"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  (as in the base)
        (0, "-tiny"),
        (60, "-slim"),
        (76, "-narrow"),
        (110, "-wide"),
        (160, "-vast"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-short"), (23, "-usual"), (32, "-tall")]  # noqa: RUF012

    TITLE_LINE: ClassVar[str] = ""
    """The widgets above the body."""

    app: Kit

    def compose(self) -> ComposeResult:
        """Head, body, keys."""
        self.add_class("page", update=False)  # only rules for what it holds ask for it
        top = TopLine()
        top.set_reactive(TopLine.headline, self.TITLE_LINE)
        yield top
        yield from self.body()
        yield KeyLine()

    def body(self) -> ComposeResult:
        """The widgets between the first line and the key line."""
        raise NotImplementedError

    def note(self, words: str) -> None:
        """Say something on the right of the head."""
        self.query_one(TopLine).note = words

    def day_told(self, moment: str) -> str:
        """A day as people say it, and as the settings have it."""
        return day_words(moment, self.app.today(), self.app.settings.dates)

    def show_keys(self, *keys: Key) -> None:
        """The keys of now, the weightiest first; help and the way back follow."""
        help_and_back = (Key("?", "help", "app.help"), Key("esc", "back", "screen.back", kept=True))
        self.query_one(KeyLine).keys = (*keys, *help_and_back)

    def action_back(self) -> None:
        """From the side panel back to the list; from the list, leave."""
        first = next(iter(self.query(self.AUTO_FOCUS or "RowList")), None)
        if first and self.focused not in (first, None):
            first.focus()
        elif self.is_active:
            self.dismiss()

    def attempt(self, do: Callable[[], T]) -> T | None:
        """What comes of something; why it cannot be done is said in a corner."""
        try:
            return do()
        except ValueError as error:
            self.notify(sanitize_line(str(error), 300), severity="warning", markup=False)
        return None


Part = str | Callable[[], Widget]
"""A part of a shelf: a widget class, or the id of a Static for words."""


def _placed(parts: Sequence[Part]) -> list[Widget]:
    return [Static(id=part, markup=False) if isinstance(part, str) else part() for part in parts]


class Shelf(Page[R]):
    """A list, and beside it what is pointed at, alive: a board, and words on it. Filters and figures stand beside the
    list where it is wide, else above it."""

    AUTO_FOCUS = "RowList"

    BESIDE: ClassVar[Sequence[Part]] = ()
    LEFT: ClassVar[Sequence[Part]] = (RowList,)
    STAGE: ClassVar[Sequence[Part]] = (SmallBoard, "words")

    _laid_for: Size | None = None

    def body(self) -> ComposeResult:
        """Filters, the list, the board."""
        left = Vertical(*_placed(self.LEFT), id="left")
        stage = [Vertical(*_placed(self.STAGE), classes="stage")] if self.STAGE else []
        if self.BESIDE:
            beside = Vertical(*_placed(self.BESIDE), id="beside")
            yield Container(beside, Horizontal(left, *stage, id="below"), classes="body filtered")
        else:
            yield Horizontal(left, *stage, classes="body")

    def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        self._reading = self.read()

    def on_resize(self, event: events.Resize) -> None:
        """Words have more or less room than before."""
        before, self._laid_for = self._laid_for, event.size
        if before not in (None, event.size):
            self.dress()

    def read(self) -> object:
        """Read what is shown: at first, and each time that it is shown again. A worker is waited for for a moment."""

    @on(RowList.Pointed)
    def _on_row(self, message: RowList.Pointed) -> None:
        if message.list is not self.rows:
            return
        key = message.item.key if message.item else None
        if not isinstance(message, RowList.Taken):  # which is one, too
            self.point(key)
        elif key is not None:
            self.take(key)

    def point(self, key: Any) -> None:
        """Show what is pointed at: the value of the row, or None."""

    def take(self, key: Any) -> object:
        """Open it."""

    def action_list(self) -> None:
        """From a line or from filters to the list."""
        self.rows.focus()

    def action_find(self) -> None:
        """To the line where one types what the list is to show."""
        self.query_one(Find).focus()

    def action_change(self, group: str, step: int) -> None:
        """Another value of a filter."""
        self.query_one(Filters).change(group, step)

    @property
    def rows(self) -> RowList:
        """The list."""
        return self.query_one(RowList)

    @property
    def pointed(self) -> Any:
        """The value of the picked row; None without one."""
        return self.rows.picked.key if self.rows.picked else None

    def show(self, game: Game | None = None, *boards: AnyBoard) -> None:
        """Show boards of a game, one after the other; without any, nothing."""
        if game and boards:
            self.query_one(SmallBoard).show(game, *boards)
        else:
            self.query_one(SmallBoard).clear()

    def put(self, name: str, words: VisualType) -> None:
        """Set the words of this part."""
        part = self.query_one(f"#{name}", Static)
        part.update(words, layout=part.styles.auto_dimensions)

    def tell(self, first: str = "", *lines: str | Content) -> None:
        """Say something on what is pointed at, the first line in bold."""
        words = [Content.styled(first, "bold"), *(Content.assemble(line) for line in lines)]
        self.put("words", Content("\n").join(words))


class Value(NamedTuple):
    """Something to choose: its key, its name, a note beside it, and a sentence about it."""

    key: Any
    title: str
    detail: str = ""
    """Beside the name: how strong, how many."""
    note: str = ""
    """A word on it, where there is room."""
    about: str = ""
    ink: str = ""
    """The colour of its name, "" for that of words."""


class PageQuestion(NamedTuple):
    """Something that is asked: one of its values, or without any a text."""

    id: str
    label: str
    values: Sequence[Value] = ()
    usual: str | None = None
    """The answer that needs no mark; None where none does."""
    empty: str = ""
    """What an empty line means."""
    placeholder: str = ""
    """What stands in an empty line while it is typed in, where that is not what it means."""
    more: bool = False
    """Whether it belongs to the options that most people leave alone."""
    ink: str = ""


class QuestionsPage(Page[R]):
    """Questions with their answers on the left; on the right the values of the one pointed at, or a line to type in,
    and what comes of it."""

    opened: PageQuestion = PageQuestion("", "")
    """The one pointed at."""

    def questions(self) -> Sequence[PageQuestion]:
        """All that is asked now."""
        raise NotImplementedError

    def value(self, question: PageQuestion) -> Any:
        """The answer: the key of a value, or what was typed."""
        raise NotImplementedError

    def items(self) -> list[Item]:
        """The questions as they are listed."""
        raise NotImplementedError

    def dress(self) -> None:
        """The questions with their answers as they are now, and the values of the one pointed at."""
        self.query_one("#questions", RowList).show(self.items())
        self.open(self.opened.id)

    def open(self, id: str) -> None:
        """Show the values of a question; of the first one where there is none of that id."""
        found = self.questions()
        question = self.opened = next((each for each in found if each.id == id), found[0])
        self.set_class(not question.values, "typed")
        chosen, values = self.value(question), question.values
        at = next((at for at, value in enumerate(values) if value.key == chosen), 0)
        title, detail = (max((len(each[part]) for each in values), default=0) + 2 for part in (1, 2))
        items = []
        for value in values:
            name = Cell(value.title, title, f"bold {value.ink}" if value.ink else "")
            beside = [Cell(value.detail, detail, "$text-muted")] if detail > 2 else []
            note = Cell(value.note, 0, "$text-muted", since=32)
            mark = Cell("●" * (value.key == chosen), 2, "$accent")
            items.append(Item(Row([mark, name, *beside, note]), (question.id, value.key)))
        self.query_one("#values", RowList).show(items, at)

    @on(RowList.Pointed, "#questions")
    def _question_pointed_at(self, message: RowList.Pointed) -> None:
        if message.item and message.item.key != self.opened.id:
            self.open(message.item.key)

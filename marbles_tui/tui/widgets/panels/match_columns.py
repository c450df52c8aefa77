"""The columns of a list of matches, and the line above it that names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.store.library import Order
from marbles_tui.store.rows import Entry

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

NARROW: Final = 72
"""Columns below which the length is left out: who played matters more."""

ROOMY: Final = 100
"""Columns from which titles and times are shown whole."""

MARGIN: Final = 2
GAP: Final = 2

MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Columns(NamedTuple):
    """How wide each column is; 0 for one that is left out."""

    game: int
    players: int
    result: int
    length: int
    date: int

    @classmethod
    def fitting(cls, width: int) -> Columns:
        """Those for a list of a width."""
        if width < NARROW:
            game, result, length, date = 11, 13, 0, 6
        elif width < ROOMY:
            game, result, length, date = 11, 14, 9, 10
        else:
            game, result, length, date = 20, 20, 10, 16
        gaps = GAP * (4 if length else 3)
        return cls(
            game, max(8, width - game - result - length - date - gaps - 2 * MARGIN), result, length, date
        )

    def column_at(self, x: int) -> str:
        """The name of the column in a column of the screen."""
        end = MARGIN
        for name, width in self._asdict().items():
            end += width + GAP if width else 0
            if width and x < end:
                return str(name)
        return self._fields[-1]


def cells(entry: Entry, columns: Columns, titles: dict[str, str]) -> dict[str, str]:
    """What stands in each column of a match."""
    title = sanitize_line(titles.get(entry.game, entry.game), 40)
    if len(title) > columns.game:
        title = sanitize_line(title.split()[-1], columns.game)
    return {
        "game": title,
        "players": entry.names or "-",
        "result": entry.ending,
        "length": plural(entry.plies, "move"),
        "date": _date(entry.changed, columns.date),
    }


def _date(changed: str, width: int) -> str:
    """A day, and the time where there is room; without the year where there is little."""
    month = changed[5:7]
    if width < 10 and month.isdecimal() and 1 <= int(month) <= len(MONTHS):
        return f"{changed[8:10].lstrip('0')} {MONTHS[int(month) - 1]}".rjust(width)
    return changed[:width].replace("T", " ")


def laid(texts: dict[str, str], columns: Columns) -> dict[str, str]:
    """Each text in the width of its column, with the gap behind it; the length to the right."""
    shown = {}
    for name, width in columns._asdict().items():
        if width:
            text = _cut(texts[name], width)
            room = " " * max(0, width - cell_len(text))
            shown[name] = (room + text if name == "length" else text + room) + " " * GAP
    return shown


def _cut(text: str, width: int) -> str:
    """A text that takes at most so many columns of the screen."""
    shown = sanitize_line(text, max(4, width))
    while cell_len(shown) > width:
        shown = shown[:-1]
    return shown


class MatchHeading(Widget):
    """The names of the columns; a click sorts by one, another click the other way round."""

    DEFAULT_CSS = """
    MatchHeading { height: 1; width: 1fr; }
    MatchHeading > .heading--name { color: $text-muted; }
    MatchHeading > .heading--sorted { color: $accent; text-style: bold; }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"heading--name", "heading--sorted"}

    order: reactive[Order] = reactive(Order())
    """How the list is sorted."""

    app: Arcade

    @dataclass
    class Chosen(Message):
        """A column was clicked."""

        by: str

    def render_line(self, y: int) -> Strip:
        """The names, a sign behind the one that the list is sorted by."""
        del y
        columns = Columns.fitting(self._width)
        plain = self.app.look.skin.plain
        sign = ("^" if plain else "▲") if self.order.turned else ("v" if plain else "▼")
        names = {
            name: f"{name.capitalize()} {sign}" if name == self.order.by else name.capitalize()
            for name in columns._fields
        }
        ground = self.rich_style
        segments = [Segment(" " * MARGIN, ground)]
        for name, text in laid(names, columns).items():
            kind = "heading--sorted" if name == self.order.by else "heading--name"
            segments.append(Segment(text, self._style(kind)))
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _style(self, kind: str) -> Style:
        return self.get_component_rich_style(kind)

    @property
    def _width(self) -> int:
        """The width of the list below, which may have a scroll bar."""
        matches = self.screen.query("MatchList")
        return matches.first().size.width if matches else self.size.width

    def on_click(self, event: events.Click) -> None:
        """Sort by the column that was clicked."""
        self.post_message(self.Chosen(Columns.fitting(self._width).column_at(event.x)))

"""A list of saved matches of any length: only the pages that are seen are read, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from marbles_tui.store.library import PAGE
from marbles_tui.store.rows import Entry
from marbles_tui.tui.widgets.panels.match_columns import Columns, cells, laid

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

Pages = Callable[[int], Awaitable[list[Entry]]]
"""Reads PAGE entries from a place on."""


class MatchList(ScrollView, can_focus=True):
    """Rows of game, players, result, length and date, a star before favourites; one is pointed at."""

    DEFAULT_CSS = """
    MatchList { height: 1fr; width: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    MatchList > .matchlist--pointed { background: $primary 40%; }
    MatchList:focus > .matchlist--pointed { background: $primary; color: $text; text-style: bold; }
    MatchList > .matchlist--muted { color: $text-muted; }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"matchlist--pointed", "matchlist--muted"}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1)", "Up", show=False, id="list.up"),
        Binding("down", "point(1)", "Down", show=False, id="list.down"),
        Binding("pageup", "turn(-1)", "Page up", show=False, id="list.page_up"),
        Binding("pagedown", "turn(1)", "Page down", show=False, id="list.page_down"),
        Binding("home", "end(0)", "First", show=False, id="list.first"),
        Binding("end", "end(1)", "Last", show=False, id="list.last"),
        Binding("enter", "take", "Open", show=False, id="list.take"),
    ]

    at: reactive[int] = reactive(0, init=False)
    """The row pointed at, from 0."""

    app: Arcade

    @dataclass
    class Pointed(Message):
        """Another match, or none, is pointed at."""

        entry: Entry | None

    @dataclass
    class Taken(Message):
        """A match was chosen."""

        entry: Entry

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pages: dict[int, list[Entry]] = {}
        self._read: Pages | None = None
        self._reading: set[int] = set()
        self._count = 0
        self._titles: dict[str, str] = {}

    def on_mount(self) -> None:
        """Games are called by their titles."""
        self._titles = {game.key: game.title for game in self.app.games}

    def fill(self, count: int, first: int, page: list[Entry], read: Pages) -> None:
        """List `count` matches: those of one page, from the row `first` on, are there; `read` reads the others.
        The row pointed at stays where it can."""
        self._pages, self._reading, self._read, self._count = {first // PAGE: page}, set(), read, count
        self.virtual_size = Size(self.size.width, count)
        self.at = max(0, min(self.at, count - 1))
        self.refresh()
        self.post_message(self.Pointed(self.pointed))

    def on_resize(self) -> None:
        """Rows fill the width."""
        self.virtual_size = Size(self.size.width, self._count)

    def entry(self, row: int) -> Entry | None:
        """The match in a row; None where there is none, or where it is not read yet."""
        if not 0 <= row < self._count:
            return None
        entries = self._pages.get(row // PAGE)
        if entries is None:
            self._ask_for(row // PAGE)
            return None
        return entries[row % PAGE] if row % PAGE < len(entries) else None

    def _ask_for(self, page: int) -> None:
        """Have a page read, and shown when it is there."""
        if page not in self._reading and self._read:
            self._reading.add(page)
            self.run_worker(self._show_page(page, self._read), group="pages")

    async def _show_page(self, page: int, read: Pages) -> None:
        entries = await read(page * PAGE)
        if read is not self._read:
            return  # the list is another one by now
        self._pages[page] = entries
        self.refresh()
        if self.at // PAGE == page:
            self.post_message(self.Pointed(self.pointed))

    @property
    def count(self) -> int:
        """How many matches are listed."""
        return self._count

    @property
    def pointed(self) -> Entry | None:
        """The match pointed at."""
        return self.entry(self.at)

    def render_line(self, y: int) -> Strip:
        """A row."""
        row, width = y + self.scroll_offset.y, self.size.width
        entry = self.entry(row)
        ground = self.rich_style
        if entry is None:
            return Strip.blank(width, ground)
        pointed = row == self.at
        style = self.get_component_rich_style("matchlist--pointed") if pointed else ground
        muted = style if pointed else self.get_component_rich_style("matchlist--muted")
        return Strip(self._segments(entry, width, style, muted)).adjust_cell_length(width, style)

    def _segments(self, entry: Entry, width: int, style: Style, muted: Style) -> list[Segment]:
        columns = Columns.fitting(width)
        star = "*" if self.app.look.skin.plain else "★"
        texts = laid(cells(entry, columns, self._titles), columns)
        return [
            Segment(f"{star if entry.favourite else ' '} ", style),
            *(Segment(text, muted if name in ("length", "date") else style) for name, text in texts.items()),
        ]

    # Pointing

    def watch_at(self, now: int) -> None:
        """Keep it in sight."""
        height = self.size.height
        top = self.scroll_offset.y
        if now < top:
            self.scroll_to(y=now, animate=False)
        elif height and now >= top + height:
            self.scroll_to(y=now - height + 1, animate=False)
        self.refresh()
        self.post_message(self.Pointed(self.pointed))

    def action_point(self, step: int) -> None:
        """A row up or down."""
        self.at = max(0, min(self._count - 1, self.at + step))

    def action_turn(self, step: int) -> None:
        """A screenful up or down."""
        self.action_point(step * max(1, self.size.height - 1))

    def action_end(self, last: int) -> None:
        """The first row, or the last."""
        self.at = max(0, self._count - 1) if last else 0

    def action_take(self) -> None:
        """Choose the match pointed at."""
        if entry := self.pointed:
            self.post_message(self.Taken(entry))

    def on_click(self, event: events.Click) -> None:
        """Point at a row; a second click chooses it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = offset.y + self.scroll_offset.y
        if row >= self._count:
            return
        if row == self.at:
            self.action_take()
        self.at = row

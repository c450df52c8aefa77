"""The puzzle room as it is seen: a list with headings, one entry picked, its board beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.play.puzzles.puzzle import MARKS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import bar, box, fill, filled, fit, on_panel, outline
from marbles_tui.tui.menu.face import Stage
from marbles_tui.tui.puzzles.entries import Entry
from marbles_tui.tui.puzzles.facts import signs, wrap
from marbles_tui.tui.puzzles.head import ROOMY, paint_letters

LIST: Final = 44
"""Columns of the list beside a board."""

TOLD: Final = 3
"""Lines that are told of the picked puzzle below its goal."""


class RoomWords(NamedTuple):
    """What stands above the list: ratings and counts on the right, and what is listed."""

    right: tuple[str, ...] = ()
    filters: str = ""
    calendar: tuple[str, ...] = ()
    """The daily puzzles of the last weeks, a week a line."""
    goal: str = ""
    """Sentences about the picked puzzle."""


class Line(NamedTuple):
    """A row of the list: a heading, or the number of an entry."""

    heading: str
    entry: int


class RoomFace(CanvasWidget):
    """Entries, one of them picked. It tells what is pointed at and clicked, and draws only when something changes."""

    DEFAULT_CSS = "RoomFace { width: 1fr; height: 1fr; }"

    shown: reactive[tuple[Entry, ...]] = reactive((), init=False, repaint=False)
    """What there is."""

    picked: reactive[int] = reactive(0, init=False, repaint=False)
    """The entry that Enter is for."""

    words: reactive[RoomWords] = reactive(RoomWords(), init=False, repaint=False)
    """What is said around it."""

    @dataclass
    class Pointed(Message):
        """The mouse is over an entry."""

        entry: int

    @dataclass
    class Entered(Message):
        """An entry was clicked."""

        entry: int

    def __init__(self) -> None:
        super().__init__()
        self._top = 0
        self._rows: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        """The board; the rest is painted."""
        yield Stage()

    def watch_shown(self) -> None:
        """Show it."""
        self.repaint()

    watch_picked = watch_words = watch_shown

    def on_resize(self) -> None:
        """There is more or less room."""
        self.place()

    def place(self) -> None:
        """Put the board where there is room for it."""
        stage = self.query_one(Stage)
        region = self._board()
        stage.display = region is not None
        if region:
            stage.styles.offset = region.offset
            stage.styles.width, stage.styles.height = region.size

    def restyle(self) -> None:
        """Paint all anew, the board as well."""
        super().restyle()
        for stage in self.query(Stage):
            stage.restyle()
        self.call_after_refresh(self.place)

    # Where everything lies

    @property
    def roomy(self) -> bool:
        """Whether there is room for big letters."""
        return self.app.size.width >= ROOMY[0] and self.app.size.height >= ROOMY[1]

    @property
    def _margin(self) -> int:
        return 3 if self.app.size.width >= 100 else 2 if self.app.size.width >= 80 else 1

    @property
    def _head(self) -> int:
        return 6 if self.roomy else 2

    def _list(self) -> Region:
        size, left = self.app.size, self._margin
        width = LIST if size.width >= 78 else size.width - 2 * left
        return Region(left, self._head, width, max(3, size.height - self._head - 2))

    def _panel(self) -> Region | None:
        size, area = self.app.size, self._list()
        if size.width < 78:
            return None
        return Region(area.right, self._head, size.width - area.right - self._margin, area.height)

    def _board(self) -> Region | None:
        panel = self._panel()
        if panel is None:
            return None
        return Region(panel.x + 2, panel.y + 5, panel.width - 4, max(1, panel.height - 6))

    def lines(self) -> list[Line]:
        """The rows of the whole list."""
        found: list[Line] = []
        section = ""
        for number, entry in enumerate(self.shown):
            if entry.section != section:
                section = entry.section
                if found:
                    found.append(Line("", -1))
                found.append(Line(section, -1))
            found.append(Line("", number))
        return found

    # Painting

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Title, list, and what is picked."""
        left = self._margin
        if self.roomy:
            paint_letters(canvas, "puzzles", left, 1, 1, look)
            for row, line in enumerate(self.words.right, 1):
                ink = look.bright if row == 1 else look.muted
                canvas.text(canvas.width - left - len(line), row, line, ink, bold=row == 1)
            self._draw_calendar(canvas, look)
        else:
            canvas.text(left, 0, "PUZZLES", look.accent, bold=True)
            right = self.words.right[0] if self.words.right else ""
            canvas.text(canvas.width - left - len(right), 0, right, look.muted)
        self._draw_picked(canvas, look)
        self._draw_list(canvas, look)

    def _draw_calendar(self, canvas: Canvas, look: Look) -> None:
        """The last weeks, between the title and what stands on the right."""
        left = self._margin + LIST + 3
        for row, week in enumerate(self.words.calendar, 1):
            if row == 1:
                canvas.text(left, row, "your dailies", look.muted)
            for at, sign in enumerate(week):
                shown = signs(sign, plain=look.skin.plain)
                canvas.text(left + 14 + 2 * at, row, shown, look.accent if sign == "●" else look.muted)

    def _draw_picked(self, canvas: Canvas, look: Look) -> None:
        panel = self._panel()
        if panel is None:
            return
        on = on_panel(look)
        if filled(look):
            fill(canvas, panel, on.ground)
        else:
            box(canvas, panel, outline(look), look.bright)
        first, _, rest = self.words.goal.partition("\n")
        if len(first) > panel.width - 5:
            first = first.partition(": ")[2]
        canvas.text(panel.x + 3, panel.y + 1, fit(first, panel.width - 5), on.bright, bold=True)
        lines, room = wrap(rest, panel.width - 6), panel.width - 6
        shown = lines[:TOLD]
        if len(lines) > TOLD:
            shown[-1] = fit(" ".join(lines[TOLD - 1 :]), room)
        for row, line in enumerate(shown, 2):
            canvas.text(panel.x + 3, panel.y + row, line, on.text)

    def _draw_list(self, canvas: Canvas, look: Look) -> None:
        area, lines = self._list(), self.lines()
        at = next((row for row, line in enumerate(lines) if line.entry == self.picked), 0)
        self._top = max(0, min(self._top, at - 1, len(lines) - area.height))
        if at >= self._top + area.height:
            self._top = at - area.height + 1
        self._rows = {}
        for y, line in enumerate(lines[self._top : self._top + area.height], area.y):
            if line.entry >= 0:
                self._rows[y] = line.entry
                self._draw_entry(canvas, Region(area.x, y, area.width, 1), line.entry, look)
            elif line.heading:
                canvas.text(area.x + 2, y, line.heading.upper(), look.accent, bold=True)
                if line.heading == self.shown[-1].section:
                    told = self.words.filters
                    canvas.text(area.right - 2 - len(told), y, told, look.muted)
        below = len(lines) - self._top - area.height
        if below > 0:
            told = f"{below} more"
            canvas.text(area.right - 2 - len(told), area.bottom, told, look.muted)

    def _draw_entry(self, canvas: Canvas, region: Region, number: int, look: Look) -> None:
        entry, picked = self.shown[number], number == self.picked
        on = on_panel(look) if picked else look
        if picked:
            if filled(look):
                fill(canvas, region, on.ground)
            bar(canvas, region, look)
            canvas.text(region.right - 2, region.y, look.skin.right, look.accent, bold=True)
        plain = look.skin.plain
        state = "●" if entry.solved else "○" if entry.solved is None else "×"
        sign = {"●": "*", "○": ".", "×": "x"}[state] if plain else state
        ink = look.accent if entry.solved else on.muted
        canvas.text(region.x + 2, region.y, sign, ink)
        room = region.width - 22 if entry.marks else region.width - 7
        canvas.text(
            region.x + 4, region.y, fit(entry.title, room), on.bright if picked else on.text, bold=picked
        )
        if entry.marks:
            marks = signs("●" * entry.marks + "○" * (MARKS - entry.marks), plain=plain)
            column = region.right - 17
            canvas.text(column, region.y, marks[: entry.marks], look.accent)
            canvas.text(column + entry.marks, region.y, marks[entry.marks :], on.muted)
            told = f"{entry.number:,}"
            canvas.text(region.right - 4 - len(told), region.y, told, on.text)

    # Mouse

    def _entry_at(self, event: events.MouseEvent) -> int | None:
        offset = event.screen_offset - self.region.offset
        panel = self._panel()
        if panel and panel.contains_point(offset):
            return self.picked
        return self._rows.get(offset.y) if self._list().contains_point(offset) else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what the mouse is over."""
        entry = self._entry_at(event)
        if entry is not None and entry != self.picked:
            self.post_message(self.Pointed(entry))

    def on_click(self, event: events.Click) -> None:
        """Open what was clicked."""
        entry = self._entry_at(event)
        if entry is not None:
            self.post_message(self.Entered(entry))

    def step(self, entries: int) -> int:
        """The entry so many further on, from the first to the last."""
        return max(0, min(len(self.shown) - 1, self.picked + entries))


def count(entries: Sequence[Entry]) -> tuple[int, int]:
    """How many of some entries are solved, and how many there are."""
    return sum(bool(entry.solved) for entry in entries), len(entries)

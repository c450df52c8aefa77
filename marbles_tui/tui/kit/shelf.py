"""Shelves: a list of any length, rows of columns below headings, one of them picked; and beside words
a board in small, numbers in big figures, a course on a true scale."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, ClassVar, Final, NamedTuple, Self

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer
from textual.visual import RenderOptions, Visual

from marbles_tui.core import AnyBoard, Game
from marbles_tui.core import Cell as Place
from marbles_tui.core.palette import mix
from marbles_tui.core.scene import Frame, Scene
from marbles_tui.core.text import searchable
from marbles_tui.tui.kit.big_letters import SMALL_FACE, down, paint_word
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget, OnGround
from marbles_tui.tui.kit.lines import Cell, Row, tall
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import SceneWidget, room
from marbles_tui.tui.kit.view import LEAST_OWN

BEFORE, BEHIND = 2, 2
"""Columns before a row and behind it: the bar beside the one picked, the arrow towards what it shows."""

HOVER: Final = "on $surface"
"""The style of what a click would pick."""


class Item(NamedTuple):
    """A row of a list, or the heading of those below it; `key` is whatever the page knows it by."""

    row: Row
    key: Any = None
    heading: bool = False


BLANK: Final = Item(Row([""]), heading=True)
"""The row between two groups of rows."""


def heading(text: str, aside: str | Content = "") -> Item:
    """A heading, with something on its right."""
    width = Content(aside).cell_length if isinstance(aside, str) else aside.cell_length
    told = Cell(aside, width + 1, "not bold $text-muted", True) if width else Cell("", 1)
    return Item(Row([Cell(text.upper()), told]), heading=True)


class RowList(ScrollView, can_focus=True):
    """Rows, one of which is picked. Arrows, pages, Home and End move; a digit picks the row of that number; `/`, or a
    letter that nothing else waits for, begins a word to be found. Only the rows that are seen are made and drawn."""

    DEFAULT_CSS = """
    RowList {
        width: 1fr; height: 1fr; overflow-x: hidden; background: $background; color: $foreground;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1)", "Up", show=False, id="list.up"),
        Binding("down", "point(1)", "Down", show=False, id="list.down"),
        Binding("pageup", "turn(-1)", "Page up", show=False, id="list.page_up"),
        Binding("pagedown", "turn(1)", "Page down", show=False, id="list.page_down"),
        Binding("home", "end(0)", "First", show=False, id="list.first"),
        Binding("end", "end(1)", "Last", show=False, id="list.last"),
        Binding("enter,space", "take", "Open", show=False, id="list.take"),
        Binding("slash", "find", "Find", show=False, id="list.find"),
        *(Binding(str(at), f"number({at})", f"Row {at}", show=False, id=f"list.{at}") for at in range(1, 10)),
    ]

    at: reactive[int] = reactive(0, init=False)
    """The row picked, from 0, headings counted."""

    hover: reactive[int] = reactive(-1, init=False, repaint=False)
    """The row that a click would pick."""

    finding: reactive[str | None] = reactive(None, init=False)
    """What has been typed to be found; None while nothing is."""

    @dataclass
    class Pointed(Message):
        """Another row, or none, is picked."""

        list: RowList
        item: Item | None

        @property
        def control(self) -> RowList:
            """The list."""
            return self.list

    class Taken(Pointed):
        """The row picked was chosen."""

    def __init__(
        self, items: Sequence[Item | None] = (), *, id: str | None = None, finds: bool = True
    ) -> None:
        """`finds`: whether rows are found here; where they are not, the page does so."""
        super().__init__(id=id)
        self.items: Sequence[Item | None] = items
        """The rows; None for one that is not known yet."""

        self.finds = finds
        self.set_reactive(RowList.at, self._next(0, 1))

    @property
    def picked(self) -> Item | None:
        """The row picked."""
        return self.items[self.at] if 0 <= self.at < len(self.items) else None

    def show(self, items: Sequence[Item | None], at: int | None = None) -> None:
        """List these, and pick the row `at`, or the one that was picked before, or if that is gone the one that
        stands where it stood; while something is being found, what has been."""
        key = self.picked.key if self.picked else None
        before, self.items = (self.items, self.at), items
        self._fill()
        if self.finding and (found := self._found(self.finding)) is not None:
            at = found
        if at is None:
            at = self.at if key is None or not isinstance(items, list) else self._place(key, self.at)
        self.set_reactive(RowList.at, self._next(max(0, min(at, len(items) - 1)), 1))
        self._keep_in_sight()
        self._draw_other_rows(*before)
        self.post_message(self.Pointed(self, self.picked))

    def _draw_other_rows(self, before: Sequence[Item | None], at: int) -> None:
        """Draw the rows that are not as before; all, where it is not known what they were, or others have come."""
        now = self.items
        if self.finding is not None or len(before) != len(now) or not isinstance(now, list):
            self.refresh()
            return
        for row, (was, is_now) in enumerate(zip(before, now, strict=True)):
            known = was and is_now and was.heading == is_now.heading and was.row.is_same(is_now.row)
            if not known or (at != self.at and row in (at, self.at)):
                self.refresh_lines(row * self.tall, self.tall)

    def pick(self, key: object) -> None:
        """Pick the row of a key, if it is there."""
        self.at = self._place(key, self.at)

    def _place(self, key: object, at: int) -> int:
        """The index of the row with a key; `at` if there is none."""
        return next((at for at, item in enumerate(self.items) if item and item.key == key), at)

    def refresh_rows(self) -> None:
        """Draw anew: a row has become known."""
        self.refresh()
        self.post_message(self.Pointed(self, self.picked))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """All rows."""
        return len(self.items) * self.tall

    def on_resize(self) -> None:
        """Rows fill the width."""
        self._fill()
        self._keep_in_sight()

    def _fill(self) -> None:
        self.virtual_size = Size(self._width, len(self.items) * self.tall)

    @property
    def tall(self) -> int:
        """Lines of each row; its words stand in the middle one."""
        return tall(self.app)

    # Drawing

    @property
    def _width(self) -> int:
        """Columns beside the scroll bar."""
        return self.scrollable_content_region.width

    def render_line(self, y: int) -> Strip:
        """A row, or at the foot what is being found."""
        (at, part), width = divmod(y + self.scroll_offset.y, self.tall), self._width
        told = part == self.tall // 2
        if self.finding is not None and y == self.size.height - 1:
            return self._foot(width)
        item = self.items[at] if at < len(self.items) else None
        if item is None:
            return Strip.blank(width, self.rich_style)
        style = mark = self.visual_style
        if item.heading:
            style = mark = style + Style.parse("bold $accent")
        elif at == self.at:
            ground = "$surface" if any(node.has_class("stage") for node in self.ancestors) else "$panel"
            style += Style.parse(f"bold on {ground}")
            mark += Style.parse(f"{'$accent' if self.has_focus else '$primary'} on {ground}")
        elif at == self.hover:
            style = mark = style + Style.parse(HOVER)
        room = max(0, width - BEFORE - BEHIND) if told else 0
        rows = item.row.render_strips(room, 1, style, RenderOptions(self._get_style, {}))
        leads_on = told and (self.has_focus or not self.app.has_class("-lined"))  # which no colour tells
        signs = ("▌ ", " ▶" if leads_on else "  ") if at == self.at and not item.heading else ("  ", "  ")
        row = rows[0] if rows else Strip([])
        row = row.adjust_cell_length(width - BEFORE - BEHIND, style.rich_style)
        edge = mark.rich_style
        return Strip([Segment(signs[0], edge), *row, Segment(signs[1], edge)]).adjust_cell_length(width, edge)

    def _foot(self, width: int) -> Strip:
        words = Content.assemble(
            ("/ ", "bold $accent"),
            self.finding or "",
            ("▏", "$accent"),
            (" nothing found" if self._missing else "", "$text-muted"),
        )
        style = self.visual_style + Style.parse(HOVER)
        strips = Visual.to_strips(self, Row([words]), max(1, width - 2), 1, style)
        return Strip([Segment("  ", style.rich_style), *strips[0]]).adjust_cell_length(
            width, style.rich_style
        )

    # Picking

    def _next(self, at: int, step: int) -> int:
        """The row at or after a place, or the last one before it, that is no heading."""
        count = len(self.items)
        onward, back = range(at, count), range(min(at, count) - 1, -1, -1)
        if step < 0:
            onward, back = range(min(at, count - 1), -1, -1), range(at + 1, count)
        for each in itertools.chain(onward, back):
            item = self.items[each]
            if item is None or not item.heading:
                return each
        return 0

    def watch_at(self, before: int, now: int) -> None:
        """Show it, and tell."""
        self._keep_in_sight()
        self._draw_rows(before, now)
        self.post_message(self.Pointed(self, self.picked))

    def _draw_rows(self, *rows: int) -> None:
        for row in rows:
            self.refresh_lines(row * self.tall, self.tall)

    def _keep_in_sight(self) -> None:
        height, top = self.size.height // self.tall, self.scroll_offset.y // self.tall
        first = self.at
        while first > 0 and (above := self.items[first - 1]) and above.heading:
            first -= 1
        if self.at < top or first < top:
            self.scroll_to(y=first * self.tall, animate=False)
        elif height and self.at >= top + height:
            self.scroll_to(y=(self.at - height + 1) * self.tall, animate=False)

    def action_point(self, step: int) -> None:
        """A row up or down."""
        self.finding = None
        to = self.at + step
        if 0 <= to < len(self.items):
            self.at = self._next(to, step)

    def action_turn(self, step: int) -> None:
        """A screenful up or down."""
        to = self.at + step * max(1, self.size.height // self.tall - 1)
        self.at = self._next(max(0, min(len(self.items) - 1, to)), step)

    def action_end(self, last: int) -> None:
        """The first row, or the last."""
        self.at = self._next(max(0, len(self.items) - 1), -1) if last else self._next(0, 1)

    def action_number(self, number: int) -> None:
        """The row of a number, from 1, headings not counted."""
        for at, item in enumerate(self.items):
            number -= item is None or not item.heading
            if not number:
                self.at = at
                return

    def action_take(self) -> None:
        """Choose the row picked; not where another one is being looked for, and not found."""
        if self._missing:
            return
        self.finding = None
        if self.picked and not self.picked.heading:
            self.post_message(self.Taken(self, self.picked))

    # Finding

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list that finds nothing leaves the key to its page."""
        return self.finds or action != "find"

    def watch_finding(self) -> None:
        """Show it."""
        self.refresh_line(self.size.height - 1 + self.scroll_offset.y)

    def action_find(self) -> None:
        """Type what is to be found."""
        self.finding = ""

    def _found(self, text: str) -> int | None:
        """The first row, from the picked one on and then from the top, that has all words of a text."""
        words: list[str] = searchable(text).split()
        start = min(self.at, len(self.items))
        for at in itertools.chain(range(start, len(self.items)), range(start)):
            item = self.items[at]
            if item and not item.heading and _has(item.row, words):
                return at
        return None

    @property
    def _missing(self) -> bool:
        """Whether no row has what is being looked for."""
        return bool(self.finding) and self._found(self.finding or "") is None

    def on_key(self, event: events.Key) -> None:
        """Type to find."""
        letter = event.character if event.is_printable and event.character else ""
        if self.finding is None:
            if not (self.finds and letter.isalpha()) or event.key in self.screen.active_bindings:
                return
            typed = letter
        elif letter:
            typed = self.finding + letter
        elif event.key in ("backspace", "escape"):
            typed = self.finding[:-1] if event.key == "backspace" else ""
        else:
            return
        event.stop()
        event.prevent_default()
        self.finding = typed if typed else None
        if typed and (found := self._found(typed)) is not None:
            self.at = found

    def on_focus(self) -> None:
        """Show that keys go here."""
        self._draw_rows(self.at)

    def on_blur(self) -> None:
        """Nothing is being found any more."""
        self.finding = None
        self._draw_rows(self.at)

    # Mouse

    def _row_at(self, event: events.MouseEvent) -> int:
        offset = event.get_content_offset(self)
        at = (offset.y + self.scroll_offset.y) // self.tall if offset else -1
        item = self.items[at] if 0 <= at < len(self.items) else None
        return at if item and not item.heading else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which row a click would pick."""
        self.hover = self._row_at(event)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.hover = -1

    def watch_hover(self, *rows: int) -> None:
        """Show it."""
        self._draw_rows(*(row for row in rows if row >= 0))

    def on_click(self, event: events.Click) -> None:
        """Pick a row; a second click chooses it."""
        at = self._row_at(event)
        if at == self.at:
            self.action_take()
        elif at >= 0:
            self.at = at


def _has(row: Row, words: Iterable[str]) -> bool:
    text = searchable(row.plain)
    return all(word in text for word in words)


LEAST: Final = (16, 5)
"""Columns and rows without which no board is shown."""

HALF: Final = 0.5
"""The distance of rows of places, in units, up to which they are one."""

LEAST_SIGNS: Final = (46, 16)
"""Columns and rows from which on a board in signs is that of the table."""

LEAST_CLEAR: Final = 2.9
"""Columns across the smallest piece below which it is tiny."""

PACE: Final = 0.22
"""Seconds for which each board on the way is seen."""

STEP: Final = 100
"""A scale begins and ends at a multiple of this."""

LEAST_SPAN: Final = 200
"""The least that a scale spans: a flat year looks flat."""


class SmallBoard(OnGround, SceneWidget):
    """A board of any game in small. It plays softly from one board to the next, and rests at the last; where nothing
    may move by itself it rests there at once."""

    DEFAULT_CSS = "SmallBoard { width: 1fr; height: 1fr; }"

    cursor: reactive[Place | None] = reactive(None, init=False, repaint=False)
    """The place that is pointed at."""

    def __init__(
        self,
        game: Game | None = None,
        *boards: AnyBoard,
        id: str | None = None,
        small: bool | None = True,
        named: bool = True,
    ) -> None:
        """`small`: fewer and larger things are drawn than there are, where that tells as much; None: where they would
        be tiny; `named`: its places are named, where there is room."""
        super().__init__(id=id)
        self._small, self._named = small, named
        self._game, self._boards, self._step = game, boards, len(boards) - 1
        self._timer: Timer | None = None

    watch_cursor = CanvasWidget.show_anew

    @property
    def board(self) -> AnyBoard:
        """The board that is shown; None without one."""
        return self._boards[self._step] if self._boards else None

    def show(self, game: Game, *boards: AnyBoard) -> None:
        """Show these boards one after the other."""
        if (self._game, self._boards) == (game, boards):
            return
        moving = self.app.lively and self.app.animation_level != "none" and len(boards) > 1
        self._game, self._boards, self._step = game, boards, 0 if moving else len(boards) - 1
        self._stop()
        if moving:
            self._timer = self.set_interval(PACE, self._go_on)
        self.repaint()

    def clear(self) -> None:
        """Show nothing."""
        self._stop()
        self._boards = ()
        self.repaint()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        self._step = min(self._step + 1, len(self._boards) - 1)
        if self._step == len(self._boards) - 1:
            self._stop()
        self.repaint()

    def scene(self) -> Scene | None:
        """In small, but in signs as at the table where there is room for that; nothing in very few cells, nor where
        two rows of signs would stand in one."""
        width, height = self.content_size
        if not self._game or not self._boards or width < LEAST[0] or height < LEAST[1]:
            return None
        roomy = width >= LEAST_SIGNS[0] and height >= LEAST_SIGNS[1]
        small = self._small and (self.look.skin.shaded or not roomy)
        frame = Frame(self.board, cursor=self.cursor)
        scene = self._game.scene(frame, room(width, height, bool(small), self._named))
        if self.look.skin.shaded:
            tiny = small is None and scene.least * self.view_of(scene).kx < LEAST_CLEAR
            return self._game.scene(frame, room(width, height, small=True)) if tiny else scene
        rows = sorted({round((top + bottom) / 2, 2) for _, top, _, bottom in scene.places.values()})
        apart = min((after - before for before, after in itertools.pairwise(rows)), default=0)
        return None if apart > HALF and apart * self.view_of(scene).ky < LEAST_OWN else scene


class Figures(OnGround):
    """Numbers in big figures, each above what it counts; in few rows, or in signs, as they are."""

    DEFAULT_CSS = "Figures { width: 1fr; height: 4; }"

    counts: reactive[Sequence[tuple[int, str, str]]] = reactive((), init=False, repaint=False)
    """How many of what, and in which colour of the look."""

    watch_counts = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """One beside the other."""
        x, big = 0, canvas.height >= 4 and look.skin.shaded and look.coloured
        for count, what, role in self.counts:
            ink, text = getattr(look, role), str(count)
            if canvas.height == 1:
                canvas.text(x, 0, f"{count:,}", ink, bold=True)
                canvas.text(x + len(f"{count:,}") + 1, 0, what, look.muted)
                x += len(f"{count:,} {what}") + 3
                continue
            if big:
                rows = [mix(ink, look.ground, 0.1 * max(0, y - 1)) for y in range(SMALL_FACE.rows)]
                paint_word(canvas, SMALL_FACE, text, x, 0, down(rows))
                wide = SMALL_FACE.width(text)
            else:
                canvas.text(x, canvas.height - 2, f"{count:,}", ink, bold=True)
                wide = len(f"{count:,}")
            canvas.text(x, canvas.height - 1, what, look.muted)
            x += max(wide, len(what)) + (5 if canvas.width >= 50 else 3)


class Scale(NamedTuple):
    """From which number to which."""

    low: int
    high: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Self:
        """The scale in whole hundreds on which all of them lie."""
        least, most = min(numbers), max(numbers)
        low, high = floor(least / STEP) * STEP, ceil(most / STEP) * STEP
        while high - low < LEAST_SPAN:
            if high - most <= least - low:
                high += STEP
            else:
                low -= STEP
        return cls(low, high)

    def place(self, number: float, steps: int) -> int:
        """The step, from 0 at the top, at which a number lies."""
        return round((self.high - number) / (self.high - self.low) * (steps - 1))


class Curve(OnGround):
    """How a number went: its latest values on a scale of whole hundreds, with what they began at among them, and what
    it is now."""

    DEFAULT_CSS = "Curve { width: 1fr; height: 6; }"

    values: reactive[Sequence[float]] = reactive((), init=False, repaint=False)
    """Oldest first; nothing is drawn without any."""

    SCALE, NOW = 7, 7
    """Columns of the scale on the left, and of the last value on the right."""

    watch_values = CanvasWidget.show_anew

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Lines at round numbers, the curve, its ground, and the last value beside its end."""
        left, wide = self.SCALE, canvas.width - self.SCALE - self.NOW
        if not self.values or wide < 4:
            return
        values = self.values[-wide:]
        scale, pixels = Scale.of(values), look.skin.shaded and look.coloured
        tall = 2 * canvas.height - 1 if pixels else canvas.height
        half = 2 if pixels else 1
        apart = next(
            by for by in (100, 200, 500, 10**6) if (scale.high - scale.low) // by * 2 <= canvas.height
        )
        for value in {*range(scale.high, scale.low - 1, -apart), scale.low}:
            y = scale.place(value, tall)
            if value != scale.low or (scale.high - value) % apart == 0 or apart == 10**6:
                self._line(canvas, look, left, y, wide, pixels)
                canvas.text(0, y // half, f"{value:>5,}", look.muted)
        heights = [scale.place(value, tall) for value in values]
        for x in range(wide):
            at = x * (len(heights) - 1) / max(1, wide - 1)
            one, other = heights[int(at)], heights[min(len(heights) - 1, int(at) + 1)]
            y = round(one + (other - one) * (at - int(at)))
            self._point(canvas, look, left + x, y, tall, pixels, x == wide - 1)
        now = f"{round(values[-1]):,}"
        canvas.text(left + wide + 1, heights[-1] // half, now, look.accent, bold=True)

    def _line(self, canvas: Canvas, look: Look, x: int, y: int, wide: int, pixels: bool) -> None:
        ink = mix(look.ground, look.text, 0.13)
        if pixels:
            canvas.fill(x, y, wide, 1, ink)
        else:
            canvas.text(x, y, ("." if look.skin.plain else "·") * wide, look.muted)

    def _point(self, canvas: Canvas, look: Look, x: int, y: int, tall: int, pixels: bool, last: bool) -> None:
        if pixels:
            canvas.fill(x, y + 1, 1, tall - y - 1, mix(look.ground, look.accent, 0.13))
            canvas.fill(x, y, 1, 1, look.bright if last else look.accent)
        else:
            canvas.text(x, y, "*" if look.skin.plain else "━", look.accent)

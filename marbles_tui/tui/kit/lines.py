"""Lines of words: the first one of a screen, with how fast things are shown, the last one, and what a window shows
that is too small; rows of columns for lists and for what stands beside them, bars, steps, days and months."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from textwrap import wrap
from time import monotonic
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.content import Content, Span
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from marbles_tui.core.text import capitalized
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.look import BLOCKS, Look, Skin


class Speed(NamedTuple):
    """A step of the speed: what it is called, and how long a beat of one second takes, in seconds."""

    title: str
    tempo: float


SPEEDS: Final = (
    Speed("instant", 0.0),
    Speed("very fast", 0.15),
    Speed("fast", 0.4),
    Speed("normal", 0.8),
    Speed("calm", 1.3),
    Speed("slow", 2.2),
    Speed("very slow", 4.0),
)
"""From instant to very slow; settings keep the number of the step."""


class TopLine(Widget):
    """A title on the left; a note and the speed on the right."""

    DEFAULT_CSS = """
    TopLine { height: 1; width: 1fr; padding: 0 2; background: $panel; color: $foreground; }
    """

    headline: reactive[str] = reactive("")
    """The title."""

    note: reactive[str] = reactive("")
    """What sets this match apart: its start, its place in a series."""

    speed: reactive[int | None] = reactive(None)
    """The step of the speed, or None where nothing moves."""

    skin: reactive[Skin] = reactive(BLOCKS)
    """The glyphs to draw with."""

    def render(self) -> Content:
        """The line, with as much on the right as there is room for."""
        speed = "" if self.speed is None else f"speed {self.gauge()}"
        both = f" {self.skin.dot} ".join(filter(None, (self.note, speed)))
        width = self.content_size.width - cell_len(self.headline)
        right = next((text for text in (both, self.note, speed) if cell_len(text) < width), "")
        room = max(0, width - cell_len(right))
        return Content.assemble((self.headline, "bold"), " " * room, (right, "$text-muted"))

    def gauge(self) -> str:
        """The speed as a bar, faster to the right, and its name."""
        assert self.speed is not None
        steps = len(SPEEDS) - 1
        fast = steps - self.speed
        return self.skin.full * fast + self.skin.hollow * self.speed + f" {SPEEDS[self.speed].title}"


class TooSmall(Widget):
    """A calm request to enlarge the window, above everything else."""

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: too-small; dock: top; width: 100%; height: 100%;
        background: $background; color: $foreground; content-align: center middle; text-align: center;
    }
    """

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._needed = f"{columns} x {rows}"

    def render(self) -> Content:
        """The request, with the size there is and the size needed."""
        width, height = self.app.size
        return Content(
            f"Please enlarge the window\nto {self._needed}; it is {width} x {height}.\nNothing is lost."
        )


GAP: Final = 2
"""Columns between two keys."""

DOOR: Final = 11
"""Columns of a door at least, with the gap to the next."""

APART: Final = 2
"""Columns more before those that lead away."""

HELP: Final = "?"
"""The key that shows them all."""

CHOOSE, WHICH = "↑↓", "←→"
"""Arrows as the last line names them."""

ROOMY: Final = 44
"""Lines of a window from which on rows are higher for fingers."""

PLAIN: Final = {CHOOSE: "up/down", WHICH: "left/right"}
"""The same in ASCII."""


def tall(app: App[object]) -> int:
    """Lines of each row that can be tapped: three for fingers, where there is room."""
    return 3 if app.has_class("-touch") and app.size.height >= ROOMY else 1


class Key(NamedTuple):
    """A key as it is shown, what it does, and the action a click on it runs ("" = none)."""

    key: str
    does: str
    action: str = ""
    kept: bool = False
    """Whether it is shown before others that are weightier where not all fit."""


class KeyLine(Widget):
    """Keys and what they do, as many as fit; the first are the weightiest. Where not all fit, those that are kept
    come after them, and help, if it is among them, stands last and says that there are more. Where styles make it
    higher than a row, in a window that is higher than wide or is touched, they are doors."""

    DEFAULT_CSS = """
    KeyLine { height: 1; width: 1fr; padding: 0 2; background: $panel; color: $text-muted; dock: bottom;
        link-color: $text-muted; link-style: none; link-background-hover: $primary; link-color-hover: $foreground; }
    """

    keys: reactive[tuple[Key, ...]] = reactive(())
    """What to show."""

    settling: ClassVar[float] = 0.4
    """Seconds in which a door that has changed does nothing: the finger was on its way to what stood there before."""

    _before: tuple[Key, ...] = ()
    _changed = float("-inf")

    def on_mount(self) -> None:
        """Where a screen is come back to, something else stood there before."""
        self.watch(self.screen, "stack_updates", self._come_back, init=False)

    def _come_back(self) -> None:
        self._before, self._changed = (), monotonic()

    def watch_keys(self, before: tuple[Key, ...], _: tuple[Key, ...]) -> None:
        """Remember what stood there before the last changes, and when that was."""
        now = monotonic()
        if now > self._changed + self.settling:
            self._before = before
        self._changed = now

    def validate_keys(self, keys: tuple[Key, ...]) -> tuple[Key, ...]:
        """Arrows are called by name in ASCII."""
        plain = PLAIN if self.app.has_class("-plain") else {}
        return tuple(key._replace(key=plain.get(key.key, key.key)) for key in keys)

    def render(self) -> Content:
        """The line, or where it is higher the doors."""
        if self.content_size.height > 1:
            return self._doors()
        parts: list[Content] = []
        for key in self._fitting(self.content_size.width):
            click = Style.from_meta({"@click": key.action}) if key.action else "not bold"
            # Outside the link, whose colour would be that of the word.
            sign = Content.assemble((key.key, "b $accent"), " ").stylize(_beside(key))
            parts.append(Content.assemble(sign, (key.does, click)))
        return Content("  ").join(parts)

    def _doors(self) -> Content:
        """A door for each of the weightiest: what it does, and the key that does so, if there are keys."""
        touch, height = self.app.has_class("-touch"), self.content_size.height
        lines = [Content("") for _ in range(height)]
        at = 0
        for left, wide, key in self._laid(self.keys):
            does = capitalized(key.does) if touch else key.does
            words = does if touch else f"{key.key} {does}"
            told = [words] if len(words) <= wide else wrap(does.replace("/", "/ "), wide)[: height - 1]
            first = (height - len(told)) // 2
            for y in range(height):
                line = told[y - first] if first <= y < first + len(told) else ""
                door = Content(line.center(wide)).stylize("bold").stylize(_beside(key))
                gap = Content(" " * (left - at))
                lines[y] = Content("").join((lines[y], gap, door.stylize("$foreground on $panel")))
            at = left + wide
        return Content("\n").join(lines)

    def _laid(self, keys: Sequence[Key]) -> list[tuple[int, int, Key]]:
        """Where each door begins, and how wide it is; those that lead away stand apart, on the right."""
        can = [key for key in keys if key.action]
        last = [key for key in can if key.kept or key.key == HELP]
        width, all_ = self.content_size.width, [key for key in can if key not in last]
        count = min(len(can), max(len(last) + 1, (width - APART) // DOOR))
        wide = max(2, (width - APART) // max(1, count))
        first = all_[: count - len(last)]
        begins = [at * wide for at in range(len(first))]
        begins += [width - (len(last) - at) * wide + 1 for at in range(len(last))]
        return [(left, wide - 1, key) for left, key in zip(begins, (*first, *last), strict=True)]

    def _fitting(self, width: int) -> list[Key]:
        """The keys that fit; the last of them leads to all."""
        if sum(map(_width, self.keys)) - GAP <= width:
            return list(self.keys)
        help = next((key for key in self.keys if key.key == HELP), None)
        more = [help._replace(does="all keys")] if help else []
        others = [key for key in self.keys if key != help]
        kept = [key for key in others if key.kept]
        first = [key for key in others if not key.kept]
        room = width + GAP - sum(map(_width, more))
        if first and sum(map(_width, (first[0], *kept))) > room:
            kept, first = [], others
        room -= sum(map(_width, kept))
        shown = []
        for key in first:
            if _width(key) > room:
                break
            room -= _width(key)
            shown.append(key)
        return [*shown, *kept, *more]

    async def on_click(self, event: events.Click) -> None:
        """A click on a key is one on the word beside it, and so is one on a door."""
        action, spot = event.style.meta.get("beside"), event.get_content_offset(self)
        if not action or spot is None:
            return
        if self.content_size.height > 1 and monotonic() < self._changed + self.settling:
            before = (key for left, wide, key in self._laid(self._before) if left <= spot.x < left + wide)
            if action not in (key.action for key in before):
                return
        await self.run_action(action)


def _beside(key: Key) -> Style:
    return Style.from_meta({"beside": key.action})


def _width(key: Key) -> int:
    return cell_len(key.key) + 1 + cell_len(key.does) + GAP


PARTS: Final = ("█▒░", "#=.")
"""Won, drawn and lost where colours do not tell, in Unicode and in ASCII."""

INKS: Final = ("$accent", "$secondary", "$foreground 35%")
"""The colours of won, drawn and lost."""


class Cell(NamedTuple):
    """Words in a row of columns."""

    text: str | Content
    width: int = 0
    """Columns that it takes; 0: a share of what the others leave."""
    style: str = ""
    right: bool = False
    since: int = 0
    """The width of the row from which on it is shown at all."""
    until: int = 1000
    """The width of the row from which on it is not shown any more."""


class Row(Visual):
    """Lines of words in columns, cut with an ellipsis where there is no room; in any Static or list. Cells that stand
    beside each other have a column between them."""

    def __init__(self, *lines: Sequence[Cell | str | Content]) -> None:
        self.lines = [[cell if isinstance(cell, Cell) else Cell(cell) for cell in line] for line in lines]

    @property
    def plain(self) -> str:
        """All its words."""
        return " ".join(str(cell.text) for line in self.lines for cell in line)

    def is_same(self, other: Row) -> bool:
        """Whether it has the same words, with the same styles; contents with the same words count as equal."""
        ours, theirs = ([cell for line in row.lines for cell in line] for row in (self, other))
        return self.lines == other.lines and all(
            _spans(a) == _spans(b) for a, b in zip(ours, theirs, strict=True)
        )

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """The lines in so many columns."""
        if width <= 0:
            return []
        lines = [_line(cells, width) for cells in self.lines][:height]
        return [strip for line in lines for strip in line.render_strips(width, 1, style, options)]

    def get_optimal_width(self, rules: object, container_width: int) -> int:
        """All there is."""
        return container_width

    def get_height(self, rules: object, width: int) -> int:
        """A row a line."""
        return len(self.lines)


def _spans(cell: Cell) -> Sequence[Span]:
    return cell.text.spans if isinstance(cell.text, Content) else []


def _line(cells: list[Cell], width: int) -> Content:
    seen = [cell for cell in cells if cell.since <= width < cell.until]
    left = width - sum(cell.width for cell in seen)
    stretched = sum(not cell.width for cell in seen) or 1
    parts: list[Content] = []
    for at, cell in enumerate(seen):
        room = cell.width or max(0, left // stretched)
        words = cell.text if isinstance(cell.text, Content) else Content(cell.text)
        beside = at + 1 < len(seen) and not (cell.right and seen[at + 1].right)
        if words.cell_length > room - beside:
            words = words.truncate(max(0, room - beside), ellipsis=True)
        gap = max(0, room - words.cell_length)
        words = words.pad_left(gap - beside).pad_right(beside) if cell.right and gap else words.pad_right(gap)
        parts.append(words.stylize_before(cell.style) if cell.style else words)
    return Content("").join(parts)


def steps(done: int, of: int = 5) -> Content:
    """Steps done and steps to come."""
    return Content.assemble(("●" * done, "$accent"), ("○" * (of - done), "$text-muted"))


def bar(look: Look, width: int, counts: Sequence[int], whole: int = 0, inks: Sequence[str] = INKS) -> Content:
    """Won, drawn and lost as parts of a bar; `whole` counts are `width` columns, by default all there are. What is
    there at all has one column at least."""
    total = whole or max(1, sum(counts))
    wide = [max(1, round(width * count / total)) if count else 0 for count in counts]
    while not whole and any(counts) and sum(wide) != width:
        largest = wide.index(max(wide))
        wide[largest] += 1 if sum(wide) < width else -1
    signs = "▆▆▆" if look.filled else PARTS[look.skin.plain]
    return Content.assemble(
        *((sign * columns, ink) for sign, columns, ink in zip(signs, wide, inks, strict=True))
    )


def month(day: date, state: Callable[[date], bool | None]) -> list[Content]:
    """The month of a day, a week a line: days that went well or badly, nothing on the others up to that day, and the
    numbers of those to come."""
    from calendar import Calendar  # not for the first paint

    lines = [Content.styled("Mo Tu We Th Fr Sa Su", "$text-muted")]
    weeks = Calendar().monthdatescalendar(day.year, day.month)
    return [*lines, *(Content(" ").join(_day(each, day, state) for each in week) for week in weeks)]


def _day(each: date, today: date, state: Callable[[date], bool | None]) -> Content:
    if each.month != today.month:
        return Content("  ")
    went = state(each) if each <= today else None
    if went is None:
        now = each == today
        words = f"{each.day:>2}" if now or each > today else " ·"
        return Content.styled(words, "bold $foreground" if now else "$text-muted")
    return Content.styled(" ●" if went else " ×", "$accent" if went else "$text-muted")


DATES: Final = {
    "words": "{day.day} {day:%B}",
    "day-first": "{day:%d.%m.%Y}",
    "month-first": "{day:%m/%d/%Y}",
    "iso": "{day:%Y-%m-%d}",
}
"""The ways, by what the setting calls them."""


def date_words(day: date, dates: str, *, brief: bool = False, weekday: bool = False) -> str:
    """A day, with its weekday before it if wanted; `brief` cuts their names: "Mon 23 Nov"."""
    form = DATES.get(dates, DATES["words"])
    if brief:
        form = form.replace("%B", "%b")
    name = "{day:%a} " if brief else "{day:%A} "
    return (name * weekday + form).format(day=day)

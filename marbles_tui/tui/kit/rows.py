"""Words in columns, bars, steps and months, for lists and for what stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.look import Look

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

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """The lines in so many columns."""
        if width <= 0:
            return []
        lines = [_line(cells, width) for cells in self.lines][:height]
        return [strip for line in lines for strip in line.render_strips(width, 1, style, options)]

    def get_optimal_width(self, rules: Any, container_width: int) -> int:
        """All there is."""
        return container_width

    def get_height(self, rules: Any, width: int) -> int:
        """A row a line."""
        return len(self.lines)


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


def bar(look: Look, width: int, counts: Sequence[int], whole: int = 0) -> Content:
    """Won, drawn and lost as parts of a bar; `whole` counts are `width` columns, by default all there are. What is
    there at all has one column at least."""
    total = whole or max(1, sum(counts))
    wide = [max(1, round(width * count / total)) if count else 0 for count in counts]
    while not whole and any(counts) and sum(wide) != width:
        largest = wide.index(max(wide))
        wide[largest] += 1 if sum(wide) < width else -1
    signs = "▆▆▆" if look.filled else PARTS[look.skin.plain]
    return Content.assemble(
        *((sign * columns, ink) for sign, columns, ink in zip(signs, wide, INKS, strict=True))
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

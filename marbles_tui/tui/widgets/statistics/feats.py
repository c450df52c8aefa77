"""What was achieved in one game, and what is still to be done."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.text import plural
from marbles_tui.table.achievements import achievements_of, count_words
from marbles_tui.tui.widgets.statistics.brush import Brush
from marbles_tui.tui.widgets.statistics.person import GameRow

LEFT: Final = 2
TITLE: Final = 19
"""Columns of a title, a gap included."""

DATED: Final = 76
"""Columns from which on the day of the first time is told."""


def paint(brush: Brush, game: GameRow) -> None:
    """The whole page: those of many games first, then those of one."""
    inks, width, height = brush.inks, brush.canvas.width, brush.canvas.height
    achieved = achievements_of(game.game, game.progress)
    low = height < len(achieved) + 5
    top = 0 if low else 1
    x = brush.words(LEFT, top, game.game.title, inks.won, bold=True)
    brush.words(x + 2, top, f"achievements: {count_words(achieved)}")
    step = 2 if height >= 2 * len(achieved) + 5 else 1
    y = top + (1 if low else 2)
    rows = (height - y) // step
    done, still = ("*", ".") if brush.plain else ("●", "○")
    for at, each in enumerate(achieved[:rows]):
        row = y + at * step
        brush.words(
            LEFT, row, done if each.earned else still, inks.won if each.earned else inks.label, bold=True
        )
        brush.words(LEFT + 2, row, each.title, inks.text if each.earned else inks.label, bold=each.earned)
        date = each.date if width >= DATED else ""
        room = width - LEFT - 2 - TITLE - (len(date) + 4 if date else 1)
        brush.fitted(LEFT + 2 + TITLE, row, each.about, room, inks.text if each.earned else inks.label)
        brush.words(width - len(date) - 2, row, date, inks.label)
    if rows < len(achieved):
        more = f"and {plural(len(achieved) - rows, 'other')}"
        brush.words(width - len(more) - 2, top, more, inks.label)

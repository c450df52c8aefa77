"""All about one game: every opponent, the rating's course, records and boards."""

from __future__ import annotations

from typing import Final

from marbles_tui.table.achievements import achievements_of, count_words
from marbles_tui.table.progress import score_words
from marbles_tui.tui.widgets.statistics.brush import Brush
from marbles_tui.tui.widgets.statistics.person import (
    CURVE_LEAST,
    GameRow,
    score_figures,
    told_ratings,
)
from marbles_tui.tui.widgets.statistics.scale import Scale, columns, games_a_column

LEFT: Final = 2
BARS: Final = 16
CURVE_ROWS: Final = 4
"""Rows that a curve needs."""


def paint(brush: Brush, game: GameRow) -> None:
    """The whole page."""
    inks, width, height = brush.inks, brush.canvas.width, brush.canvas.height
    low = height < 20
    top = 1 if low else 2
    x = brush.words(LEFT, top - 1, game.game.title, inks.won, bold=True)
    words = "  ".join(filter(None, (game.games, game.run, game.best_run)))
    brush.fitted(x + 2, top - 1, words, width - x - 4)
    brush.fitted(LEFT, top, game.next_here, width - 2 * LEFT, inks.label)
    y = top + (1 if low else 2)
    rows = game.rows(height - y - 1, unmet=True)
    records = width - 28
    room = records - BARS - 12
    counts = [(score.won, score.drawn, score.lost) for _, score in rows]
    games = games_a_column(max(map(sum, counts), default=0), room)
    for at, ((title, score), parts) in enumerate(zip(rows, counts, strict=True)):
        brush.words(LEFT, y + at, title[:12], None if score.played else inks.label)
        right = brush.bar(BARS, y + at, columns(parts, games))
        figures = score_figures(score) or (
            f"{score.played:,} played" if score.played else score_words(score, bool(game.left_out))
        )
        brush.words(right + (right > BARS), y + at, figures, None if score.played else inks.label)
    _paint_facts(brush, game, records, y, height - y)
    y += len(rows) + (0 if low else 1)
    ratings, left = game.progress.ratings, height - y
    if not ratings or left < CURVE_ROWS:
        if not game.game.rated and left > 0:
            brush.words(LEFT, y, "Not rated: dice decide.", inks.label)
        return
    _paint_course(brush, game, y, min(24, left))


def _paint_facts(brush: Brush, game: GameRow, x: int, top: int, room: int) -> None:
    """Records, and the best of each board."""
    y, width = top, brush.canvas.width - x - 1
    facts = [(name, value) for name, value, _ in game.records]
    facts.append(("Achievements (a)", count_words(achievements_of(game.game, game.progress))))
    boards = game.on_boards
    facts += boards if len(boards) > 1 else []
    for name, value in facts[:room]:
        brush.fitted(x, y, name, width - len(value) - 1, brush.inks.label)
        brush.words(x + width - len(value) - 1, y, value)
        y += 1


def _paint_course(brush: Brush, game: GameRow, top: int, rows: int) -> None:
    inks, ratings = brush.inks, game.progress.ratings
    if len(ratings) < CURVE_LEAST:
        x = brush.words(LEFT, top, f"Rating {told_ratings(ratings, brush.canvas.width)}", inks.label)
        brush.words(x + 2, top, game.change, inks.won, bold=True)
        return
    left = LEFT + 7
    wide = brush.canvas.width - left - 13
    scale = Scale.of(ratings[-wide:])
    brush.words(LEFT, top, f"{scale.high:,}".rjust(6), inks.label)
    start = brush.row_of(1000, top, rows, scale)
    brush.words(LEFT, start, " 1,000", inks.label)
    if scale.low < 1000 and top + rows - 1 > start:
        brush.words(LEFT, top + rows - 1, f"{scale.low:,}".rjust(6), inks.label)
    last = brush.curve(left, top, wide, rows, ratings, scale, widest=4)
    brush.words(left + wide + 2, last, f"{round(ratings[-1]):,}", inks.won, bold=True)
    if rows > last - top + 1:
        brush.words(left + wide + 2, last + 1, game.change, inks.label)

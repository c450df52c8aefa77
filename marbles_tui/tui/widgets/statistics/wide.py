"""The page where there is room: each game with its opponents, its rating's course and its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.tui.widgets.statistics.brush import FIGURES_TALL, Brush
from marbles_tui.tui.widgets.statistics.person import (
    CURVE_LEAST,
    GameRow,
    Person,
    score_figures,
    told_ratings,
)
from marbles_tui.tui.widgets.statistics.scale import Scale, columns, games_a_column

WIDTH: Final = 110
"""Columns that it needs."""

HEAD: Final = 8
"""Rows above the games."""

LEAST_ROWS: Final = 6
"""Rows of a game, the blank one below it included."""

MOST_ROWS: Final = 11

LEFT, AGAINST, BARS, BARS_WIDE = 2, 24, 36, 22
"""The columns in which games, opponents and bars begin, and how wide a bar may be."""


def rows_a_game(height: int, games: int) -> int:
    """How many rows there are for each game; fewer than LEAST_ROWS if it does not fit."""
    return min(MOST_ROWS, (height - HEAD + 1) // max(1, games))


def paint(brush: Brush, person: Person, focus: int, rows: int) -> None:
    """The whole page, the game in focus on its own ground."""
    inks, width = brush.inks, brush.canvas.width
    wider = max(0, width - 120)
    bars_wide = BARS_WIDE + wider // 8
    labels = BARS + bars_wide + 3
    curve = labels + 6
    curve_wide = 26 + wider // 2 - (10 if width < 120 else 0)
    number = curve + curve_wide + 2
    records = number + 7
    _paint_head(brush, person, focus)
    y = HEAD - 2
    counted = [row for game in person.games for row in game.rows(rows - 1)]
    games = games_a_column(
        max((score.won + score.drawn + score.lost for _, score in counted), default=0), bars_wide
    )
    scale = Scale.of(rating for game in person.games for rating in game.progress.ratings[-curve_wide:])
    brush.words(AGAINST, y, "against", inks.label)
    unit = "games" if games == 1 else f"{games} games a column:"
    x = brush.words(BARS, y, f"{unit} ", inks.label)
    x = brush.words(x, y, "won,", inks.won, bold=True)
    x = brush.words(x + 1, y, "drawn,", inks.drawn, bold=True)
    brush.words(x + 1, y, "lost", inks.label, bold=True)
    if labels - x >= 6:
        brush.words(labels, y, "rating, one scale for all", inks.label)
    brush.words(records, y, "records", inks.label)
    brush.rule(LEFT, y + 1, width - 2 * LEFT)
    for at, game in enumerate(person.games):
        top = HEAD + at * rows
        if at == focus:
            brush.ground(top, rows - 1, above=min(1, at))
        _paint_game(brush, game, top, at == focus)
        _paint_bars(brush, game, top, rows - 1, games)
        _paint_rating(brush, game, (labels, curve, number), top, min(8, rows - 1), curve_wide, scale)
        _paint_records(brush, game, records, top, rows - 1)


def _paint_head(brush: Brush, person: Person, focus: int) -> None:
    inks, x = brush.inks, LEFT
    for count, word in person.counts:
        ink = {"won": inks.won, "drawn": inks.drawn}.get(word, inks.text)
        if brush.pixels:
            right = brush.figures(x, 1, count, ink)
            brush.words(x, 1 + FIGURES_TALL, word, inks.label)
        else:
            right = brush.words(x, 2, f"{count:,}", ink, bold=True)
            brush.words(x, 3, word, inks.label)
        x = max(right, x + len(word)) + 5
    left = max(60, x)
    room = brush.canvas.width - left - LEFT
    lines = [
        (person.since, inks.text),
        (f"Longest run of wins: {person.longest_run}" if person.longest_run else "", inks.text),
        (person.games[focus].next, inks.won),
        (person.not_counted_within(room), inks.label),
    ]
    for y, (line, ink) in enumerate(((line, ink) for line, ink in lines if line), 1):
        brush.fitted(left, y, line, room, ink)


def _paint_game(brush: Brush, game: GameRow, y: int, focused: bool) -> None:
    inks, room = brush.inks, AGAINST - LEFT - 2
    brush.words(LEFT, y, game.game.title[:room], inks.won if focused else inks.text, bold=True)
    if not game.played:
        brush.words(LEFT, y + 1, game.games, inks.label)
        return
    brush.words(LEFT, y + 1, game.games, inks.label)
    brush.words(LEFT, y + 3, game.run)
    brush.words(LEFT, y + 4, game.best_run, inks.label)


def _paint_bars(brush: Brush, game: GameRow, top: int, room: int, games: int) -> None:
    for y, (title, score) in enumerate(game.rows(room, unmet=room > LEAST_ROWS), top):
        brush.words(AGAINST, y, title[:11], None if score.played else brush.inks.label)
        right = brush.bar(BARS, y, columns((score.won, score.drawn, score.lost), games))
        figures = score_figures(score) or (f"{score.played:,} played" if score.played else "")
        brush.words(right + (right > BARS), y, figures)


def _paint_rating(
    brush: Brush, game: GameRow, places: Sequence[int], top: int, rows: int, wide: int, scale: Scale
) -> None:
    inks, (labels, curve, number) = brush.inks, places
    if not game.game.rated:
        brush.words(curve, top, "Not rated: dice decide.", inks.label)
        return
    ratings = game.progress.ratings
    if not ratings:
        if game.played:
            brush.words(curve, top, "No rated game yet.", inks.label)
        return
    if len(ratings) < CURVE_LEAST:
        brush.words(curve, top, told_ratings(ratings, wide), inks.label)
        brush.words(number, top, f"{round(ratings[-1]):,}", inks.won, bold=True)
        return
    brush.words(labels, top, f"{scale.high:,}", inks.label)
    brush.words(labels, brush.row_of(1000, top, rows, scale), "1,000", inks.label)
    last = brush.curve(curve, top, wide, rows, ratings, scale, widest=3)
    brush.words(number, last, f"{round(ratings[-1]):,}", inks.won, bold=True)


def _paint_records(brush: Brush, game: GameRow, x: int, top: int, room: int) -> None:
    y, width = top, brush.canvas.width - x - 1
    for name, value, where in game.records:
        if y + 1 >= top + room:
            break
        brush.fitted(x, y, name, width, brush.inks.label)
        whole = f"{value}, {where}" if where else value
        brush.words(x, y + 1, whole if len(whole) <= width else value)
        y += 2

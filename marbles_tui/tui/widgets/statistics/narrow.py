"""The page on small screens: two rows a game, with its share of wins and its rating."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from marbles_tui.tui.widgets.statistics.brush import Brush
from marbles_tui.tui.widgets.statistics.person import CURVE_LEAST, GameRow, Person, told_ratings
from marbles_tui.tui.widgets.statistics.scale import Scale, shares

CURVED: Final = 76
"""Columns from which there is room for the rating's course."""

ROOMY: Final = 20
"""Rows from which there is room between the parts."""

LEFT: Final = 3


class Grid(NamedTuple):
    """Where the games stand: the first row, the rows of each, the first that is seen and how many are."""

    head: int
    rows: int
    first: int
    visible: int

    @classmethod
    def of(cls, games: int, focus: int, height: int) -> Self:
        """The grid in which the game in focus is seen."""
        head = 5 if height >= ROOMY else 3
        foot = height - (2 if height >= ROOMY else 1)
        rows = 3 if foot - head >= 3 * games - 1 else 2
        visible = max(1, min(games, (foot - head + rows - 2) // rows))
        return cls(head, rows, max(0, min(focus - visible + 1, games - visible)), visible)


def game_at(person: Person, focus: int, height: int, y: int) -> int:
    """The game in a row of the page; less than 0 above them."""
    grid = Grid.of(len(person.games), focus, height)
    return grid.first + (y - grid.head) // grid.rows if y >= grid.head else -1


def paint(brush: Brush, person: Person, focus: int) -> None:
    """The whole page, the game in focus on its own ground and its records below."""
    inks, width, height = brush.inks, brush.canvas.width, brush.canvas.height
    head, rows, first, visible = Grid.of(len(person.games), focus, height)
    bar = 15 if width >= CURVED else 14
    bar_wide = 30 if width >= CURVED else width - bar - 16
    bar += 3 if width >= CURVED else 0
    curve = bar + bar_wide + 2 if width >= CURVED else 0
    curve_wide = width - curve - 13 if curve else 0
    _paint_head(brush, person, 0 if head == 3 else 1)
    y = head - 2
    x = brush.words(bar, y, "share ", inks.label)
    x = brush.words(x, y, "won,", inks.won, bold=True)
    x = brush.words(x + 1, y, "drawn,", inks.drawn, bold=True)
    brush.words(x + 1, y, "lost", inks.label, bold=True)
    brush.words(curve or width - 13, y, "rating; all begin at 1,000" if curve else "rating", inks.label)
    brush.rule(2, y + 1, width - 4)
    scale = Scale.of(
        rating for game in person.games for rating in game.progress.ratings[-max(1, curve_wide) :]
    )
    for at, game in enumerate(person.games[first : first + visible], first):
        top = head + (at - first) * rows
        if at == focus:
            half = rows - 2
            brush.ground(top, 2, above=min(half, at - first), below=half)
        title = game.game.title if len(game.game.title) <= bar - LEFT - 1 else game.game.title.split()[-1]
        brush.words(LEFT, top, title[: bar - LEFT - 1], inks.won if at == focus else inks.text, bold=True)
        brush.words(LEFT, top + 1, game.count, inks.label)
        _paint_share(brush, game, bar, top, bar_wide)
        _paint_rating(brush, game, curve, top, (curve_wide, rows), scale)
    _paint_foot(brush, person, focus, height - 1, head + rows * visible <= height - 1)


def _paint_head(brush: Brush, person: Person, y: int) -> None:
    inks, x = brush.inks, -1
    for count, word in person.counts:
        ink = {"won": inks.won, "drawn": inks.drawn}.get(word, inks.text)
        x = brush.words(x + 3, y, f"{count:,} {word}", ink, bold=True)
    run = person.longest_run
    room = brush.canvas.width - x - 5
    words = next(
        (
            words
            for words in (f"best run of wins: {run}", f"best run: {run}", f"best run: {run.split(',')[0]}")
            if run and len(words) <= room
        ),
        "",
    )
    brush.words(x + 3, y, words, inks.label)


def _paint_share(brush: Brush, game: GameRow, x: int, y: int, wide: int) -> None:
    total = game.progress.total
    parts = (total.won, total.drawn, total.lost)
    if not any(parts):
        return
    brush.bar(x, y, shares(parts, wide), shaded=False)
    won, drawn, lost = (
        f"{total.won:,} won",
        f"{total.drawn:,} drawn" if total.drawn else "",
        f"{total.lost:,} lost",
    )
    brush.words(x, y + 1, won if total.won else "")
    end = x + wide - len(lost)
    left = x + len(won) if total.won else x
    brush.words((left + end - len(drawn)) // 2, y + 1, drawn)
    brush.words(end, y + 1, lost if total.lost else "")


def _paint_rating(
    brush: Brush, game: GameRow, curve: int, y: int, size: tuple[int, int], scale: Scale
) -> None:
    inks, width = brush.inks, brush.canvas.width
    wide, rows = size
    x = width - 11 if curve else width - 13
    if not game.game.rated:
        brush.words(curve or x, y, "Not rated: dice decide." if curve else "not rated", inks.label)
        return
    ratings = game.progress.ratings
    if not ratings:
        return
    if curve and len(ratings) < CURVE_LEAST:
        brush.words(curve, y, told_ratings(ratings, wide), inks.label)
    elif curve:
        brush.curve(curve, y, wide, rows, ratings, scale)
    brush.words(x, y, f"{round(ratings[-1]):,}", inks.won, bold=True)
    brush.words(x, y + 1, game.change)


def _paint_foot(brush: Brush, person: Person, focus: int, y: int, roomy: bool) -> None:
    """The records of the game in focus in one line, and its next aim above where there is room."""
    game, inks = person.games[focus], brush.inks
    dot = " · "
    parts = [f"{name[:1].lower()}{name[1:]} {value}" for name, value, _ in game.records]
    parts += [game.best_run] if game.best_run else []
    room = brush.canvas.width - 4
    if roomy:
        following = game.next if parts else ""
        left_out = person.not_counted_within(room - len(following) - len(dot))
        brush.fitted(2, y - 1, dot.join(filter(None, (following, left_out))), room, inks.label)
    x = brush.words(2, y, game.game.title, inks.won, bold=True) + 2
    while len(parts) > 1 and len(dot.join(parts)) > room - x + 2:
        parts.pop()
    brush.fitted(x, y, dot.join(parts) or game.next_here, room - x + 2)

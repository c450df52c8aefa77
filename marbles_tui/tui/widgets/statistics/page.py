"""The page of a person's statistics as a widget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.widgets.statistics import detail, feats, narrow, wide
from marbles_tui.tui.widgets.statistics.brush import Brush, Inks
from marbles_tui.tui.widgets.statistics.person import Person

EMPTY: Final = "Nothing here yet. Play a game: it counts from the first."
COUNTS: Final = "A game against a computer counts, from start to end without hints."


class StatisticsPage(CanvasWidget, can_focus=True):
    """All games of a person, one of them in focus; or all about that one."""

    DEFAULT_CSS = "StatisticsPage { width: 1fr; height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1)", "Previous game", show=False, id="statistics.up"),
        Binding("down", "point(1)", "Next game", show=False, id="statistics.down"),
        Binding("enter,space", "look_closer", "All about a game", show=False, id="statistics.closer"),
    ]

    person: reactive[Person | None] = reactive(None, init=False, repaint=False)
    """Whose statistics are shown; None while they are worked out."""

    at: reactive[int] = reactive(0, init=False, repaint=False)
    """The game in focus, from 0."""

    close: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether all about that game is shown."""

    feats: reactive[bool] = reactive(False, init=False, repaint=False)
    """Whether what was achieved in that game is shown instead."""

    words: reactive[str] = reactive("", init=False, repaint=False)
    """What is said where there is nobody to show."""

    @dataclass
    class Turned(Message):
        """The page shows something else."""

    def watch_person(self) -> None:
        """Another person, or another score."""
        self.restyle()

    watch_at = watch_person
    watch_words = watch_person

    def watch_close(self) -> None:
        """Nearer, or all games again."""
        self.restyle()
        self.post_message(self.Turned())

    watch_feats = watch_close

    @property
    def shows_games(self) -> bool:
        """Whether there are games to point at."""
        return self.person is not None and self.person.total.played > 0

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The page that fits the room."""
        brush = Brush(canvas, look, Inks.of(look, self.app.theme_variables))
        person = self.person
        if person is None or not (person.total.played or person.not_counted):
            lines = [self.words or EMPTY]
        elif not person.total.played:
            lines = [person.none_counted, COUNTS]
        else:
            self._draw_person(brush, person)
            return
        for at, line in enumerate(lines):
            x, y = max(0, (canvas.width - len(line)) // 2), max(0, canvas.height // 2 - 1 + at)
            brush.words(x, y, line, brush.inks.text if at == 0 else brush.inks.label)

    def _draw_person(self, brush: Brush, person: Person) -> None:
        at = min(self.at, len(person.games) - 1)
        rows = wide.rows_a_game(brush.canvas.height, len(person.games))
        if self.feats:
            feats.paint(brush, person.games[at])
        elif self.close:
            detail.paint(brush, person.games[at])
        elif brush.canvas.width >= wide.WIDTH and rows >= wide.LEAST_ROWS:
            wide.paint(brush, person, at, rows)
        else:
            narrow.paint(brush, person, at)

    def action_point(self, step: int) -> None:
        """The game above or below."""
        if self.person and self.shows_games:
            self.at = (self.at + step) % len(self.person.games)

    def action_look_closer(self) -> None:
        """All about the game in focus, or all games again."""
        if self.shows_games:
            self.close, self.feats = not (self.close or self.feats), False

    def action_achievements(self) -> None:
        """What was achieved in the game in focus, or what was shown before."""
        if self.shows_games:
            self.feats = not self.feats

    def on_click(self, event: events.Click) -> None:
        """All about the game that was clicked."""
        if (
            self.shows_games
            and not (self.close or self.feats)
            and (found := self._game_at(event.y)) is not None
        ):
            self.close = found == self.at
            self.at = found

    def _game_at(self, y: int) -> int | None:
        person, size = self.person, self.content_size
        if person is None:
            return None
        rows = wide.rows_a_game(size.height, len(person.games))
        if size.width >= wide.WIDTH and rows >= wide.LEAST_ROWS:
            found = (y - wide.HEAD) // rows
        else:
            found = narrow.game_at(person, self.at, size.height, y)
        return found if 0 <= found < len(person.games) else None

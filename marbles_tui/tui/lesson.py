"""First lessons: offered to whoever has never played a game, chosen, and opened."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from marbles_tui.core import Game
from marbles_tui.play.lessons import DECLINED, is_open, lesson_of, with_step
from marbles_tui.store import Settings
from marbles_tui.table.progress import progress_of
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import TopLine
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.panels import LearnPanels
from marbles_tui.tui.table.sitting import board_screen


def lesson_screen(app: Kit, game: Game) -> BoardScreen | None:
    """The lesson of a game, at the step that comes next by what is kept of it; None if it has none."""
    lesson = lesson_of(game)
    if lesson is None:
        return None

    def keep(step: int) -> None:
        app.change_settings(lessons=with_step(app.settings.lessons, lesson, step))

    kept = app.settings.lessons.get(game.key, "")
    task = Learn(lesson, kept, keep, lambda _: app.set_up(game))
    return board_screen(task, LearnPanels(VIEWS[game.key].front().name))


def open_lesson(app: Kit, game: Game) -> None:
    """Open the lesson of a game, where it was left."""
    if screen := lesson_screen(app, game):
        app.push_screen(screen)


NARROW: Final = 72
"""Columns below which fewer words are made."""


def is_offered(game: Game, settings: Settings) -> bool:
    """Whether the lesson of a game is still to be offered to somebody who never played it."""
    return settings.hints and is_open(settings.lessons.get(game.key, "")) and lesson_of(game) is not None


class LessonOffer(Widget):
    """A line that says so, with its two keys."""

    DEFAULT_CSS = """
    LessonOffer { height: 1; width: 1fr; padding: 0 2; background: $surface;
        link-color: $foreground; link-style: none; link-background-hover: $primary; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def render(self) -> Content:
        """The offer."""
        lesson = lesson_of(self._game)
        steps = len(lesson.steps) if lesson else 0
        about = "New here? " if self.app.size.width < NARROW else f"New to {self._game.title}? "
        return Content.from_markup(
            "$about[b $accent]f[/] [@click=screen.lesson]first lesson[/], $steps short steps   "
            "[b $accent]x[/] [@click=screen.no_lesson]no, thanks[/]",
            about=about,
            steps=steps,
        )


class OffersLesson(ArcadeScreen[None]):
    """A screen before a game that offers its first lesson, where that is due."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "lesson", "First lesson", show=False, id="setup.lesson"),
        Binding("x", "no_lesson", "No lesson", show=False, id="setup.no_lesson"),
    ]

    BESIDE_OFFER: ClassVar[str] = "*"
    """The parts that look otherwise while it is offered."""

    app: Kit
    game: Game

    def on_mount(self) -> None:
        """Look whether anything was played here before."""
        if is_offered(self.game, self.app.settings):
            self.run_worker(self._offer, group="lesson")

    async def _offer(self) -> None:
        settings = self.app.settings
        progress = await self.app.store.ask(progress_of(settings.name, (self.game,)))
        if not progress[self.game.key].total.played and self.is_mounted:
            await self.mount(LessonOffer(self.game), after=self.query_one(TopLine))
            self.add_class("-offered", update=False)
            for part in self.query(self.BESIDE_OFFER):
                part.update_node_styles()

    def action_lesson(self) -> None:
        """Open the lesson in the place of this screen; it leads back here."""
        if lesson_of(self.game):
            self.app.pop_screen()
            open_lesson(self.app, self.game)

    def action_no_lesson(self) -> None:
        """Offer it no more."""
        if self.query(LessonOffer):
            self.query(LessonOffer).remove()
            self.remove_class("-offered")
            lessons = {**self.app.settings.lessons, self.game.key: DECLINED}
            self.app.change_settings(lessons=lessons)

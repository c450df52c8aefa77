"""First lessons: offered to whoever has never played a game, chosen, and opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from marbles_tui.core import Game
from marbles_tui.play.lessons import DECLINED, DONE, is_open, lesson_of, steps_done, with_step
from marbles_tui.store import Settings
from marbles_tui.table.progress import progress_of
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.textual_patches.palette import Options
from marbles_tui.tui.widgets.dialog import Dialog
from marbles_tui.tui.widgets.panels import TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit
    from marbles_tui.tui.table.board_screen import BoardScreen

NAME: int = 23
"""Columns of a game's title, a gap included."""


def lesson_screen(app: Kit, game: Game) -> BoardScreen | None:
    """The lesson of a game, at the step that comes next by what is kept of it; None if it has none."""
    from marbles_tui.table.tasks.learn import Learn
    from marbles_tui.tui.table.learn_panels import LearnPanels
    from marbles_tui.tui.table.sitting import board_screen

    lesson = lesson_of(game)
    if lesson is None:
        return None

    def keep(step: int) -> None:
        app.change_settings(lessons=with_step(app.settings.lessons, lesson, step))

    kept = app.settings.lessons.get(game.key, "")
    task = Learn(lesson, kept, keep, partial(app.set_up, game))
    return board_screen(task, LearnPanels(VIEWS[game.key].front().name))


def open_lesson(app: Kit, game: Game) -> None:
    """Open the lesson of a game, where it was left."""
    if screen := lesson_screen(app, game):
        app.push_screen(screen)


class LessonMenu(Dialog[None]):
    """A line for each game: how many steps its lesson has, and how many are done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f", "app.pop_screen", "Close", id="lessons.close"),
        Binding("x", "decline", "Do not offer it", id="lessons.decline"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="lessons.help"),
        *(
            Binding(str(at), f"point({at})", f"Row {at}", show=False, id=f"lessons.{at}")
            for at in range(1, 10)
        ),
    ]

    DEFAULT_CSS = """
    LessonMenu OptionList {
        width: 56; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; border: round $primary;
        background: $panel; border-title-color: $foreground; border-subtitle-color: $text-muted;
    }
    .-plain LessonMenu OptionList { border: ascii $primary; }
    """

    app: Kit
    help_page = "lessons"

    def __init__(self, games: Sequence[Game], pointed: Game | None = None) -> None:
        """The lessons of some games, at first at that of the game `pointed` at, or the first that is not done."""
        super().__init__()
        self._pointed = pointed
        self._games = [game for game in games if lesson_of(game)]

    def compose(self) -> ComposeResult:
        """The list."""
        menu = Options(markup=False)
        menu.border_title = "First lessons"
        menu.border_subtitle = "enter: begin   x: do not offer   esc: back"
        yield menu

    def on_mount(self) -> None:
        """List them."""
        kept = self.app.settings.lessons
        menu = self.query_one(Options)
        menu.add_options([Option(self._entry(game, kept)) for game in self._games])
        left = (at for at, game in enumerate(self._games) if kept.get(game.key) != DONE)
        known = self._pointed in self._games
        menu.highlighted = self._games.index(self._pointed) if self._pointed and known else next(left, 0)
        menu.focus()

    def action_point(self, number: int) -> None:
        """Point at the lesson of a number, from 1."""
        if number <= len(self._games):
            self.query_one(Options).highlighted = number - 1

    def on_screen_resume(self) -> None:
        """A step may have been done meanwhile."""
        menu, kept = self.query_one(Options), self.app.settings.lessons
        for at, game in enumerate(self._games[: menu.option_count]):
            menu.replace_option_prompt_at_index(at, self._entry(game, kept))

    def _entry(self, game: Game, kept: Mapping[str, str]) -> Content:
        lesson = lesson_of(game)
        assert lesson, "games without a lesson are not listed"
        count = len(lesson.steps)
        done = steps_done(kept.get(game.key, ""), lesson.steps)
        full, empty = ("*", ".") if self.app.look.skin.plain else ("●", "○")
        marbles = " ".join(full if at < done else empty for at in range(count))
        told = (
            DECLINED
            if kept.get(game.key) == DECLINED
            else "done"
            if done == count
            else f"{done} of {count}"
            if done
            else f"{count} steps"
        )
        return Content(f"{game.title:<{NAME}}{marbles:<16}{told}")

    def action_decline(self) -> None:
        """Offer the lesson that is pointed at no more, or again."""
        at = self.query_one(Options).highlighted
        if at is None:
            return
        key, lessons = self._games[at].key, dict(self.app.settings.lessons)
        if lessons.get(key) == DECLINED:
            del lessons[key]
        elif is_open(lessons.get(key, "")):
            lessons[key] = DECLINED
        self.app.change_settings(lessons=lessons)
        self.on_screen_resume()

    @on(Options.OptionSelected)
    def _chosen(self, message: Options.OptionSelected) -> None:
        open_lesson(self.app, self._games[message.option_index])


def opened(app: Kit, key: str) -> Any:
    """The screen that a command line asks for: the lesson of a game, or with "" all lessons."""
    game = next((game for game in app.games if game.key == key), None)
    return (lesson_screen(app, game) if game else None) or LessonMenu(app.games)


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

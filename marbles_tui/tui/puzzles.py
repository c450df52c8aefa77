"""The screens of puzzles and of the day's, puzzles that are made, and the tries that are kept; and first lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property, partial
from random import Random
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from marbles_tui.ai.puzzles.making import one_turn, puzzle_in
from marbles_tui.core import Game, Move
from marbles_tui.core.text import plural
from marbles_tui.play import Match
from marbles_tui.play.lessons import DECLINED, is_open, lesson_of, with_step
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.puzzle import Puzzle, find_puzzle, shipped
from marbles_tui.play.puzzles.tries import Daily, DailyMatch, Run, Streak, Try, alike
from marbles_tui.play.series import DRAWN
from marbles_tui.rooms.notes import Racer
from marbles_tui.store.puzzles import add_puzzle
from marbles_tui.table.progress import progress_of
from marbles_tui.table.tasks.day import DayScore, day_session, went
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.table.tasks.solve import Hurry, Rival, Solve
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import TopLine
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import Shelf
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.panels import LearnPanels, SolvePanels
from marbles_tui.tui.table.sitting import board_screen, match_screen

TICK: Final = 0.5
"""Seconds between two looks at the clock of a run."""


class Keeping:
    """All tries so far."""

    def __init__(self, app: Kit) -> None:
        self._app = app
        self.tries: list[Try] = []

    async def read(self) -> None:
        """Read what is kept."""
        self.tries = await self._app.store.ask(lambda store: store.tries.all())

    @property
    def today(self) -> date:
        """The day it is in UTC."""
        return self._app.utc_today()

    def rating(self, game: str) -> int:
        """The player's rating at a game's puzzles."""
        return round(tries.rate(self.tries).of(game).number)

    @property
    def streak(self) -> Streak:
        """The streak of daily puzzles."""
        return tries.streak(self.tries, self.today)

    @property
    def due(self) -> list[str]:
        """The puzzles that come back today, as far as they are still among those that ship."""
        games = self._app.games
        return [name for name in tries.due(self.tries, self.today) if find_puzzle(games, name)]


def keep_try(app: Kit, daily: Daily | DailyMatch | None, made: Try) -> None:
    """Keep a try; others of the house may see what came of a day's puzzle on its day."""
    app.store.do(lambda store: store.tries.add(made))
    if app.visit and daily and daily.day == made.tried:
        app.visit.solved(daily.date, made.game, went(daily, made))


class TriesPage(Shelf[None]):
    """A shelf that is listed anew, by all tries so far, each time that it is shown."""

    @cached_property
    def keeping(self) -> Keeping:
        """The tries."""
        return Keeping(self.app)

    @work(exclusive=True, group="recall")
    async def read(self) -> None:
        """Something may have been solved."""
        await self.keeping.read()
        await self.recalled()

    async def recalled(self) -> None:
        """The tries are read."""
        self.dress()


NONE: str = "There is no puzzle here: nothing that can be forced in three turns, or too many ways to do it."


NOT_IN_ONE_TURN: str = "There is no puzzle here: nobody can show that this start is won in one turn."


def begin(app: Kit, match: Match, mode: str) -> None:
    """Play a new match; where the mode is one of the goals of its game, solve its start as a puzzle, or a new one if
    that is left to chance."""
    if any(goal.key == mode for goal in match.game.goals):
        app.call_later(open_one_turn, app, match.game, None if match.tag(DRAWN) else match)
    else:
        app.play_match(match)


async def open_one_turn(app: Kit, game: Game, match: Match | None = None) -> None:
    """Solve the start of a match as a puzzle of one turn, or without one a new puzzle that chance draws, leaving the
    table or the set-up that is on the screen."""

    if match is None:
        drawn = await app.engine.puzzle(game, app.random.randrange(1 << 32))
        match = Match.new(game, setup=drawn) if drawn else None
    found = await _found(app, match.at(0), True) if match else None
    if found is None:
        app.notify(NOT_IN_ONE_TURN, timeout=5, markup=False)
        return
    while len(app.screen_stack) > 1 and not app.lists_puzzles(app.screen):
        app.pop_screen()
    app.push_screen(puzzle_screen(app, found))


async def make_puzzle(app: Kit, match: Match) -> Puzzle | None:
    """Look for a puzzle in the position of a match; keep it among the user's own, and open it."""

    app.notify("Looking for a puzzle...", timeout=2, markup=False)
    found = await _found(app, match, False)
    if found is None:
        app.notify(NONE, timeout=5, markup=False)
        return None
    if app.face.transfers and await asyncio.to_thread(add_puzzle, found, app.games):
        app.notify("It is kept among your own puzzles.", timeout=5, markup=False)
    app.push_screen(puzzle_screen(app, found))
    return found


async def solve_alike(app: Kit, match: Match, better: Move) -> None:
    """Open a puzzle that begins like the better move that was missed, about as hard as the player is good."""
    found = await asyncio.to_thread(alike, match.game, match.position, better)
    puzzle = tries.next_puzzle(found, await app.store.ask(lambda store: store.tries.all()))
    if puzzle is None:
        app.notify("There are no puzzles that begin like this.", timeout=5, markup=False)
        return
    count = plural(len(found), "puzzle")
    app.notify(f"One of {count} that begin like the move that was missed.", timeout=5, markup=False)
    app.push_screen(puzzle_screen(app, puzzle))


async def _found(app: Kit, match: Match, of_one_turn: bool) -> Puzzle | None:
    """The puzzle in the position of a match. A page has no threads: there the computers' worker looks for it."""
    if app.face.place == "page":
        return await app.engine.find_puzzle(match, of_one_turn)

    look = one_turn if of_one_turn else puzzle_in
    return await asyncio.to_thread(look, match.game, match.position, match.options)


def puzzle_screen(app: Kit, puzzle: Puzzle, daily: Daily | None = None) -> BoardScreen:
    """A puzzle to be solved. What was tried before is read once it is there."""

    async def choose(match: Match) -> str | None:
        thought = await app.engine.hint(match)
        return thought.move if thought else None

    async def recall() -> None:
        task.know(await app.store.ask(lambda store: store.tries.all()))

    def follow(found: Puzzle | None) -> None:
        """Another puzzle takes the place of this one."""
        if found:
            screen.stop()
            app.switch_screen(puzzle_screen(app, found))

    def list_all() -> None:
        if app.lists_puzzles(app.screen_stack[-2]):
            screen.action_leave()
        else:
            app.open_page("puzzles", instead=True)

    leads: dict[str, Callable[[], object]] = {
        "copy": lambda: copy(app, task.situation.shared, "text"),
        "room": list_all,
        "due": lambda: follow(
            next(filter(None, (find_puzzle(app.games, name) for name in task.record.due)), None)
        ),
        "another": lambda: follow(tries.next_puzzle(shipped(task.game), task.made, but=task.puzzle.id)),
    }
    task = Solve(
        puzzle,
        daily,
        today=app.utc_today(),
        keep=partial(keep_try, app, daily),
        choose=choose,
        leads_on=lambda where: leads[where](),
    )
    slim = VIEWS[puzzle.game.key].match().slim
    screen = board_screen(task, SolvePanels(app.games, slim), recall)
    return screen


def begin_hurry(
    app: Kit,
    game: Game | None,
    made: Sequence[tries.Try],
    race: int | None = None,
    again: Callable[[], object] | None = None,
) -> BoardScreen:
    """The first puzzle of a run of three minutes, of a game or of all; in a race against somebody of the house, who
    has the same ones. `again` begins another race."""
    random = app.random if race is None else Random(race)
    return _hurry_screen(app, Run(game, app.games, random), tuple(made), race, again)


def _hurry_screen(
    app: Kit,
    run: Run,
    made: Sequence[tries.Try],
    race: int | None = None,
    again: Callable[[], object] | None = None,
) -> BoardScreen:
    """The next puzzle of a run."""
    today, kept = app.utc_today(), list(made)

    def keep(each: tries.Try) -> None:
        kept.append(each)
        app.store.do(lambda store: store.tries.add(each))

    def leads_on(where: str) -> None:
        screen.stop()
        if where == "next":
            app.switch_screen(_hurry_screen(app, run, kept, race, again))
        elif where == "again" and again is None:
            app.switch_screen(begin_hurry(app, run.game, kept))
        else:
            screen.dismiss()
            if where == "again" and again:
                again()

    def rival() -> Rival | None:
        for account, racer in app.visit.racers() if app.visit and race is not None else ():
            if racer.race == race and app.visit and account.id != app.visit.id:
                return Rival(account.name, racer.went, racer.over)
        return None

    def report(went: Sequence[bool], over: bool) -> None:
        if app.visit and race is not None:
            app.visit.race(Racer(race, tuple(went), over))

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK)
            task.tick()

    puzzle = run.next()
    assert puzzle, "a run has more puzzles than can be solved within its time"
    best = tries.best(made, run.game, today)
    task = Hurry(run, puzzle, best, today=today, keep=keep, leads_on=leads_on, rival=rival, report=report)
    screen = board_screen(task, SolvePanels(app.games, VIEWS[puzzle.game.key].match().slim), tick)
    return screen


def daily_screen(app: Kit, found: Daily | DailyMatch) -> BoardScreen:
    """The screen of a day's puzzle, or of its match."""
    if isinstance(found, Daily):
        return puzzle_screen(app, found.puzzle, found)

    day = DayScore(found, partial(keep_try, app, found), app.utc_today())

    async def read() -> None:
        day.made = await app.store.ask(lambda store: store.tries.all())

    def again(match: Match) -> None:
        del match
        app.switch_screen(daily_screen(app, found))

    app.run_worker(read(), group="tries")
    return match_screen(app, day_session(found), day.occasion(again, partial(copy, app)))


def lesson_screen(app: Kit, game: Game) -> BoardScreen | None:
    """The lesson of a game, at the step that comes next by what is kept of it; None if it has none."""
    lesson = lesson_of(game)
    if lesson is None:
        return None

    def keep(step: int) -> None:
        app.change_settings(lessons=with_step(app.settings.lessons, lesson, step))

    kept = app.settings.lessons.get(game.key, "")
    task = Learn(lesson, kept, keep, lambda _: app.set_up(game))
    return board_screen(task, LearnPanels(game.name.upper()))


def open_lesson(app: Kit, game: Game) -> None:
    """Open the lesson of a game, where it was left."""
    if screen := lesson_screen(app, game):
        app.push_screen(screen)


NARROW: Final = 72
"""Columns below which fewer words are made."""


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
        """Look whether anything was played here before, where the lesson is still to be offered."""
        game, settings = self.game, self.app.settings
        if settings.hints and is_open(settings.lessons.get(game.key, "")) and lesson_of(game):
            self.run_worker(self._offer(), group="lesson")

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

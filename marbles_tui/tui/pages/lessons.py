"""All first lessons to choose from and the second ones, which are easy puzzles; what the one pointed at asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from marbles_tui.core import Game
from marbles_tui.play.lessons import DECLINED, DONE, is_open, lesson_of, steps_done, worded
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import name_of, second_lessons
from marbles_tui.tui.games import VIEWS, short_name
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import Item, heading
from marbles_tui.tui.kit.rows import Cell, Row, steps
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.lesson import lesson_screen, open_lesson
from marbles_tui.tui.page import CHOOSE
from marbles_tui.tui.pages.puzzles import SIGNS
from marbles_tui.tui.puzzles import TriesPage, puzzle_screen

WORDS: Final = 12
"""Columns of how far one has come."""


class LessonsPage(TriesPage):
    """A line for each game: how many steps its lesson has, and how many are done. Then the path: a line for each
    puzzle that teaches one idea more."""

    TITLE_LINE, help_page = "Lessons", "lessons"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f", "back", "Back", id="lessons.close"),
        Binding("x", "decline", "Do not offer it", id="lessons.decline"),
    ]

    CSS = """
    LessonsPage.-short .body { layout: vertical; }
    LessonsPage #left { width: 38; }
    LessonsPage.-short #left { width: 1fr; height: 1fr; }
    LessonsPage.-wide #left { width: 46; }
    LessonsPage #step { height: auto; min-height: 4; max-height: 8; }
    LessonsPage.-short .stage { height: auto; }
    LessonsPage.-short SmallBoard { display: none; }
    """

    STAGE = ("step", partial(SmallBoard, small=False))

    def __init__(self, games: Sequence[Game], pointed: Game | None = None) -> None:
        """The lessons of some games, at first at that of the game `pointed` at, or the first that is not done."""
        super().__init__()
        self._pointed = pointed
        self._games = [game for game in games if lesson_of(game)]

    def on_screen_resume(self) -> None:
        """List them; a step may have been done meanwhile."""
        self.dress()

    def dress(self) -> None:
        """The lessons, and the path."""
        kept, rows = self.app.settings.lessons, self.rows
        left = (game for game in self._games if kept.get(game.key) != DONE)
        first = self._pointed if self._pointed in self._games else next(left, self._games[0])
        at = rows.at if rows.items else self._games.index(first)
        rows.show([*(Item(self._row(game), game) for game in self._games), *self._path()], at)
        self.show_keys(
            Key("enter", "begin"), Key(CHOOSE, "choose"), Key("x", "do not offer", "screen.decline")
        )

    def _path(self) -> Iterator[Item]:
        last = {each.puzzle: each.solved for each in self.keeping.tries}
        for game in self._games:
            if puzzles := second_lessons(game):
                done = sum(last.get(puzzle.id, False) for puzzle in puzzles)
                yield heading(f"then: {short_name(game)}", f"{done} of {len(puzzles)}")
            for puzzle in puzzles:
                yield Item(Row([SIGNS[last.get(puzzle.id)], name_of(puzzle.id), str(puzzle.goal)]), puzzle)

    def _row(self, game: Game) -> Row:
        kept = self.app.settings.lessons.get(game.key, "")
        lesson = lesson_of(game)
        assert lesson, "games without a lesson are not listed"
        count, done = len(lesson.steps), steps_done(kept, lesson.steps)
        told = f"{done} of {count}" if done else f"{count} steps"
        told = DECLINED if kept == DECLINED else DONE if done == count else told
        return Row([short_name(game), Cell(steps(done, count), 9), Cell(told, WORDS, "$text-muted")])

    def point(self, key: Game | Puzzle | None) -> None:
        """The step that comes next; the first one again of a lesson that is done."""
        if isinstance(key, Puzzle):
            self.put("step", Content.assemble(f"{key.idea}\n", (key.goal.sentence, "bold")))
            self.show(key.game, key.start().board)
            return
        game, lesson = key, lesson_of(key) if key else None
        if not game or not lesson:
            return
        count = len(lesson.steps)
        at = steps_done(self.app.settings.lessons.get(game.key, ""), lesson.steps) % count
        step, names = lesson.steps[at], VIEWS[game.key].side_names(self.app.look)
        says, task = worded(step.says, names), worded(step.task, names)
        head = (f"Step {at + 1} of {count}\n", "bold $accent")
        self.put("step", Content.assemble(head, f"{says}\n", (task, "bold")))
        self.show(game, step.match.position.board)

    def take(self, key: Game | Puzzle) -> None:
        """Begin."""
        if isinstance(key, Puzzle):
            self.app.push_screen(puzzle_screen(self.app, key))
        else:
            open_lesson(self.app, key)

    def action_decline(self) -> None:
        """Offer the lesson that is pointed at no more, or again."""
        if not self.pointed or isinstance(self.pointed, Puzzle):
            return
        key, lessons = self.pointed.key, dict(self.app.settings.lessons)
        if lessons.get(key) == DECLINED:
            del lessons[key]
        elif is_open(lessons.get(key, "")):
            lessons[key] = DECLINED
        self.app.change_settings(lessons=lessons)
        self.dress()


def opened(app: Kit, key: str) -> Screen[None]:
    """The screen that a command line asks for: the lesson of a game, or with "" all lessons."""
    game = next((game for game in app.games if game.key == key), None)
    return (lesson_screen(app, game) if game else None) or LessonsPage(app.games)

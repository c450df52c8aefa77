"""A first lesson on the real board: do what is asked, step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.core import Cell, Game, Move
from marbles_tui.core.frame import NO_HIGHLIGHTS, Highlights
from marbles_tui.play import Match, Seat
from marbles_tui.play.lessons import Lesson, Step, with_step, worded
from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.lesson.panels import LessonHead, LessonWords
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

BETWEEN: Final = 0.4
"""Seconds between a move and its reply, at normal speed."""

LOOK: Final = 1.2
"""Seconds for which the outcome of a wrong move is shown."""

VAST: Final = (200, 60)


class Phase(Enum):
    """What is going on."""

    ASKING = auto()
    SHOWING = auto()
    DONE = auto()
    """The step was done, and waits for a key."""


class LessonScreen(ArcadeScreen[None]):
    """The steps of a lesson, one after the other. What is a game's own about picking has a subclass."""

    CSS = """
    LessonScreen #board { width: 1fr; height: 1fr; }
    LessonScreen.-short LessonWords { height: 4; margin: 0; }
    LessonScreen.-short KeyLine { background: $surface; }
    LessonScreen.-wide.-tall LessonHead { height: 5; }
    LessonScreen.-wide.-tall LessonWords { height: 4; }
    LessonScreen.-wide.-tall KeyLine { padding: 0 3; }
    LessonScreen.-vast LessonHead { height: 8; }
    LessonScreen.-vast KeyLine { padding: 0 5; }
    """

    SCOPED_CSS: ClassVar[bool] = False  # a scope would be that of the game's subclass

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0,-1)", "Up", show=False, id="board.up"),
        Binding("down", "point(0,1)", "Down", show=False, id="board.down"),
        Binding("left", "point(-1,0)", "Left", show=False, id="board.left"),
        Binding("right", "point(1,0)", "Right", show=False, id="board.right"),
        Binding("enter,space", "go_on", "Go on", show=False, id="lesson.go_on"),
        Binding("tab", "step(1)", "Skip the step", id="lesson.skip"),
        Binding("backspace,shift+tab", "back", "Step back", id="lesson.back"),
        Binding("plus,equals_sign", "speed(1)", "Faster", show=False, id="lesson.faster"),
        Binding("minus,underscore", "speed(-1)", "Slower", show=False, id="lesson.slower"),
        Binding("escape,q", "leave", "Leave", id="lesson.leave"),
    ]

    help_page = "lessons"

    app: Arcade

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        """A lesson, opened at a step."""
        super().__init__(classes="lesson")
        self.lesson = lesson
        self.game_view = VIEWS[lesson.game.key]
        self.view = self.game_view.match()
        self.at = min(at, len(lesson.steps) - 1)
        self.phase = Phase.ASKING
        self.picking: Picking = self.view.picking(self.step.match, False)

    # What it is made of

    def compose(self) -> ComposeResult:
        """The step, the board, the words, the keys."""
        yield LessonHead()
        yield self.game_view.board()(self.step.match.position.board, id="board")
        yield LessonWords()
        yield KeyLine()

    @cached_property
    def animator(self) -> Animator:
        """What shows events on the board."""
        return Animator(self.board, lambda: self.tempo)

    @property
    def tempo(self) -> float:
        """How long a beat of one second takes."""
        return SPEEDS[self.app.settings.speed].tempo

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    @property
    def game_shown(self) -> Game | None:
        """The game of the lesson."""
        return self.lesson.game

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.at]

    @property
    def waiting(self) -> bool:
        """Whether a move is asked for."""
        return self.phase is Phase.ASKING

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(LessonHead).title = self.game_view.front().name
        self.board.focus()
        self._begin()

    def on_resize(self) -> None:
        """Large letters where there is room."""
        self.set_class(self.size.width >= VAST[0] and self.size.height >= VAST[1], "-vast")
        self.call_after_refresh(self.mark)

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self.query_one(LessonHead).restyle()
        self.query_one(LessonWords).restyle()
        self.board.restyle()
        if self.waiting:
            self._begin()

    # Steps

    def _begin(self) -> None:
        """Put the step on the board, and ask for its move."""
        step, board = self.step, self.board
        self.query_one(LessonHead).at = (self.at + 1, len(self.lesson.steps))
        board.rest(step.match.position.board)
        board.turn = self.view.turn(step.match)
        self.say(step.says, step.task)
        self._ask()

    def _ask(self) -> None:
        self.phase = Phase.ASKING
        names = self.game_view.side_names(self.app.look)
        seats = tuple(Seat(name) for name in names[: len(self.step.match.seats)])
        self.picking = self.view.picking(replace(self.step.match, seats=seats), True)
        self._guide()
        self.mark()

    def _guide(self) -> None:
        """Point at what is marked."""
        cell = self._wanted
        if cell is None:
            self.board.hide_cursor()
        else:
            self.board.point(cell)

    @property
    def _paths(self) -> tuple[tuple[Cell, ...], ...]:
        """The picks that make the moves which are right."""
        if self.step.rolls:
            return () if self.picking.die is None else ((self.picking.die,),)
        return tuple(path for move in self.step.right for path in move.paths)

    @property
    def _wanted(self) -> Cell | None:
        """The place to be picked next, where it is marked."""
        picks = self.picking.picks
        left = (path for path in self._paths if path[: len(picks)] == picks and len(path) > len(picks))
        path = next(left, None) if self.step.marked and self.waiting else None
        return path[len(picks)] if path else None

    def say(self, said: str, task: str) -> None:
        """Say two lines, with the sides called as they are seen."""
        names = self.game_view.side_names(self.app.look)
        self.query_one(LessonWords).lines = (worded(said, names), worded(task, names))

    def mark(self) -> None:
        """Show on the board and in the key line what may be done now."""
        if not self.is_mounted:
            return
        self.board.highlights = self._highlights()
        self.query_one(KeyLine).keys = self._keys()

    def _highlights(self) -> Highlights:
        signs = self.view.signs(self.step.match)
        if not self.waiting:
            return Highlights(notes=signs) if signs else NO_HIGHLIGHTS
        picking, wanted = self.picking, self._wanted
        legal = picking.next_cells if wanted is None else frozenset((wanted,))
        return Highlights(
            legal=legal,
            hint=() if wanted is None else (wanted,),
            picked=picking.marked,
            targets=legal if picking.picks else frozenset(),
            ends=picking.ends() if wanted is None else frozenset(),
            landing=picking.landing(self.board.cursor),
            notes=signs,
            letters=picking.letters() if wanted is None else {},
        )

    def _keys(self) -> tuple[Key, ...]:
        match self.phase:
            case Phase.ASKING:
                first = self.picking.pick_key()
            case Phase.SHOWING:
                first = Key("enter", "finish", "screen.go_on")
            case Phase.DONE:
                first = Key("enter", "play the game" if self._last else "next step", "screen.go_on")
        own = self.view.first_keys(self.step.match, self.picking, False) if self.waiting else ()
        return (
            first,
            *(key for key in own if key.action.startswith("screen.type")),
            *((Key("backspace", "step back", "screen.back"),) if self.at or self.phase is Phase.DONE else ()),
            *((Key("tab", "skip the step", "screen.step(1)"),) if not self._last else ()),
            Key("esc", "leave", "screen.leave"),
            Key("?", "help", "app.help"),
        )

    @property
    def _last(self) -> bool:
        return self.at + 1 == len(self.lesson.steps)

    # What is picked

    @on(BoardView.Picked)
    def _board_picked(self, message: BoardView.Picked) -> None:
        message.stop()
        self.take(lambda: self.picking.pick(message.cell))

    @on(BoardView.Pointed)
    def _board_pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        if self.waiting:
            self.mark()

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let something be picked: play what that completes, or answer it. During a show this only finishes it."""
        if self.animator.finish() or not self.waiting:
            return
        step = self.step
        try:
            choice = pick()
        except ValueError as refusal:
            self.say(step.otherwise if step.marked else str(refusal), step.task)
        else:
            if isinstance(choice, Act):
                choice = step.right[0]  # a lesson is rolled as it is written
            if choice is not None:
                self._try(choice)
                return
            picks = self.picking.picks
            if step.marked and not any(path[: len(picks)] == picks for path in self._paths):
                self.picking.restart()
                self.say(step.otherwise, step.task)
            self._guide_on()
        self.mark()

    def _guide_on(self) -> None:
        if self._wanted is not None:
            self._guide()

    def _try(self, move: Move) -> None:
        """A move is made: show what comes of it, unless another one is marked."""
        step = self.step
        answer = step.answer(move)
        if answer and step.marked:
            self.say(answer, step.task)
            self._ask()
            return
        self.phase = Phase.SHOWING
        self.board.hide_cursor()
        self.mark()
        self._show(move, answer)

    @work(exclusive=True, group="lesson")
    async def _show(self, move: Move, answer: str) -> None:
        """Show a move and its replies; after a wrong one put the step back on the board."""
        step = self.step
        for number, ply in enumerate(step.play(move)):
            if number and self.animator.unhurried:
                await asyncio.sleep(BETWEEN * self.tempo)
            await self.animator.show(ply.before.position.board, ply.events, lambda _: None)
        if not self.is_mounted:
            return
        if answer:
            self.say(answer, step.task)
            if self.animator.unhurried:
                await asyncio.sleep(LOOK * self.tempo)
            self.board.rest(step.match.position.board)
            self._ask()
            return
        self.phase = Phase.DONE
        self._keep()
        self.say(step.done, "Enter: play a game." if self._last else "Enter: the next step.")
        self._celebrate(step.play(move)[-1].after)
        self.query_one(KeyLine).keys = self._keys()

    def _celebrate(self, match: Match) -> None:
        """Show on the board why the game is won."""
        self.board.turn = self.view.turn(match) if match.turn is not None else None
        result = match.result
        winners = self.lesson.game.winning_cells(match.position, result) if result else frozenset[Cell]()
        self.board.highlights = Highlights(winners=winners, notes=self.view.signs(match))

    def _keep(self) -> None:
        """Note how far the lesson is done."""
        self.app.change_settings(lessons=with_step(self.app.settings.lessons, self.lesson, self.at))

    # Keys

    def action_point(self, dx: int, dy: int) -> None:
        """Point at the next place in a direction."""
        if self.waiting:
            self.board.move_cursor(dx, dy)

    def action_type(self, key: str) -> None:
        """One of the game's own keys is typed."""
        self.take(lambda: self.picking.type(key))

    def action_go_on(self) -> None:
        """Finish what is shown, go to the next step, roll, or pick what is pointed at."""
        if self.phase is Phase.DONE:
            self.action_step(1)
        elif self.animator.finish() or not self.waiting:
            return
        elif self.picking.rolling:
            self.take(lambda: Act.ROLL)
        elif keys := self.picking.instead_of_enter:
            self.say(keys, self.step.task)
        else:
            self.board.pick()

    def action_step(self, by: int) -> None:
        """Another step; behind the last one the set-up of the game."""
        self.workers.cancel_group(self, "lesson")
        self.animator.cancel()
        if self.at + by >= len(self.lesson.steps):
            if self.phase is Phase.DONE:
                self.app.set_up(self.lesson.game)
            return
        self.at = max(0, self.at + by)
        self._begin()

    def action_back(self) -> None:
        """Take back what is picked or typed, else do this step or the one before it again."""
        if self.waiting and self.picking.begun:
            self.picking.back()
            self._guide_on()
            self.mark()
        else:
            self.action_step(0 if self.phase is Phase.DONE else -1)

    def action_speed(self, change: int) -> None:
        """A step faster, or with -1 slower."""
        self.app.change_settings(speed=max(0, min(len(SPEEDS) - 1, self.app.settings.speed - change)))

    def action_leave(self) -> None:
        """Put back what is picked, else leave; the place is kept."""
        if self.waiting and self.picking.begun:
            self.action_back()
        else:
            leave(self)

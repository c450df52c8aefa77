"""The one screen of boards: it shows a task, and hands it what is picked, typed and pressed."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from marbles_tui.core import Cell, Event, Game
from marbles_tui.core.frame import NO_HIGHLIGHTS, Highlights
from marbles_tui.table import phrases
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import NO, YES, Action, Situation, Task
from marbles_tui.tui.arcade_screen import OWN_KEYS, ArcadeScreen, leave
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match.letters import bind_letters
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.match.view import MatchView
from marbles_tui.tui.screens.game_menu import GameMenu, actions_of, keys_of
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

VAST: Final = (200, 60)
"""Columns and rows from which on all is larger."""

FINISH: Final = Key("enter", "finish", "screen.go_on")
HELP: Final = Key("?", "help", "app.help")


class Panels(ABC):
    """What stands around the board for one kind of task: values in, words out."""

    classes: str
    """What the screen is called in the style sheet."""

    help_page: str = ""
    help_sections: tuple[str, ...] = (OWN_KEYS,)
    side_from: int | None = None
    """Columns from which on they stand beside the board; None where they never do."""

    title: str = "Game"
    """What stands above the game menu."""

    @abstractmethod
    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and what stands above and below it."""

    @abstractmethod
    def show(self, situation: Any, look: Look) -> None:
        """Show how the task stands, but for its words."""

    @abstractmethod
    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Say what has happened, or with `warning` what cannot be done, and what may be done now."""

    def mark(self, situation: Any, board: BoardView, marks: Highlights) -> Highlights:
        """What else stands out on the board."""
        del situation, board
        return marks


class BoardScreen(ArcadeScreen[None]):
    """A task at a board. Each game has a subclass of its own name; the keys of its moves are those of its board."""

    CSS_PATH = Path(__file__).with_name("tables.tcss")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0,-1)", "Up", show=False, id="board.up"),
        Binding("down", "point(0,1)", "Down", show=False, id="board.down"),
        Binding("left", "point(-1,0)", "Left", show=False, id="board.left"),
        Binding("right", "point(1,0)", "Right", show=False, id="board.right"),
        Binding("enter", "go_on", "Go on", show=False, id="board.go_on"),
        Binding("space", "go_on('space')", "Go on", show=False, id="board.space"),
        Binding("g,alt+g", "game_menu", "Game", show=False, id="board.menu"),
        Binding("plus,equals_sign", "speed(1)", "Faster", show=False, id="board.faster"),
        Binding("minus,underscore", "speed(-1)", "Slower", show=False, id="board.slower"),
        Binding("escape", "back", "Back", show=False, id="board.back"),
        Binding("q,alt+q", "leave", "Leave", id="board.leave"),
        Binding("alt+h", "app.help", "Help", show=False, id="board.help"),
    ]

    pause: ClassVar[float] = 0.5
    """Seconds after a show in which Enter and Space do nothing: they were meant for what was there before."""

    app: Arcade

    def __init__(
        self,
        task: Task,
        panels: Panels,
        recall: Callable[[], Coroutine[Any, Any, None]] | None = None,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`recall` tells the task what is known of it from earlier; `clock` tells the time in seconds."""
        self.view: GameView = VIEWS[task.game.key]
        self.words: MatchView = self.view.match()
        super().__init__(classes=panels.classes)
        self.doing = task
        self.panels = panels
        self.help_page = panels.help_page
        self._recall, self._clock = recall, clock
        self._rested = float("-inf")
        self._shown = task.situation
        self.board = self.view.board()(self._shown.match.position.board, id="board")
        self.animator = Animator(self.board, lambda: self.tempo)
        self.overlays = self.words.overlays()
        bind_letters(self.board)
        self.picking: Picking = self.words.picking(self._shown.match, False)
        for action in task.actions:
            for key in filter(None, action.keys.split(",")):  # Tab would go to the board
                self._bindings.bind(key, f"do('{action.id}')", action.label, priority=key.endswith("tab"))

    # What it is made of

    def compose(self) -> ComposeResult:
        """The board among its panels, what the game lays over it, the keys."""
        yield from self.panels.compose(self.board)
        yield from self.overlays
        yield KeyLine()

    @property
    def game_shown(self) -> Game | None:
        """The game on the board."""
        return self.doing.game

    @property
    def help_sections(self) -> tuple[str, ...]:
        return self.panels.help_sections

    @property
    def tempo(self) -> float:
        """How long a beat of one second takes."""
        return SPEEDS[self.app.settings.speed].tempo

    @property
    def situation(self) -> Situation:
        """How the task stands, as it is shown."""
        return self._shown

    def on_mount(self) -> None:
        """Begin."""
        self.board.focus()
        self.dress()
        self.doing.open(self)
        if self._recall:
            self.run_worker(self._recall(), group="recall")

    def on_resize(self) -> None:
        """There is more or less room for words."""
        self.set_class(self.size.width >= VAST[0] and self.size.height >= VAST[1], "-vast")
        if self.has_class("table"):
            side = self.panels.side_from is not None and self.size.width >= self.panels.side_from
            self.set_class(side, "side").set_class(not side, "below")
        self.call_after_refresh(self.dress)

    def dress(self) -> None:
        """Draw in the app's skin and theme, the sides called as they are seen."""
        for part in self.query("CanvasWidget"):
            part.restyle()  # type: ignore[attr-defined]
        self.doing.names = self.view.side_names(self.app.look)
        self.changed()

    # The face of the task

    def changed(self) -> None:
        """Show how the task stands now."""
        if not self.is_mounted:
            return
        before, now = self._shown, self.doing.situation
        self._shown = now
        if now.asked and (not self.picking.asked or before.number != now.number):
            self.picking = self.words.picking(now.match, True)
            self.board.hide_cursor()
            self._guide()
        elif not now.asked and self.picking.asked:
            self.picking = self.words.picking(now.match, False)
            self.board.hide_cursor()
        if not now.showing:
            self._heed_board(not (now.over or now.still))
            self.board.turn = None if now.over else self.words.turn(now.match)
            if self.board.frame.board != now.match.position.board:
                self.board.rest(now.match.position.board)
        self.panels.show(now, self.app.look)
        if now.question and now.question is not before.question:
            self._ask()
        self.mark()

    def _heed_board(self, heeds: bool) -> None:
        """Let keys be the board's, or what the end makes of them."""
        if self.board.can_focus != heeds:
            self.board.can_focus = heeds
            self.set_focus(self.board if heeds else None)

    def begin(self, work: Coroutine[Any, Any, None], group: str = "show") -> None:
        """Do something that takes its time."""
        self.run_worker(work, group=group, exclusive=True)

    def stop(self, group: str = "show") -> None:
        """Drop it."""
        self.workers.cancel_group(self, group)
        if group == "show":
            self.animator.cancel()

    async def show(self, before: Any, happened: Sequence[Event], sides: Sequence[str] | None = None) -> None:
        """Show events on the board, and tell of them."""
        self.board.hide_cursor()
        self.mark()
        await self.animator.show(before, happened, partial(self._told, sides))
        self._rested = self._clock()

    async def rewind(self, before: Any, happened: Sequence[Event]) -> None:
        """Show events backwards."""
        self.mark()
        await self.animator.rewind(before, happened)

    def _told(self, sides: Sequence[str] | None, event: Event) -> None:
        """An event begins to be shown: say what it is, and ring where it is heard."""
        if not self.is_mounted:
            return
        if sides is not None and (sentence := self.doing.game.told(event, sides)):
            self.doing.tell(sentence)
        if event.kind in self.words.rings and self.animator.unhurried:
            self.app.ring()

    async def wait(self, seconds: float) -> None:
        """Let what is shown be seen for a moment."""
        if self.animator.unhurried:
            await asyncio.sleep(seconds * self.tempo)

    def _ask(self) -> None:
        question = self._shown.question
        assert question

        def answered(agrees: bool | None) -> None:
            if self.is_mounted:
                self.doing.do(YES if agrees else NO)

        self.app.push_screen(QuestionDialog(*question), answered)

    # What is marked

    def mark(self) -> None:
        """Show on the board and in the key line what may be done now."""
        if not self.is_mounted:
            return
        signs = self.words.signs(self._shown.match)
        marks = NO_HIGHLIGHTS if not signs else Highlights(notes=signs)
        if not self._shown.showing:
            last = self.words.trace(self._shown.last) if self._shown.last else frozenset[Cell]()
            marks = highlights(self._shown, self.picking, self.board.cursor, last, signs)
        self.board.highlights = self.panels.mark(self._shown, self.board, marks)
        for part in self.overlays:
            part.follow(self.picking, self.board, False)
        self.panels.say(self._shown.said, self._prompt, self._shown.warning)
        self.query_one(KeyLine).keys = tuple(self._keys())

    @property
    def _prompt(self) -> str:
        """What may be done now, in a sentence."""
        shown, picking = self._shown, self.picking
        if shown.prompt or not shown.asked:
            return shown.prompt
        pointed = "" if picking.typed else picking.foresee(self.board.cursor)
        return pointed or picking.invitation(phrases.name(shown.match, shown.match.position.actor))

    def _keys(self) -> Iterable[Key]:
        shown = self._shown
        own: tuple[Key, ...] = ()
        if shown.showing and not shown.still:
            yield FINISH
        elif shown.asked:
            yield self.picking.pick_key()
            own = self.words.first_keys(shown.match, self.picking, False)
        yield from (key for key in own if self._known(key.action))
        yield from (key_of(action) for action in shown.actions if action.short)
        if shown.menu:
            yield Key("g", "menu", "screen.game_menu")
        if not shown.over:
            yield Key("+/-", "speed", "screen.speed(1)")
        yield Key("esc", "leave", "screen.leave", kept=True)
        yield HELP

    def _known(self, action: str) -> bool:
        """Whether a key of a game's own does something for this task."""
        return action.startswith(("screen.type", "screen.back"))

    def _guide(self) -> None:
        """Point at what alone may be picked."""
        if not self._shown.guided:
            return
        cell = next(iter(wanted(self._shown, self.picking)), None)
        if cell is None:
            self.board.hide_cursor()
        else:
            self.board.point(cell)

    # What is picked

    @on(BoardView.Picked)
    def _picked(self, message: BoardView.Picked) -> None:
        message.stop()
        self.take(lambda: self.picking.pick(message.cell))

    @on(BoardView.Dragged)
    def _dragged(self, message: BoardView.Dragged) -> None:
        message.stop()
        self.take(lambda: self.picking.drag(message.start, message.end))

    @on(BoardView.Pointed)
    def _pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        if self._shown.asked:
            self.mark()

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let something be picked: choose what that completes, or say why it cannot be."""
        if self.used_up() or not self._shown.asked:
            return
        shown = self._shown
        try:
            choice = pick()
            if choice is not None:
                self._carry(choice)
                self.doing.answer(choice)
            elif shown.guided and not wanted(shown, self.picking) and self.picking.picks:
                self.picking.restart()
                raise ValueError(shown.otherwise)
        except ValueError as refusal:
            if str(refusal):
                self.doing.tell(shown.otherwise or str(refusal), warning=True)
        self._guide()
        self.mark()

    def _carry(self, choice: Choice) -> None:
        """The cursor goes along with the piece that it has moved."""
        if not isinstance(choice, Act) and self.board.pointed is not None:
            self.board.carry_cursor(self.words.carried(choice, self.board.pointed))

    def used_up(self) -> bool:
        """Whether the key or click that just came was used up by a show that it has finished."""
        return self.animator.finish()

    def action_point(self, dx: int, dy: int) -> None:
        """Point at the next place in a direction, or do with an arrow what has been typed before it."""
        if not self._shown.asked:
            self.doing.do("arrow", str(dx), str(dy))
        elif self.picking.takes_arrows:
            self.take(lambda: self.picking.push(dx, dy))
        else:
            self.board.move_cursor(dx, dy)

    def tell(self, sentence: str) -> None:
        """Say something."""
        self.doing.tell(sentence)

    def action_type(self, key: str) -> None:
        """A key of the game is typed."""
        self.take(lambda: self.picking.type(key))

    def on_key(self, event: events.Key) -> None:
        """Every sign is the move's while one is written. It acts here, before the keys that are typed after it come
        by: bindings are looked up only when a key has gone all the way up."""
        if self._shown.asked and self.picking.writes(event.key, event.is_printable):
            event.stop()
            self.action_type(event.key if event.key == "backspace" else event.character or "")

    def action_go_on(self, by: str = "go_on") -> None:
        """Finish the show, roll, pick, or do what comes next."""
        if self._shown.still and by == "space":
            self.doing.do(by)
            return
        if self.used_up() or self._clock() < self._rested + self.pause:
            return
        if not self._shown.asked:
            self.doing.do("go_on")
        elif self.picking.writing:
            self.action_type("enter")
        elif self.picking.rolling:
            self.take(lambda: Act.ROLL)
        elif keys := self.picking.instead_of_enter:
            self.doing.tell(keys, warning=True)
        elif self.board.cursor is None:
            ways = ", or ".join(filter(None, ("arrows or mouse", self.picking.typing)))
            self.doing.tell(f"Point at a place first: {ways}.", warning=True)
        else:
            self.board.pick()

    def action_back(self) -> None:
        """Take back what was typed or picked, or return from where one has looked on; else leave."""
        if any(action.id == "return" for action in self._shown.actions):
            self.doing.do("return")
        elif not self._put_back():
            self.action_leave()

    def _put_back(self) -> bool:
        if not (self._shown.asked and self.picking.begun):
            return False
        try:
            self.picking.back()
        except ValueError as refusal:
            self.doing.tell(str(refusal), warning=True)
        self._guide()
        self.mark()
        return True

    def action_do(self, action: str, *values: str) -> None:
        """One of the task's actions."""
        if action == "back" and (self._shown.asked and self.picking.rub_out()):
            self.mark()
        elif action != "back" or not self._put_back():
            self.doing.do(action, *values)

    def action_game_menu(self) -> None:
        """Everything that can be done here."""
        found = self._shown.menu
        if not found:
            return
        own = (("app.settings", "Settings"), ("app.help", "Rules and keys"), ("screen.leave", "Leave"))
        entries = [*((f"screen.do('{action.id}')", action.label) for action in found), *own]

        def chosen(action: str | None) -> None:
            if action:
                self.call_later(self.run_action, action)

        menu = GameMenu(entries, self.panels.title, keys=keys_of(self), actions=actions_of(self))
        self.app.push_screen(menu, chosen)

    def action_leave(self) -> None:
        """Back to where it was opened from."""
        self.stop()
        leave(self)

    def action_speed(self, change: int) -> None:
        """A step faster, or with -1 slower."""
        self.app.change_settings(speed=max(0, min(len(SPEEDS) - 1, self.app.settings.speed - change)))


def key_of(action: Action) -> Key:
    """An action in the key line."""
    shown = action.shown or action.keys.split(",")[0]
    return Key(shown, action.short, f"screen.do('{action.id}')", action.kept)


def wanted(situation: Situation, picking: Picking) -> tuple[Cell, ...]:
    """The places that are still to be picked of the move that is wanted, the next one first."""
    paths = situation.wanted
    if picking.rolling and situation.guided:
        paths = () if picking.die is None else ((picking.die,),)
    picks = picking.picks
    path = next((path for path in paths if path[: len(picks)] == picks and len(path) > len(picks)), ())
    return path[len(picks) :]


def highlights(
    situation: Situation,
    picking: Picking,
    cursor: Cell | None,
    last: frozenset[Cell],
    signs: Mapping[Cell, str],
) -> Highlights:
    """What stands out on a board at rest."""
    if not picking.asked:
        return Highlights(last=last, winners=situation.winners, notes=signs)
    next_wanted = wanted(situation, picking)
    hint = next_wanted[:1] if situation.guided else next_wanted
    legal = frozenset(hint[:1]) if hint and (situation.guided or not picking.begun) else picking.next_cells
    return Highlights(
        legal=legal,
        hint=hint,
        picked=picking.marked,
        targets=legal if picking.picks else frozenset(),
        ends=frozenset() if situation.guided and hint else picking.ends(),
        landing=picking.landing(cursor),
        last=last,
        notes=signs,
        letters={} if situation.guided and hint else picking.letters(),
    )

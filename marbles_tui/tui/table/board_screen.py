"""The one screen of boards: it shows a task, and hands it what is picked, typed and pressed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from marbles_tui.core import Cell, Event, Game
from marbles_tui.core.scene import NO_HIGHLIGHTS, Highlights
from marbles_tui.core.text import YOU
from marbles_tui.play import Match
from marbles_tui.table.clock import Clock
from marbles_tui.table.game_words import PICK as PICK_PLACE
from marbles_tui.table.game_words import POINT
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import (
    ANYWHERE,
    FINISH,
    OWN,
    OWN_LAST,
    OWN_MOVES,
    PICK,
    Action,
    Question,
    Situation,
    Task,
    Work,
)
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.dialogs import Entry, QuestionDialog, offer
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.picking import MatchView, Picking, bind, bind_letters
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import SPEEDS, Key, KeyLine
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.pasted import AFTER_PASTE, copy_record, offer_pasted
from marbles_tui.tui.table.beside import Seats
from marbles_tui.tui.table.panels import Panels, Stage
from marbles_tui.tui.touch import tapped

VAST: Final = (200, 60)
"""Columns and rows from which on all is larger."""

GO_ON: Final = frozenset(("space", "enter"))
"""The keys that end a pause and pick nothing while it lasts."""


def bindings_of(action: Action) -> Iterable[Binding]:
    """The keys of an action. Tab would go to the board."""
    for key in filter(None, action.keys.split(",")):
        yield Binding(key, f"do('{action.id}')", action.label, show=False, priority=key.endswith("tab"))


class BoardScreen(ArcadeScreen[None]):
    """A task at a board, of any game: the keys of its moves are those of its board."""

    CSS_PATH = Path(__file__).with_name("tables.tcss")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0,-1)", "Up", show=False, id="board.up"),
        Binding("down", "point(0,1)", "Down", show=False, id="board.down"),
        Binding("left", "point(-1,0)", "Left", show=False, id="board.left"),
        Binding("right", "point(1,0)", "Right", show=False, id="board.right"),
        Binding("enter", "go_on", "Go on", show=False, id="board.go_on"),
        Binding("space", "go_on('space')", "Go on", show=False, id="board.space"),
        Binding("escape", "back", "Back", show=False, id="board.back"),
        Binding("alt+h", "app.help", "Help", show=False, id="board.help"),
        *(binding for action in ANYWHERE for binding in bindings_of(action)),
    ]

    pause: ClassVar[float] = 0.5
    """Seconds after a show in which Enter and Space do nothing, unless a move has been begun: they were meant for
    what was there before."""

    burst: ClassVar[float] = 0.03
    """Seconds: a key that comes so shortly after a letter that was used up was typed along with it, and no finger is
    as quick: a program types, or what stood still catches up."""

    GAME: ClassVar[Game]
    """The one whose boards it shows."""

    app: Kit

    def __init__(
        self,
        task: Task[Situation],
        panels: Panels[Any],
        recall: Work | None = None,
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
        self._rested = self._pasted = self._burst = float("-inf")
        self._dialog: QuestionDialog | None = None
        self.key_line = KeyLine()
        self.situation = task.situation
        """The task's state, as it is shown."""
        self.board = self.view.board()(self.situation.match.position.board, id="board")
        self.animator = Animator(self.board, lambda: self.tempo)
        self.overlays = self.words.overlays()
        self.board.seen_by(task.seen_from)
        panels.moved = self.mark
        bind_letters(self.board)
        self.picking: Picking = self.words.picking(self.situation.match, False)
        own = (action for action in self.words.actions if hasattr(task, f"do_{action.id}"))
        bind(self, [binding for action in (*task.actions, *own) for binding in bindings_of(action)])

    # What it is made of

    def compose(self) -> ComposeResult:
        """The board among its panels, what the game lays over it, the keys."""
        yield from self.panels.compose(self.board)
        yield from self.overlays
        yield self.key_line

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
    def match(self) -> Match:
        """The match now."""
        return self.doing.situation.match

    @property
    def stage(self) -> Stage:
        """What panels are told of it."""
        app, upright = self.app, self.has_class("side") or self.is_portrait
        return Stage(app.look, app.settings.speed, self.tempo, app.frames, upright, self.size.height)

    def on_mount(self) -> None:
        """Begin."""
        self.board.focus()
        self.dress()
        self.doing.open(self)
        if self._recall:
            self.begin(self._recall, "recall")

    def on_unmount(self) -> None:
        """What is kept of it is kept."""
        self.doing.close()
        self.app.tell_turn("")

    def on_resize(self) -> None:
        """There is more or less room for words."""
        self._take_room()
        self.call_after_refresh(self.dress)

    def _take_classes_for_size(self) -> None:
        super()._take_classes_for_size()
        self._take_room()  # while there is nothing on the screen that would have to be styled again

    def _take_room(self) -> None:
        size, side_from = self.app.size, self.panels.side_from
        self.set_class(size.width >= VAST[0] and size.height >= VAST[1], "-vast")
        if self.has_class("table"):
            side = side_from is not None and size.width >= side_from and not self.is_portrait
            self.set_class(side, "side").set_class(not side, "below")

    def dress(self) -> None:
        """Draw in the app's skin and theme, the sides called as they are seen."""
        for part in self.query("CanvasWidget"):
            part.repaint()  # type: ignore[attr-defined]
        self.doing.names = self.view.side_names(self.app.look)
        self.panels.retell()
        self.show_anew()

    # The face of the task

    def changed(self) -> None:
        """Show the task's state, or the little of it that has changed."""
        if not self.is_mounted:
            return
        before, now = self.situation, self.doing.situation
        told = replace(before, said=now.said, warning=now.warning)
        rests = now.showing or self.board.frame.board == now.position.board
        if not (rests and self.panels.showed(told, now, self.board)):
            self.show_anew()
            return
        self.situation = now
        if told != before:
            self._say()

    def show_anew(self) -> None:
        """Show all of the task's state."""
        if not self.is_mounted:
            return
        before, now = self.situation, self.doing.situation
        self.situation = now
        if self.picking.asked != now.asked or before.number != now.number:
            self.board.hide_cursor()
            self.picking = self.words.picking(now.match, now.asked)
            self._guide()
        self.picking.match = now.match
        if not now.showing:
            self._heed_board(not (now.over or now.still))
            if self.board.frame.board != now.position.board:
                self.board.rest(now.position.board, self.marks())
            self.board.turn = self._turn(now)
        self.panels.show(now, self.stage)
        if not now.showing:
            self.app.tell_turn(self.panels.turn(now))
        if now.question is not before.question:
            self._ask(now.question)
        self.mark()
        for name, holds in self.panels.states(now).items():
            self.set_class(holds, name)
        if self.panels.lay_end(now, self.stage):
            self.set_class(now.over, "ended")
            self.mark()
        if not now.showing or now.match is before.match:
            self.panels.note(now, self.board.frame.board, self.stage)

    def ticked(self, clock: Clock) -> None:
        """Show the clocks."""
        if self.is_mounted:
            self.situation = self.panels.ticked(self.situation, self.board, clock)

    def _turn(self, now: Situation) -> int | None:
        """The seat that the board shows to be next."""
        if now.position is not now.match.position:
            return None if now.position.result else now.position.turn
        return None if now.over else self.words.turn(now.match)

    def _heed_board(self, heeds: bool) -> None:
        """Let keys be the board's, or what the end makes of them."""
        if self.board.can_focus != heeds:
            self.board.can_focus = heeds
            self.set_focus(self.board if heeds else None)

    def begin(self, work: Work, group: str = "show") -> None:
        """Do something that takes its time."""
        self.run_worker(work, group=group, exclusive=True)

    def stop(self, group: str = "show") -> None:
        """Drop it."""
        self.workers.cancel_group(self, group)
        if group == "show":
            self.animator.cancel()

    async def show(
        self,
        before: object,
        events: Sequence[Event],
        sides: Sequence[str] | None = None,
        *,
        within: float | None = None,
        least: float = 0.0,
    ) -> None:
        """Show events on the board, and tell of them."""
        self.board.hide_cursor()
        self.mark()
        await self.animator.show(before, events, partial(self.told, sides), within=within, least=least)
        self._rested = self._clock()

    async def rewind(self, before: object, happened: Sequence[Event]) -> None:
        """Show events backwards."""
        self.mark()
        await self.animator.rewind(before, happened)

    def told(self, sides: Sequence[str] | None, event: Event) -> None:
        """An event begins to be shown: say what it is, and ring where it is heard."""
        if not self.is_mounted:
            return
        if sides is not None and not self.panels.story and (sentence := self.doing.game.told(event, sides)):
            mover = sides[event.facts.get("seat", 0)] if self.doing.game.told_as_story else YOU
            named = mover == YOU or sentence.startswith(mover)
            self.doing.tell(sentence if named else f"{mover}: {sentence}")
        self.panels.told(event)
        self.panels.note(self.situation, event.board, self.stage)
        if event.kind in self.words.rings and self.animator.unhurried:
            self.app.ring()

    async def wait(self, seconds: float) -> None:
        """Let what is shown be seen for a moment."""
        if self.animator.unhurried:
            await asyncio.sleep(seconds * self.tempo)

    def _ask(self, question: Question | None) -> None:
        """Ask something, or no longer."""
        dialog, self._dialog = self._dialog, QuestionDialog(*question) if question else None
        if dialog:
            leave(dialog, None)
        if not self._dialog:
            return

        def answered(answer: object) -> None:
            if answer is not None and self.is_mounted:
                self._dialog = None
                self.doing.do(str(answer))

        self.app.push_screen(self._dialog, answered)

    # What is marked

    @on(BoardView.Resized)
    def mark(self) -> None:
        """Show on the board and in the key line what may be done now."""
        if not self.is_mounted:
            return
        self.board.highlights = self.marks()
        for part in self.overlays:
            part.follow(self.picking, self.board, self.situation.automatic)
        self._say()
        self.key_line.keys = tuple(self._keys())

    def _say(self) -> None:
        prompt = self.panels.prompt(self.situation, self.picking, self.board)
        said = self.situation.said
        if self.app.face.touch:
            said, prompt = tapped(said), tapped(prompt)
        self.panels.say(said, prompt, self.situation.warning)

    def marks(self) -> Highlights:
        """The highlights of the board."""
        signs = self.words.signs(self.situation.match)
        marks = NO_HIGHLIGHTS if not signs else Highlights(notes=signs)
        if not self.situation.showing:
            last = self.words.trace(self.situation.last) if self.situation.last else frozenset[Cell]()
            marks = highlights(self.situation, self.picking, self.board.cursor, last, signs)
        marks = self.panels.mark(self.situation, self.picking, self.board, marks)
        self.set_class(bool(marks.names and self.board.content_size), "named")  # once it is laid out
        return marks

    def _keys(self) -> Iterable[Key]:
        """The key line; only the move's own keys while one is written."""
        shown, picking = self.situation, self.picking
        pick = picking.pick_key()
        own = self.words.first_keys(shown.match, picking, shown.automatic)
        if shown.asked and picking.writing and not shown.held:
            yield from (pick, *own)
            return
        if self.panels.end and self.panels.end.phase < 1:
            yield key_of(FINISH)._replace(action="screen.go_on")
            return
        picks = picking.asked and not (shown.held and GO_ON & {*pick.key.split()})
        of_game = {
            PICK: [pick] if picks else [],
            OWN: own,
            OWN_MOVES: [key for key in own if key.action.startswith(("screen.type", "screen.back"))],
            OWN_LAST: self.words.last_keys(shown.match),
        }
        for action in shown.actions:
            key = key_of(action)
            shown_key = key._replace(key=picking.menu_key) if action.id == "game_menu" else key
            yield from of_game.get(action, (shown_key,))

    def _guide(self) -> None:
        """Point at what alone may be picked."""
        if not self.situation.guided:
            return
        cell = next(iter(wanted(self.situation, self.picking)), None)
        if cell is None:
            self.board.hide_cursor()
        else:
            self.board.point(cell)

    # What is picked

    @on(BoardView.Picked)
    def _picked(self, message: BoardView.Picked) -> None:
        self.take(lambda: self.picking.pick(message.cell))

    @on(Seats.Resized)
    def _seated(self) -> None:
        self.panels.note(self.situation, self.board.frame.board, self.stage)

    @on(BoardView.Dragged)
    def _dragged(self, message: BoardView.Dragged) -> None:
        self.take(lambda: self.picking.drag(message.start, message.end))

    @on(BoardView.Pointed)
    def _pointed(self, message: BoardView.Pointed) -> None:
        if self.situation.asked:
            if message.cell is not None:
                self.doing.did(POINT)
            self.mark()

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let something be picked, unless the key or click is used up otherwise."""
        if not self.used_up():
            self._take(pick)

    def _take(self, pick: Callable[[], Choice | None]) -> None:
        """Choose what a pick completes, or say why it cannot be."""
        shown = self.situation
        if not shown.asked:
            return
        try:
            choice = pick()
            if choice is not None:
                self._carry(choice)
                self.doing.answer(choice)
            elif shown.guided and not wanted(shown, self.picking) and self.picking.picks:
                self.picking.restart()
                raise ValueError(shown.otherwise)
            else:
                self.doing.did(PICK_PLACE if self.picking.picks else "")
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
        """Whether the key or click that just came was used up: by a line that it has ended, a show that it has
        finished, or a paste."""
        if self.situation.covered and self.doing.back():
            return True
        return self._clock() < self._pasted + AFTER_PASTE or self.animator.finish()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is no typing, nor is what follows for a moment."""
        self._pasted = self._clock()
        event.stop()
        if self.panels.pastes:
            offer_pasted(self.app, event.text, self.match)

    def heeds(self, action: str) -> bool:
        """Keys do nothing while the end is shown, nor until none has been pressed for a moment; but Esc and Enter
        show it at once. Nor do those that were typed along with a letter that has ended a show: they are the rest of
        a move."""
        if self._clock() < self._burst + self.burst:
            self._burst = self._clock()
            return False
        end = self.panels.end
        if not (end and end.deaf) or action.removeprefix("screen.") == "back":
            return True
        end.pressed()
        if action.removeprefix("screen.").startswith("go_on") and end.phase < 1:
            end.finish()
        return False

    def action_point(self, dx: int, dy: int) -> None:
        """Point at the next place in a direction, or do with an arrow what has been typed before it."""
        if not self.situation.asked:
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
        if self.used_up():
            self._burst = self._clock()
        else:
            self._take(lambda: self.picking.type(key))

    def on_key(self, event: events.Key) -> None:
        """Every sign is the move's while one is written. It acts here, before the keys that are typed after it come
        by: bindings are looked up only when a key has gone all the way up."""
        if self.situation.asked and self.picking.writes(event.key, event.is_printable):
            event.stop()
            self.action_type(event.key if event.key == "backspace" else event.character or "")

    def action_go_on(self, by: str = "go_on") -> None:
        """Finish the show, roll, pick, or do what comes next."""
        if self.situation.still and by == "space":
            self.doing.do(by)
            return
        begun = self.situation.asked and self.picking.begun
        if self.used_up() or (self._clock() < self._rested + self.pause and not begun):
            return
        if not self.situation.asked or self.situation.held:
            self.doing.do(by)
        elif self.picking.writing:
            self._take(lambda: self.picking.type("enter"))
        elif self.picking.rolling:
            self._take(lambda: Act.ROLL)
        elif keys := self.picking.instead_of_enter:
            self.doing.tell(keys, warning=True)
        elif self.board.cursor is None:
            typing = self.picking.typing
            ways = f"arrows, mouse, or {typing}" if typing else "arrows or mouse"
            self.doing.tell(f"Point at a place: {ways}.", warning=True)
        else:
            self.board.pick()

    def action_back(self) -> None:
        """Show the end at once, return from where one has looked on, take back what was typed or picked, or a hint
        and the cursor; else leave."""
        if self.panels.end and self.panels.end.finish():
            return
        if not (self.doing.back() or self._put_back()):
            if self.doing.forget() and not self.app.face.touch:  # a phone's own button back goes back
                self.board.cursor = None
            else:
                self.action_leave()

    def _put_back(self) -> bool:
        if not (self.situation.asked and self.picking.begun):
            return False
        try:
            self.picking.back()
        except ValueError as refusal:
            self.doing.tell(str(refusal), warning=True)
        else:
            self.doing.did("")
        self._guide()
        self.mark()
        return True

    def action_do(self, action: str, value: str = "", other: str = "") -> None:
        """One of the task's actions, with up to two values, or of what any board has."""
        asked, named, later = self.situation.asked, action in ("hint", "for_me"), self.app.call_later
        here: dict[str, Callable[[], object]] = {
            "leave": self.action_leave,
            "write": partial(self.action_type, "m"),
            "faster": partial(self.change_speed, 1),
            "slower": partial(self.change_speed, -1),
            "game_menu": self.action_game_menu,
            "settings": partial(self.app.open_page, "settings"),
            **{each: partial(later, self.app.run_action, f"app.{each}") for each in ("help", "setup_again")},
        }
        if self.situation.menu:
            here["copy"] = partial(copy_record, self.app, self.situation.match)
        if action in ("back", "rub_out") and asked and self.picking.rub_out():
            self.mark()
        elif action == "back" and self._put_back():
            return
        elif why := self.situation.refusal(action):
            self.doing.tell(why, warning=True)
        elif action in here:
            here[action]()
        elif named and asked and self.picking.bound:
            self.doing.tell("Finish your move first.", warning=True)
        else:
            if named and asked:
                self.picking.restart()
            self.doing.do(action, *filter(None, (value, other)))

    def offered(self) -> list[tuple[Action, DOMNode, str]]:
        """What the game menu offers, group by group: each action, and where it is run in which words."""
        now, words = self.situation, self.words
        if not now.menu:
            return []
        own = words.choosing_menu if now.asked and not now.still else ()
        found: list[tuple[Action, DOMNode, str]] = [
            (one, self, f"do('{one.id}')") for one in (*now.menu, *own)
        ]
        found += [(one, self.board, one.id) for one in words.menu if not now.still]
        groups = list(dict.fromkeys(action.group for action, *_ in found))
        return sorted(found, key=lambda entry: groups.index(entry[0].group))

    def action_game_menu(self) -> None:
        """Everything that can be done here."""
        run = self.app.run_action
        entries = [
            Entry(
                action.label,
                partial(self.call_later, run, does, node),
                key_of(action).key,
                action.keys.split(","),
                action.group,
            )
            for action, node, does in self.offered()
        ]
        if entries:
            offer(self.app, entries, self.panels.title)

    def action_leave(self) -> None:
        """Back to where it was opened from."""
        self.doing.close()
        leave(self)

    def change_speed(self, change: int) -> None:
        """A step faster, or with -1 slower."""
        self.app.change_settings(speed=max(0, min(len(SPEEDS) - 1, self.app.settings.speed - change)))
        self.show_anew()


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
    """The highlights of a board at rest."""
    if not picking.asked:
        return Highlights(last=last, winners=situation.winners, notes=signs)
    if picking.rolling and not situation.guided:
        return Highlights(legal=picking.next_cells)
    game = situation.match.game
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
        threats=game.threats(situation.match.position) if situation.threats else frozenset(),
        notes=picking.signs() if situation.threats and not signs else signs,
        letters={} if situation.guided and hint else picking.letters(),
    )

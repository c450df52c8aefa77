"""The course of a match at its table: ask, play, save, show; back and forth; pause and speed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.reactive import reactive

from marbles_tui.ai.engine.client import EnginePlayer
from marbles_tui.core import CHANCE, Event
from marbles_tui.play import Match
from marbles_tui.play.players import Act, Dice, Human, Player
from marbles_tui.play.series import place_in_series, seed_of
from marbles_tui.play.undo import decides, next_decision, take_back
from marbles_tui.table import phrases as phrases
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.drawing.animator import Animator
from marbles_tui.tui.drawing.speed import SPEEDS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import (
    AnalysisPanel,
    Banner,
    KeyLine,
    Moves,
    Seats,
    Status,
    TooSmall,
    TopLine,
)

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


SHOWN_AFTER: Final = 0.5
"""Seconds after which a move is shown although it is not saved yet."""

MANY: Final = 4
"""Seats above which their list takes the room where the banner lies."""


class Course(ArcadeScreen[None]):
    """A match at its table, played by whoever sits there. The only writer of `match`."""

    BOARD: ClassVar[type[BoardView[Any]]]
    """The board of the game."""

    UNIT: ClassVar[str] = "move"
    """What the computer counts to the end of a game in."""

    CLEAR: ClassVar[float] = 1.0
    """What a clear advantage is worth, in the game's unit."""

    NUMBERED: ClassVar[bool] = False
    """Whether pieces bear the numbers of their seats instead of the skin's signs."""

    SIDE: ClassVar[bool] = False
    """Whether the panels stand beside the board instead of below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,alt+u", "undo", "Undo", id="table.undo"),
        Binding("r,alt+r", "redo", "Redo", id="table.redo"),
        Binding("p,alt+p", "pause", "Pause", id="table.pause"),
        Binding("q,alt+q", "leave", "Leave", id="table.leave"),
        Binding("plus,equals_sign", "faster", "Faster", id="table.faster"),
        Binding("minus,underscore", "slower", "Slower", id="table.slower"),
    ]

    match: reactive[Match] = reactive(None, init=False)  # type: ignore[arg-type]
    """The match as it stands."""

    thinking: reactive[bool] = reactive(False, init=False)
    """Whether a computer is choosing a move."""

    waiting: reactive[bool] = reactive(False, init=False)
    """Whether a person is asked for a move, or to roll."""

    app: Arcade

    def __init__(self, match: Match, saved: int | None = None) -> None:
        """A table with a match at it, `saved` under that id if it has one already."""
        super().__init__(classes="table side" if self.SIDE else "table")
        self.set_class(len(match.seats) > MANY, "crowded")
        self.set_reactive(Course.match, match)
        self._saved = saved
        self._going = asyncio.Event()
        self._going.set()
        self._rolled = asyncio.Event()
        self._players: list[Player] = []
        self.under_way = False
        """Whether the last move is still being shown, or about to be."""

    # What it is made of

    def compose(self) -> ComposeResult:
        """Top line, board, panels, keys."""
        yield TopLine()
        with Container(id="body"):
            yield self.BOARD(self.match.position.board, id="board")
            with Container(id="under"):
                with Container(id="about"):
                    yield Seats()
                    yield Status()
                yield AnalysisPanel()
                yield Moves()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Take the seats and begin."""
        self.animator = Animator(self.board, lambda: SPEEDS[self.app.settings.speed].tempo)
        self.dress()
        self._sit()
        self.saver = self.app.store.saver(self._saved)
        self.board.focus()
        self.show_match()
        self.tell(self.recall())
        self.mark()
        if self.saver.id is None and self.match.plies:  # pasted, or gone on with from a replay
            self.keep()
        self.play_on()

    @property
    def board(self) -> BoardView[Any]:
        """The board."""
        return self.query_one("#board", BoardView)

    def dress(self) -> None:
        """Draw in the app's skin and theme, at its speed."""
        skin = self.app.look.skin
        top = self.query_one(TopLine)
        top.skin, top.headline, top.speed = skin, self.match.game.title, self.app.settings.speed
        seats = self.query_one(Seats)
        seats.skin, seats.colours = skin, VIEWS[self.match.game.key].seat_inks(self.app.look)
        seats.numbered = self.NUMBERED
        analysis = self.query_one(AnalysisPanel)
        analysis.skin, analysis.colours = skin, seats.colours
        self.board.restyle()

    def _sit(self) -> None:
        self._players = [
            self.app.engine.player(seat.level) if seat.level else Human() for seat in self.match.seats
        ]
        self._dice = Dice(seed_of(self.match), self._until_rolled)

    async def _until_rolled(self, match: Match) -> None:
        """Where a person's turn begins with a roll, wait for their key."""
        if match.seats[match.position.actor].level is None:
            self._rolled.clear()
            self.waiting = True
            await self._rolled.wait()
            self.waiting = False

    # The course

    @work(exclusive=True, group="match")
    async def play_on(self) -> None:
        """Ask, play, save and show, until the match is over."""
        while self.match.turn is not None and not self.stops_here():
            await self._going.wait()
            match = self.match
            turn = match.position.turn
            choice = await self._ask(self._dice if turn == CHANCE else self._players[turn], match)
            self.note_seats()
            if isinstance(choice, Act):
                self.match = self.match.resign(turn) if choice is Act.RESIGN else self.match.agree()
                self.keep()
            else:  # the match as it is now: it may have been given a tag meanwhile
                mover = match.seats[match.position.actor]
                await self._show(*self.match.play(choice))
                if mover.level and self._person_is_next():
                    self.app.ring()
        self.over()

    def _person_is_next(self) -> bool:
        running = self.match.turn is not None and not self.stops_here()
        return running and self.match.seats[self.match.position.actor].level is None

    async def _ask(self, player: Player, match: Match) -> Any:
        self.waiting = isinstance(player, Human)
        self.thinking = not self.waiting and player is not self._dice
        try:
            return await player.choose(match)
        finally:
            self.waiting = self.thinking = False

    async def _show(self, match: Match, happened: Sequence[Event]) -> None:
        """The match has advanced: keep it, then show how."""
        before = self.match.position.board
        self.match = match
        await asyncio.wait([asyncio.wrap_future(self.saver.save(match))], timeout=SHOWN_AFTER)
        self.under_way = True
        self.mark()
        await self.animator.show(before, happened, self.told)
        self.under_way = False
        if self.laid:
            self.query_one(Seats).acting = None
            self.mark()

    def note_seats(self) -> None:
        """Show a word on each seat: what a computer that proves what it can has proved."""
        game, players = self.match.game, self._players
        proved = (one.verdict(game, self.UNIT) if isinstance(one, EnginePlayer) else "" for one in players)
        both = zip(self.seat_notes(), proved, strict=False)
        self.query_one(Seats).notes = tuple("  ".join(filter(None, words)) for words in both)

    def seat_notes(self) -> tuple[str, ...]:
        """A word of the game on each seat: what it holds or has lost."""
        return ("",) * len(self.match.seats)

    def told(self, event: Event) -> None:
        """An event begins to be shown: say what it is."""
        if not self.laid:
            return
        self.query_one(Seats).acting = event.facts.get("seat")
        sentence = self.match.game.say(event, phrases.names(self.match))
        if sentence:
            self.tell(sentence)

    def stops_here(self) -> bool:
        """Whether play ends, though the rules would perhaps go on."""
        return self.match.stopped

    @property
    def watched(self) -> bool:
        """Whether computers play among themselves. Such a match can be held and gone through step by step."""
        return all(seat.level for seat in self.match.seats)

    def keep(self) -> None:
        """Save the match as it stands, as soon as that can be done."""
        self.saver.save(self.match)

    def over(self) -> None:
        """The match has ended: say how, and what can be done next."""
        verdict = self.verdict()
        if verdict:
            self.tell(verdict)
            self.mark()
            self.hide_banner()
            self.mount(Banner(verdict, self.what_next()))

    def verdict(self) -> str:
        """How the match ended, in a sentence."""
        return phrases.verdict(self.match)

    def what_next(self) -> str:
        """What can be done after the match, for the banner."""
        return f"enter {self.follows()}   u undo   g game   q leave"

    def follows(self) -> str:
        """What Enter plays after the match."""
        number, count = place_in_series(self.match)
        return f"match {number + 1} of {count}" if number < count else "again"

    def hide_banner(self) -> None:
        """Take the banner away if there is one."""
        self.query(Banner).remove()

    def recall(self) -> str:
        """What is said of a match that is put on the table."""
        return phrases.last_move(self.match)

    def tell(self, sentence: str, warning: bool = False) -> None:
        """Say what just happened, or what cannot be done."""
        status = self.query_one(Status)
        status.said, status.warning = sentence, warning

    def show_match(self) -> None:
        """Show the match in the panels."""
        self.query_one(Seats).match = self.match
        self.query_one(Moves).match = self.match
        self.query_one(TopLine).note = self.note()
        self.board.turn = self.match.turn

    @property
    def laid(self) -> bool:
        """Whether the table is there: mounted, and not yet being cleared away."""
        return self.is_mounted and bool(self.query("#board"))

    def watch_match(self) -> None:
        """The match has changed."""
        if self.laid:
            self.show_match()

    def note(self) -> str:
        """What sets this match apart, for the top line."""
        raise NotImplementedError

    def mark(self) -> None:
        """Show on the board and in the prompt what may be done now."""
        raise NotImplementedError

    # Back and forth

    def action_undo(self) -> None:
        """Back to the last decision of a person, at any time."""
        match = self.match
        before = take_back(match, self._person_decides)
        if before:
            self.go_to(before)
        elif match.plies:  # nobody here but computers: hold, or they would play the same again
            self.go_to(match.back())
            if not self.paused:
                self.action_pause()
        else:
            self.tell("There is nothing to take back.", warning=True)

    def action_redo(self) -> None:
        """Forward to the next decision of a person."""
        after = next_decision(self.match, self._person_decides)
        if after:
            self.go_to(after)
        else:
            self.tell("There is nothing to play again.", warning=True)

    def _person_decides(self, match: Match, ply: int) -> bool:
        return decides(match, ply)

    def go_to(self, match: Match) -> None:
        """Put another state of the match on the table and play on from there."""
        self.halt()
        self._sit()  # what a computer has proved of another position counts no more
        self.match = match
        self.note_seats()
        self.board.rest(match.position.board)
        self.keep()
        self.tell(self.recall())
        self.mark()
        self.play_on()

    def halt(self) -> None:
        """Stop what is going on: the asking, the thinking, the show."""
        self.workers.cancel_group(self, "match")
        self.animator.cancel()
        self.waiting = self.thinking = self.under_way = False
        self.query_one(Seats).acting = None
        if not self.watched:
            self._going.set()
        self.hide_banner()

    def action_pause(self) -> None:
        """Hold the show and the computers, or go on."""
        going = self._going.is_set()
        if going:
            self._going.clear()
        else:
            self._going.set()
        self.animator.paused = going
        self.mark()

    @property
    def paused(self) -> bool:
        """Whether the match is held."""
        return not self._going.is_set()

    def action_faster(self) -> None:
        """A step faster."""
        self._set_speed(-1)

    def action_slower(self) -> None:
        """A step slower."""
        self._set_speed(1)

    def _set_speed(self, change: int) -> None:
        speed = max(0, min(len(SPEEDS) - 1, self.app.settings.speed + change))
        self.app.change_settings(speed=speed)
        self.query_one(TopLine).speed = speed

    def action_leave(self) -> None:
        """Back to the menu; the match is kept."""
        self.halt()
        leave(self)

"""The table: where a match is played. What is particular to a game is in its own screen."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from marbles_tui.core import CHANCE, Cell, Event
from marbles_tui.play import Match
from marbles_tui.play.series import DRAWN, place_in_series, tag
from marbles_tui.table import phrases as phrases
from marbles_tui.table.picker import Picker
from marbles_tui.tui.drawing.frame import NO_HIGHLIGHTS, Highlights
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.screens.counsel import Counsel
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.panels import Key, KeyLine, Seats, Status

LONGEST_SETUP: Final = 24


class Table(Counsel):
    """A match at its table: what may be picked, where it leads, which keys matter now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t,alt+t", "threats", "Threats", id="table.threats"),
        Binding("escape", "back", "Back", show=False, id="table.back"),
        Binding("enter,space", "go_on", "Go on", show=False, id="table.go_on", priority=True),
    ]

    threats: reactive[bool] = reactive(False, init=False)
    """Whether threats are marked."""

    def __init__(self, match: Match, saved: int | None = None) -> None:
        """See `Course`."""
        super().__init__(match, saved)
        self.picker = Picker(())
        self._pasted = float("-inf")

    # What a game adds

    def winning_cells(self) -> frozenset[Cell]:
        """The places to celebrate when the match is over."""
        match = self.match
        return match.game.winning_cells(match.position, match.result) if match.result else frozenset()

    def threatened(self) -> frozenset[Cell]:
        """The places to mark when threats are shown."""
        return self.match.game.threats(self.match.position)

    def notes(self) -> dict[Cell, str]:
        """Signs beside places when threats are shown."""
        return {}

    @classmethod
    def trace(cls, move: Any) -> frozenset[Cell]:
        """The places that tell which move was made last."""
        return frozenset(move.paths[0]) if move.paths else frozenset()

    def last_cells(self) -> frozenset[Cell]:
        """The places of the last move."""
        return self.trace(self.match.moves[-1]) if self.match.moves else frozenset()

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Where the pick under the cursor would lead."""
        placed = [event for event in self.outcome(cell) if event.cells]
        return placed[-1].cells[-1:] if placed else ()

    def foresee(self, cell: Cell | None) -> str:
        """Where the pick under the cursor would lead, in a sentence."""
        who = phrases.names(self.match)
        told = [said for event in self.outcome(cell) if (said := self.match.game.say(event, who))]
        return told[-1] if told else ""

    def invitation(self, name: str) -> str:
        """What the person to move is asked to do."""
        return f"{name} to move."

    def pick_key(self) -> Key:
        """The keys that pick a move."""
        return Key("arrows enter", "pick")

    def outcome(self, cell: Cell | None) -> tuple[Event, ...]:
        """What picking a place would bring, if that completes a move."""
        move = self.picker.leads_to(cell) if cell is not None and self.waiting else None
        return self.match.game.tell(self.match.position, move)[1] if move is not None else ()

    # What is seen

    def note(self) -> str:
        """The start, the rules where they are not the usual ones, and the place in a series."""
        setup = tag(self.match, DRAWN) or self.match.setup or next(iter(self.match.game.setups), "")
        own = "own board" if self.match.game.board_files else "own position"
        parts = [own if len(setup) > LONGEST_SETUP else setup, *phrases.rules(self.match)]
        number, count = place_in_series(self.match)
        if count > 1:
            parts.append(f"match {number} of {count}")
        return f" {self.app.look.skin.dot} ".join(parts)

    def watch_thinking(self, thinking: bool) -> None:
        """Show who is at it."""
        if self.laid:
            self.query_one(Seats).thinking = thinking
            self.mark()

    def watch_waiting(self, waiting: bool) -> None:
        """Offer the legal moves when a person is asked."""
        if self.laid:
            self.picker = Picker(self.match.position.moves() if waiting else ())
            self.mark()

    def mark(self) -> None:
        """Show on the board, in the prompt and in the key line what may be done now."""
        if not self.laid:
            return  # left in the middle of a show
        self.board.highlights = self._highlights()
        self.query_one(Status).prompt = self.prompt()
        self.query_one(KeyLine).keys = self.keys_now()

    def _highlights(self) -> Highlights:
        if self.ahead:
            return Highlights(last=self.trace(self.ahead.last) if self.ahead.at else frozenset())
        if self.under_way:
            return NO_HIGHLIGHTS
        if self.match.result:
            return Highlights(last=self.last_cells(), winners=self.winning_cells())
        if not self.waiting:
            return Highlights(last=self.last_cells() if self.thinking else frozenset())
        legal = self.picker.next_cells
        return Highlights(
            legal=legal,
            picked=self.picker.picks,
            targets=legal if self.picker.picks else frozenset(),
            landing=self.landing(self.board.cursor),
            last=self.last_cells(),
            threats=self.threatened() if self.threats else frozenset(),
            notes=self.notes() if self.threats else {},
        )

    def prompt(self) -> str:
        """What may be done now, in a sentence."""
        name = phrases.name(self.match, self.match.position.actor)
        if self.ahead:
            return f"Looking ahead, move {self.ahead.at} of {len(self.ahead.moves)}: Esc returns."
        if (self.match.result or self.stops_here()) and not self.under_way:
            return f"Enter plays {self.follows()}, u takes back, q leaves."
        if self.paused:
            return "Paused: p goes on."
        if self.thinking:
            return f"{name} is thinking; space moves now."
        if not self.waiting:
            return "Enter finishes the move, + and - change the speed."
        return self.foresee(self.board.cursor) or self.invitation(name)

    def keys_now(self) -> tuple[Key, ...]:
        """The keys that matter now, the weightiest first."""
        if self.ahead:
            return (
                Key("esc", "return", "screen.back"),
                Key("]", "on", "screen.look_on"),
                Key("[", "back", "screen.look_back"),
                Key("y", "end analysis", "screen.analysis"),
            )
        if (self.match.result or self.stops_here()) and not self.under_way:
            first = [Key("enter", self.follows(), "screen.go_on")]
        elif self.paused:
            first = [Key("p", "go on", "screen.pause"), *((self.pick_key(),) if self.waiting else ())]
        elif self.thinking:
            first = [Key("space", "move now", "screen.go_on"), Key("p", "pause", "screen.pause")]
        elif not self.waiting:
            first = [Key("enter", "finish", "screen.go_on"), Key("p", "pause", "screen.pause")]
        else:
            first = [self.pick_key()]
        return (
            *first,
            *((Key("[ ]", "line", "screen.look_on"),) if self.analysing and not self.match.result else ()),
            Key("u", "undo", "screen.undo"),
            *((Key("s", "hint", "screen.hint"),) if self.waiting else ()),
            Key("+/-", "speed", "screen.faster"),
            Key("g", "game", "screen.game_menu"),
            Key("?", "help", "app.help"),
            Key("q", "leave", "screen.leave"),
            Key("y", "analysis", "screen.analysis"),
            Key("t", "threats", "screen.threats"),
            Key("r", "redo", "screen.redo"),
        )

    # Picks

    @on(BoardView.Picked)
    def _board_picked(self, message: BoardView.Picked) -> None:
        message.stop()
        self.pick(message.cell)

    @on(BoardView.Pointed)
    def _board_pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        if self.waiting:
            self.mark()

    def pick(self, cell: Cell) -> None:
        """A place is picked by key or mouse. During a show this only finishes the show."""
        if self.used_up() or not self.waiting:
            return
        picks = (*self.picker.picks, cell)
        try:
            move = self.picker.pick(cell)
        except ValueError:
            reason = self.match.game.explain_illegal_pick(self.match.position, picks)
            if reason:
                self.tell(f"{reason[0].upper()}{reason[1:]}.", warning=True)
            return
        if move is None:
            self.mark()
        else:
            self.choose(move)

    @property
    def begun(self) -> bool:
        """Whether something is picked."""
        return bool(self.picker.picks)

    def put_back(self) -> bool:
        """Put back what has been picked, and forget what has been typed, for another choice; whether the rules
        allow it."""
        self.picker = Picker(self.match.position.moves() if self.waiting else ())
        return True

    def used_up(self) -> bool:
        """Whether the key or click that just came was used up: by a line it ended, a show it finished, or a
        paste."""
        if self.ahead:
            self.end_lookahead()
            return True
        now = asyncio.get_running_loop().time()
        return now < self._pasted + AFTER_PASTE or self.animator.finish()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is no typing; what follows it for a moment is not either."""
        self._pasted = asyncio.get_running_loop().time()
        event.stop()
        self.app.paste(event.text, self.match)

    def action_go_on(self) -> None:
        """Return from a line, finish the show, move now, roll, pick, or play again: whatever is next."""
        if self.used_up():
            return
        if self.waiting and self.match.position.turn == CHANCE:
            self._rolled.set()
        elif self.waiting:
            self.board.action_pick()
        elif self.thinking:
            self.app.engine.move_now()
        elif self.match.result or self.stops_here():
            self.action_rematch()

    def action_back(self) -> None:
        """Take a line, the banner, a pick or the cursor back."""
        if self.ahead:
            self.end_lookahead()
            return
        self.hide_banner()
        if not self.picker.back():
            self.board.cursor = None
        self.mark()

    def action_threats(self) -> None:
        """Mark what is threatened, or not."""
        self.threats = not self.threats
        self.mark()

"""The screen on which a match is played: it shows a session, and hands it what people choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.ai.levels import computers_of
from marbles_tui.core import AnyPosition, Cell, Event
from marbles_tui.play import Match
from marbles_tui.table.live import LiveMatch, TableState
from marbles_tui.table.offers import Kind
from marbles_tui.table.players import KEYBOARD
from marbles_tui.table.session import Session
from marbles_tui.tui.arcade_screen import OWN_KEYS, leave
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.match.analysis import AnalysisView
from marbles_tui.tui.match.around import Around
from marbles_tui.tui.match.automatic import Automatic
from marbles_tui.tui.match.choosing import Choosing
from marbles_tui.tui.match.company import Company
from marbles_tui.tui.match.end_show import EndShow
from marbles_tui.tui.match.guide import HELP, POINT, THREATS, Guide
from marbles_tui.tui.match.hints import Hints
from marbles_tui.tui.match.keys import KEYS
from marbles_tui.tui.match.moment import Moment
from marbles_tui.tui.match.offers import Offers
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.match.rated import with_help
from marbles_tui.tui.match.reseating import ask_for_players
from marbles_tui.tui.match.session_show import SessionShow
from marbles_tui.tui.match.storyteller import Storyteller
from marbles_tui.tui.pasted import offer_pasted
from marbles_tui.tui.screens.board_screen import BoardScreen
from marbles_tui.tui.widgets.panels import AnalysisPanel, KeyLine, Moves, Seats, Status
from marbles_tui.tui.widgets.panels.story import Story


class MatchScreen(BoardScreen):
    """Shows what the session does; only the session changes the match. What is a game's own comes from its view."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    threats: reactive[bool] = reactive(False, init=False)
    """Whether threats are marked."""

    analysis: AnalysisView
    hints: Hints
    guide: Guide
    offers: Offers
    storyteller: Storyteller

    def __init__(self, session: LiveMatch, company: Callable[[MatchScreen], Company] = Company) -> None:
        """The screen of a session or of what stands for one; it runs and closes it."""
        super().__init__(session.state.match, "match")
        self.set_class(self.view.story, "story")
        self.session = session
        self.picking = self.view.picking(session.state.match, False)
        """The choice of the person who is asked."""
        self.around = Around(self)
        """What stands around the board."""
        self.automatic = Automatic(self)
        """The game's choices for people."""
        self.choosing = Choosing(self)
        """What people pick."""
        self.end = EndShow(self)
        """How the end is shown."""
        self.company = company(self)
        """Those who are elsewhere."""

    # What it is made of

    def panels(self) -> Iterable[Widget]:
        """The analysis, and the moves or the story."""
        return (AnalysisPanel(), Story() if self.view.story else Moves(), *self.company.panels())

    def on_mount(self) -> None:
        """Begin."""
        self.storyteller = Storyteller(self.query(Story), self.view)
        self.offers = Offers(self.app, self.session, self.tell, self.company.what_resigning_costs)
        self.hints = Hints(self)
        self.analysis = AnalysisView(
            self.query_one(AnalysisPanel), self.app.engine, self.view, self.put, self.hints.follow
        )
        self.guide = Guide(
            self.app, self.match.game.key, self.company.lessons, lambda: self.view.stage(self.match)
        )
        show = SessionShow(self)
        self.dress()
        self.board.focus()
        self.board.seen_by(self.here[0] if len(self.here) == 1 else None)
        show.changed(self.match)
        self.session.listen(show.hear, shows=True)
        self.run_worker(self.company.run, group="session")
        self.run_worker(self.end.note_progress, group="recall")
        self.company.begin()

    def on_unmount(self) -> None:
        """Play ends; the match is kept."""
        self.company.end()

    def on_resize(self) -> None:
        """There is more or less room for what the seats say."""
        self.call_after_refresh(self.note_seats)
        self.call_after_refresh(self.mark)

    def dress(self) -> None:
        """Draw in the app's skin and theme, at its speed."""
        super().dress()
        panel, seats = self.query_one(AnalysisPanel), self.query_one(Seats)
        panel.skin, panel.colours = self.app.look.skin, seats.colours
        seats.inks = self.view.seat_inks(self.match, self.app.look)
        if not self.animator.showing:
            self.retell()

    # What stands

    @property
    def help_sections(self) -> tuple[str, ...]:
        return ("When a game is over", OWN_KEYS) if self.match.result else (OWN_KEYS,)

    @property
    def state(self) -> TableState:
        """What stands."""
        return self.session.state

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.session.state.match

    @property
    def here(self) -> tuple[int, ...]:
        """The seats of the people at this screen."""
        seated = zip(self.state.hands, self.match.seats, strict=True)
        return tuple(at for at, (hand, seat) in enumerate(seated) if hand == KEYBOARD and not seat.level)

    @property
    def waiting(self) -> bool:
        """Whether a person here is asked for a move, or to roll."""
        state = self.state
        return state.asked is not None and state.hands[state.asked] == KEYBOARD and self.picking.asked

    @property
    def thinking(self) -> bool:
        """Whether a computer is choosing a move."""
        return self.state.thinking is not None

    @property
    def showing(self) -> bool:
        """Whether the last move is still being shown, or about to be."""
        return self.state.showing

    @property
    def paused(self) -> bool:
        """Whether the match is held."""
        return self.state.paused

    @property
    def moment(self) -> Moment:
        """What is going on."""
        return Moment.of(self)

    # What is seen

    def mark(self) -> None:
        """Show on the board, in the prompt and in the key line what may be done now."""
        if not self.laid:
            return  # left in the middle of a show
        moment = self.moment
        self.board.highlights = moment.highlights()
        self.set_class(bool(moment.names), "named")
        status = self.query_one(Status)
        status.prompt, status.guiding, status.hiding = moment.prompt(), moment.guiding, moment.hiding
        self.query_one(KeyLine).keys = moment.key_line()
        for part in self.overlays:
            part.follow(self.picking, self.board, self.automatic.on)

    def tell(self, sentence: str, warning: bool = False) -> None:
        """Say what just happened; where there is nothing to say, what is asked."""
        super().tell(sentence or self.offers.line, warning)

    def note_seats(self, board: Any = None) -> None:
        """Show a word on each seat, about a board or else about the one that is shown."""
        self.around.note_seats(board)

    def told(self, event: Event) -> None:
        """An event begins to be shown: say what it is, and ring where it is heard."""
        if not self.laid:
            return
        super().told(event)
        self.storyteller.told(event)
        if event.facts.get("seat", 0) in self.here:
            self.guide.did(event.kind)
        self.note_seats(event.board)
        if event.kind in self.view.rings and self.animator.unhurried:
            self.app.ring()

    def relate(self, sentence: str) -> None:
        """What a story tells is not said once more."""
        self.tell("" if self.query(Story) else sentence)

    def retell(self) -> None:
        """Tell the story anew, if the match is told as one."""
        self.storyteller.retell(self.match, self.app.look)

    def ask(self, question: Picking | None) -> None:
        """Let a person choose, or nobody."""
        self.picking = question or self.view.picking(self.match, False)
        self.mark()

    def heeds(self, action: str) -> bool:
        """Keys do nothing while the end is shown, and a moment longer; but Esc shows it at once."""
        if not self.end.deaf or action in ("back", "screen.back"):
            if refusal := self.company.refusal(action.removeprefix("screen.")):
                self.tell(refusal, warning=True)
            return not refusal
        self.end.pressed()
        return False

    def action_end(self, action: str) -> None:
        """Do one of the things that the end offers."""
        self.end.run(action)

    # What people choose

    @on(BoardView.Picked)
    def _board_picked(self, message: BoardView.Picked) -> None:
        message.stop()
        self.pick(message.cell)

    @on(BoardView.Pointed)
    def _board_pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        if self.waiting:
            if message.cell is not None:
                self.guide.did(POINT)
            self.mark()

    def pick(self, cell: Cell) -> None:
        """A place is picked by key or mouse. During a show this only finishes the show."""
        self.choosing.take(lambda: self.picking.pick(cell))

    @on(BoardView.Dragged)
    def _board_dragged(self, message: BoardView.Dragged) -> None:
        message.stop()
        self.choosing.take(lambda: self.picking.drag(message.start, message.end))

    def action_point(self, dx: int, dy: int) -> None:
        """Point at the next place in a direction, or do with an arrow what was begun."""
        if self.waiting and self.picking.takes_arrows:
            self.choosing.take(lambda: self.picking.push(dx, dy))
        elif self.board.has_focus:
            self.board.move_cursor(dx, dy)

    def action_type(self, key: str) -> None:
        """One of the game's own keys is typed."""
        self.choosing.take(lambda: self.picking.type(key))

    def on_key(self, event: events.Key) -> None:
        """Every sign is the move's while one is written. It acts here, before the keys that are typed after it come
        by: bindings are looked up only when a key has gone all the way up."""
        if self.waiting and self.picking.writes(event.key, event.is_printable):
            event.stop()
            self.action_type(event.key if event.key == "backspace" else event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is no typing."""
        self.choosing.pasted()
        event.stop()
        offer_pasted(self.app, event.text, self.match)

    def action_go_on(self, again: bool = True) -> None:
        """Return from a line, finish the show, move now, roll, pick, or if asked play `again`: what is next."""
        if self.waiting and self.picking.writing:
            self.action_type("enter")
        else:
            self.choosing.go_on(again)

    def action_rub_out(self) -> None:
        """Take back the last character that was typed."""
        if not self.choosing.used_up() and self.picking.rub_out():
            self.mark()

    def action_back(self) -> None:
        """Take back a line, the end, what was typed or picked, or else the hint and the cursor."""
        self.choosing.back()

    def action_threats(self) -> None:
        """Mark what is threatened, or not; when the game is over, review it."""
        if self.end.run("watch"):
            return
        if not self.picking.threatens(self.match.game):
            self.tell("There are no threats in this game.")
            return
        self.threats = not self.threats
        self.guide.did(THREATS)
        self.mark()

    def action_automatic(self) -> None:
        """Let the game choose for people where it can, or let them choose again."""
        if not self.analysis.end_lookahead():
            self.automatic.switch()
        self.mark()

    # The computer's help

    def action_hint(self) -> None:
        """Suggest a move to the person whose turn it is; when the game is over, share it."""
        if not self.end.run("share"):
            self.hints.ask()

    def action_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        self.hints.ask_to_choose()

    def action_hide_hint(self) -> None:
        """The hint of the first game that is shown is understood."""
        self.guide.hide()
        self.mark()

    def action_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not; or agree to what others ask."""
        if self.offers.answer("analysis"):
            return
        if not self.match.game.has_kernel:
            why = "The dice decide here" if computers_of(self.match.game) else "No computer plays this game"
            self.tell(f"{why}: there is nothing to analyse.", warning=True)
        elif self.analysis.on:
            self.switch_analysis()
        else:
            with_help(self, "the analysis", self.switch_analysis, key="g")

    def switch_analysis(self) -> None:
        """Show or hide the analysis."""
        self.analysis.switch(self.match)
        self.set_class(self.analysis.on, "analysing")
        self.note_trays(self.board.frame.board)
        self.mark()

    def action_look_on(self) -> None:
        """A move further along the line that is shown."""
        self._look(1)

    def action_look_back(self) -> None:
        """A move back along it."""
        self._look(-1)

    def _look(self, moves: int) -> None:
        if not self.showing and not self.analysis.step(moves) and not self.analysis.on:
            self.tell("Press y first: the computer then shows its line.")

    def action_look_along(self, chosen: int, at: int) -> None:
        """Put the position after `at` moves of one of the best lines on the board; the match stays."""
        if not self.showing:
            self.analysis.go_along(chosen, at)

    def put(self, position: AnyPosition) -> None:
        """Put a position on the board: along a line, or back in the match."""
        self.board.rest(position.board)
        self.board.turn = None if position.result else position.turn
        self.query_one(Seats).acting = position.actor if self.analysis.lookahead else None
        self.tell("")
        self.mark()

    # Back and forth

    def action_undo(self) -> None:
        """Back to the last decision of a person, at any time."""
        self.guide.did(HELP)
        self.automatic.on = False
        self.company.undo()

    def action_redo(self) -> None:
        """Forward to the next decision of a person."""
        if not self.session.redo():
            self.tell(self.company.why_not(Kind.REDO), warning=True)

    def action_pause(self) -> None:
        """Hold the show and the computers, or go on; refuse what others ask, or withdraw what is asked here; or go
        further when the game is over."""
        if self.offers.answer("pause") or self.end.run("further"):
            return
        session = self.session
        if isinstance(session, Session) and not session.resume():
            self.animator.paused = session.pause()

    def action_leave(self) -> None:
        """Back to the menu; the match is kept."""
        self.company.end()
        leave(self)

    # The game menu, and what it offers

    def menu_entries(self) -> list[tuple[str, str]]:
        """What the game menu offers: actions and their names."""
        return self.company.entries()

    def action_company(self, what: str) -> None:
        """Say something to the others, claim a game that they have left, or go where it is your turn."""
        self.company.do(what)

    def action_mute(self, account: str) -> None:
        """Show no more what somebody says."""
        self.company.mute(account)

    def action_replay(self) -> None:
        """Watch the match from its start; computers that are at it wait."""
        if not self.match.plies:
            self.tell("No move has been played yet.", warning=True)
            return
        if not (self.paused or self.waiting or self.match.result):
            self.action_pause()
        self.app.open_replay(self.match)

    def action_copy(self) -> None:
        """Copy the record to the clipboard, and to a file for terminals that have none."""
        copy(self.app, str(self.match), "record")

    def action_draw(self) -> None:
        """Claim a draw, or else offer one."""
        self.offers.draw()

    def action_resign(self) -> None:
        """The person whose turn it is, or else the first one here, resigns; after they are asked."""
        self.offers.resign()

    def action_players(self) -> None:
        """Other players from here on."""
        ask_for_players(self)

    def action_rematch(self) -> None:
        """The same match again, or the one that follows it."""
        self.company.again(swap=False)

    def action_swap(self) -> None:
        """The same match with the seats moved round."""
        self.company.again(swap=True)

"""What else can be done at a table: hints, analysis, draws, resignations, rematches; and the game menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import AnyPosition
from marbles_tui.play import Match
from marbles_tui.play.elo import is_rated, was_analysed, with_analysis
from marbles_tui.play.players import Human
from marbles_tui.table import phrases as phrases
from marbles_tui.table.advice import advice
from marbles_tui.table.lookahead import Lookahead
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.drawing.frame import Highlights
from marbles_tui.tui.screens.course import Course
from marbles_tui.tui.screens.game_menu import GameMenu, keys_of
from marbles_tui.tui.widgets.panels import AnalysisPanel, Seats
from marbles_tui.tui.widgets.panels.analysis import View


class Counsel(Course):
    """A table with the help of the computer and a game menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,alt+g", "game_menu", "Game", id="table.game"),
        Binding("s,alt+s", "hint", "Suggest", id="table.hint"),
        Binding("y,alt+y", "analysis", "Analysis", id="table.analysis"),
        Binding("right_square_bracket,full_stop", "look_on", "Along the line", show=False, id="table.on"),
        Binding("left_square_bracket,comma", "look_back", "Back along it", show=False, id="table.off"),
    ]

    analysing: reactive[bool] = reactive(False, init=False)
    """Whether the computer's view of the position is shown."""

    ahead: Lookahead | None = None
    """The line that is on the board instead of the match."""

    # The computer's help

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Suggest a move to the person whose turn it is."""
        if advised := await self._advised():
            move, thought = advised
            if not self.begun:
                self.board.highlights = Highlights(
                    legal=frozenset(move.paths[0][:1]), hint=tuple(move.paths[0])
                )
            self.tell(advice(self.match, move, thought, self.UNIT))

    @work(exclusive=True, group="hint")
    async def action_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        if (advised := await self._advised()) and self.put_back():
            self.choose(advised[0])

    async def _advised(self) -> tuple[Any, Analysis] | None:
        """What the computer would play for the person to move; None, and why is said, if there is nothing."""
        self.end_lookahead()
        match = self.match
        if not self.waiting:
            self.tell("There is nothing to choose now.", warning=True)
            return None
        if not self.put_back():
            self.tell("What has been begun is for you to end.", warning=True)
            return None
        self.mark()
        self.tell("Let me see ...")
        thought = await self.app.engine.hint(match)
        if match is not self.match or not self.waiting:
            return None
        if thought is None or thought.move is None:
            self.tell("The computer cannot help here.", warning=True)
            return None
        return match.game.find(match.position, thought.move), thought

    @property
    def begun(self) -> bool:
        """Whether a part of a choice has been picked or typed."""
        raise NotImplementedError

    def put_back(self) -> bool:
        """Take back what has been begun of a choice; whether that is allowed."""
        raise NotImplementedError

    def choose(self, choice: Any) -> None:
        """The person to move has chosen."""
        player = self._players[self.match.position.turn]
        if isinstance(player, Human):
            player.put(choice)

    def action_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not. A rated match says in its record
        that it was looked at."""
        if not self.match.game.has_kernel:
            self.tell("The dice decide here: there is nothing to analyse.", warning=True)
            return
        self.analysing = not self.analysing
        self.set_class(self.analysing, "analysing")
        self.end_lookahead()
        if self.analysing and is_rated(self.match) and not was_analysed(self.match):
            self.match = with_analysis(self.match)
            self.keep()
            self.tell("This match is rated: its record now says that it was analysed.")
        self.mark()
        self._analyse()

    def show_match(self) -> None:
        """Show the match, and look at it anew."""
        super().show_match()
        if self.ahead and self.ahead.match is not self.match:
            self.end_lookahead()
        if self.analysing:
            self._analyse()

    @work(exclusive=True, group="analysis")
    async def _analyse(self) -> None:
        panel = self.query_one(AnalysisPanel)
        panel.view, panel.excuse = None, ""
        if not self.analysing:
            return
        match = self.match
        if match.turn is None:
            panel.excuse = "The match is over."
            return

        def report(thought: Analysis) -> None:
            if match is self.match:
                view = View(thought, match.position.actor, phrases.names(match), self.CLEAR, self.UNIT)
                # A line that is on the board stays there.
                if self.ahead and panel.view:
                    kept = replace(panel.view.thought, nodes=thought.nodes, seconds=thought.seconds)
                    view = replace(panel.view, thought=kept)
                panel.view = view

        thought = await self.app.engine.analyse(match, report)
        if thought:
            report(thought)
        elif match is self.match:
            panel.excuse = "The computer cannot help here."

    # Along a line

    def action_look_along(self, chosen: int, at: int) -> None:
        """Put the position after `at` moves of one of the best lines on the board; the match stays."""
        panel = self.query_one(AnalysisPanel)
        if not panel.view or self.under_way:
            return
        view = replace(panel.view, chosen=chosen)
        if not self.ahead or view.chosen != panel.view.chosen:
            self.ahead = Lookahead.along(self.match, view.line)
        self.ahead = self.ahead.to(at)
        panel.view = replace(view, at=self.ahead.at)
        self._put(self.ahead.position)

    def action_look_on(self) -> None:
        """A move further along the line that is shown."""
        self._look(1)

    def action_look_back(self) -> None:
        """A move back along it."""
        self._look(-1)

    def _look(self, step: int) -> None:
        view = self.query_one(AnalysisPanel).view
        if view:
            self.action_look_along(view.chosen, (self.ahead.at if self.ahead else 0) + step)
        elif not self.analysing:
            self.tell("Press y first: the computer then shows its line.")

    def end_lookahead(self) -> None:
        """Put the match back on the board, if a line is there."""
        if not self.ahead:
            return
        position, self.ahead = self.ahead.match.position, None
        panel = self.query_one(AnalysisPanel)
        if panel.view:
            panel.view = replace(panel.view, at=0)
        self._put(position)

    def _put(self, position: AnyPosition) -> None:
        self.board.rest(position.board)
        self.board.turn = None if position.result else position.turn
        self.query_one(Seats).acting = position.actor if self.ahead else None
        self.tell("")
        self.mark()

    # The game menu

    def action_game_menu(self) -> None:
        """Everything that can be done with this match."""
        self.app.push_screen(GameMenu(self.menu_entries(), keys=keys_of(self)), self._chosen)

    def _chosen(self, action: str | None) -> None:
        if action:
            self.call_later(self.run_action, action)

    def menu_entries(self) -> list[tuple[str, str]]:
        """What the game menu offers: actions and their names."""
        entries = [
            ("hint", "Suggest a move"),
            ("for_me", "Let the computer move for me"),
            ("undo", "Undo"),
            ("redo", "Redo"),
            ("pause", "Pause or go on"),
        ]
        if self.match.plies:
            entries.append(("replay", "Watch it again, and review it"))
        if self.match.result is None and not self.alone:
            claim = (
                "Claim a draw: it stands for the third time" if self.match.claimable else "Agree on a draw"
            )
            entries.append(("draw", claim))
            if not self.watched:
                entries.append(("resign", "Resign"))
        entries.append(("rematch", "New match, the same seats"))
        if not self.alone:
            entries.append(("swap", "New match, sides swapped"))
        entries += [
            ("app.setup_again", "New match, set up anew"),
            ("copy", "Copy the record"),
            ("app.settings", "Settings"),
            ("app.help", "Rules and keys"),
            ("leave", "Leave to the menu"),
        ]
        return [(name if "." in name else f"screen.{name}", title) for name, title in entries]

    @property
    def alone(self) -> bool:
        """Whether one person plays for themselves, with nobody to agree with or to give up to."""
        return self.match.has_goal or len(self.match.seats) == 1

    def action_replay(self) -> None:
        """Watch the match from its start; computers that are at it wait."""
        if not (self.paused or self.waiting or self.match.result):
            self.action_pause()
        self.app.open_replay(self.match)

    def action_copy(self) -> None:
        """Copy the record to the clipboard, and to a file for terminals that have none."""
        copy(self.app, str(self.match), "record")

    # Ends

    @work(exclusive=True, group="hint")
    async def action_draw(self) -> None:
        """End the match as a draw: claimed, agreed between people, or asked of the computer."""
        match = self.match
        if match.result:
            return
        if not match.claimable and not await self._agreed(match):
            self.tell("The computer plays on.", warning=True)
        elif match is self.match:
            self._end(match.agree())

    async def _agreed(self, match: Match) -> bool:
        """Whether every computer at the table takes a draw: those do that stand no better than even."""
        if not any(seat.level for seat in match.seats):
            return True
        if len(match.seats) != 2 or all(seat.level for seat in match.seats):
            return False
        thought = await self.app.engine.hint(match)
        if not thought:
            return False
        computers = match.seats[match.position.actor].level is not None
        return (thought.value if computers else -thought.value) <= 0

    def action_resign(self) -> None:
        """The person whose turn it is, or else the first one here, gives up."""
        people = [seat for seat, who in enumerate(self.match.seats) if who.level is None]
        if self.match.result is None and people:
            actor = self.match.position.actor
            self._end(self.match.resign(actor if actor in people else people[0]))

    def _end(self, match: Match) -> None:
        self.halt()
        self.match = match
        self.board.rest(match.position.board)
        self.keep()
        self.over()

    def action_rematch(self) -> None:
        """The same match from its start, or the next one of the series; a start left to chance is drawn anew."""
        self.app.play_match(self.app.again(self.match))

    def action_swap(self) -> None:
        """The same match with the seats moved round."""
        self.app.play_match(self.app.again(self.match, swap=True))

"""What else can be done at a table: hints, analysis, draws, resignations, rematches; and the game menu."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from marbles_tui.ai.thought import Thought
from marbles_tui.play import Match
from marbles_tui.play.players import Human
from marbles_tui.play.sequel import PUZZLE, tag
from marbles_tui.store import save_copy
from marbles_tui.tui.panels import Analysis
from marbles_tui.tui.scene import Marks
from marbles_tui.tui.screens.course import Course
from marbles_tui.tui.screens.game_menu import GameMenu


class Counsel(Course):
    """A table with the help of the computer and a game menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,alt+g", "game_menu", "Game", id="table.game"),
        Binding("s,alt+s", "hint", "Suggest", id="table.hint"),
        Binding("y,alt+y", "analysis", "Analysis", id="table.analysis"),
    ]

    analysing: reactive[bool] = reactive(False, init=False)
    """Whether the computer's view of the position is shown."""

    # The computer's help

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Suggest a move to the person whose turn it is."""
        match = self.match
        if not self.waiting:
            return
        self.tell("Let me see ...")
        thought = await self.app.counsellor.hint(match)
        if match is not self.match or not self.waiting:
            return
        if thought is None or thought.move is None:
            self.tell("The computer cannot help here.", warning=True)
            return
        move = match.game.find(match.position, thought.move)
        self.board.marks = Marks(legal=frozenset(move.paths[0][:1]), hint=tuple(move.paths[0]))
        stands = f": {thought.words(self.UNIT)}" if thought.proved else ""
        self.tell(f"Try {thought.move}{stands}.")

    @work(exclusive=True, group="hint")
    async def action_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        match = self.match
        thought = await self.app.counsellor.hint(match) if self.waiting else None
        if thought and thought.move and match is self.match and self.waiting:
            self.choose(match.game.find(match.position, thought.move))

    def choose(self, choice: Any) -> None:
        """The person to move has chosen."""
        player = self._players[self.match.position.turn]
        if isinstance(player, Human):
            player.put(choice)

    def action_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not."""
        self.analysing = not self.analysing
        self._analyse()

    def show_match(self) -> None:
        """Show the match, and look at it anew."""
        super().show_match()
        if self.analysing:
            self._analyse()

    @work(exclusive=True, group="analysis")
    async def _analyse(self) -> None:
        panel = self.query_one(Analysis)
        panel.display = self.analysing
        panel.unit, panel.thought = self.UNIT, None
        if self.analysing and self.match.turn is not None:
            match = self.match

            def report(thought: Thought | None) -> None:
                if match is self.match:
                    panel.thought = thought

            report(await self.app.counsellor.analyse(match, report))

    # The game menu

    def action_game_menu(self) -> None:
        """Everything that can be done with this match."""
        self.app.push_screen(GameMenu(self.menu_entries()), self._chosen)

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
            entries += [("draw", claim), ("resign", "Resign")]
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
        """Whether this is a task for one person, with nobody to agree with or to give up to."""
        return tag(self.match, PUZZLE) != ""

    def action_replay(self) -> None:
        """Watch the match from its start; computers that are at it wait."""
        if not (self.paused or self.waiting or self.match.result):
            self.action_pause()
        self.app.open_replay(self.match)

    def action_copy(self) -> None:
        """Copy the record to the clipboard, and to a file for terminals that have none."""
        self.app.copy_to_clipboard(str(self.match))
        file = save_copy(str(self.match))
        where = f", and in {file}" if file else ""
        self.tell(f"The record is on the clipboard{where}.")

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
        thought = await self.app.counsellor.hint(match)
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

"""The computer beside somebody who plays: a hint, a move in their place, the analysis and its line on the board."""

from __future__ import annotations

from dataclasses import replace

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Cell, Move
from marbles_tui.play import Match
from marbles_tui.table.assessment import Lookahead, advice
from marbles_tui.table.game_words import HELP
from marbles_tui.table.players import Act
from marbles_tui.table.tasks.playing import AtTable, Thought
from marbles_tui.table.tasks.task import Work


class Aided(AtTable):
    """A match in which a computer helps those who play."""

    _hint: tuple[Cell, ...] = ()
    _thought: Thought | None = None

    def do_hint(self) -> None:
        """Suggest a move to the person whose turn it is."""
        if self._can_help():
            self._agreed("With a hint", "", lambda: self._help(self._suggest()))

    def do_for_me(self) -> None:
        """The computer chooses for the person whose turn it is, once."""
        if self.asked and self.state.rolling:
            self.answer(Act.ROLL)
        elif self._can_help():
            self._agreed("With the computer's move", "", lambda: self._help(self._choose_for_me()))

    def _can_help(self) -> bool:
        self._end_lookahead()
        if self.state.stopped:
            self.tell("The game is over.", warning=True)
        elif not self.asked:
            self.tell("It is not your turn.", warning=True)
        elif self.state.rolling:
            self.tell("The die decides.")
        else:
            return True
        return False

    def _help(self, work: Work) -> None:
        self._tips.did(HELP)
        self.face.begin(work, "hint")

    async def _suggest(self) -> None:
        """Show a good move on the board, and say what it is good for."""
        if found := await self._advice():
            self._recommend(*found)

    def _recommend(self, move: Move, thought: Analysis) -> None:
        self._hint = tuple(move.paths[0])
        self.tell(advice(self.match, move, thought, self.words.unit))

    async def _choose_for_me(self) -> None:
        if found := await self._advice():
            self.answer(found[0])

    async def _advice(self) -> tuple[Move, Analysis] | None:
        """What the computer would play; None, after saying why, if there is nothing."""
        number = self._number
        self.tell("Looking...")
        thought = (self._thought and self._thought.analysis) or await self.outside.advisor.hint(self.match)
        if number != self._number or not self.asked:
            return None
        if thought is None or thought.move is None:
            self.tell("The computer cannot help here.", warning=True)
            return None
        return self.game.find(self.match.position, thought.move), thought

    def do_analysis(self) -> None:
        """Show the computer's view of the position while it stands, or not."""
        if not self.game.has_kernel:
            why = "The dice decide here" if ladder_of(self.game) else "No computer plays this game"
            self.tell(f"{why}: there is nothing to analyse.", warning=True)
        elif self.state.stopped:
            self.tell("The game is over.", warning=True)
        elif self._thought:
            self._switch_analysis()
        else:
            self._agreed("With the analysis", "", self._switch_analysis, key="g")

    def do_openings(self) -> None:
        """What was played from here before."""
        self._agreed("With what others played", "", lambda: self.outside.leads_on("openings"))

    def _switch_analysis(self) -> None:
        self._end_lookahead()
        self._thought = None if self._thought else Thought()
        self._look_at(self.match)
        self.face.changed()

    def _look_at(self, match: Match) -> None:
        """Let the computer look at the match, where it is to show what it thinks."""
        self.face.stop("analysis")
        if self._thought:
            self._thought = Thought()
            if match.turn is not None:
                self.face.begin(self._look(match), "analysis")

    async def _look(self, match: Match) -> None:
        def report(thought: Analysis) -> None:
            if match is self.match:
                self._report(thought)

        thought = await self.outside.advisor.analyse(match, report)
        if thought:
            report(thought)
        elif match is self.match and self._thought:
            self._thought = Thought(excuse="The computer cannot help here.")
            self.face.changed()

    def _report(self, thought: Analysis) -> None:
        """The computer has found more; a line that is on the board stays there."""
        shown = self._thought
        if shown is None:
            return
        if shown.ahead and shown.analysis:
            thought = replace(shown.analysis, nodes=thought.nodes, seconds=thought.seconds)
        self._thought = shown._replace(analysis=thought) if shown.ahead else Thought(thought)
        if self._hint and self.asked and thought.move is not None:  # what is suggested is that
            self._recommend(self.game.find(self.match.position, thought.move), thought)
        self.face.changed()

    # Along a line

    def do_look_on(self) -> None:
        """A move further along the line that is shown."""
        self._step(1)

    def do_look_back(self) -> None:
        """A move back along it."""
        self._step(-1)

    def _step(self, moves: int) -> None:
        if self._thought:
            self.do_look_along(str(self._thought.chosen), str(self._thought.at + moves))
        elif not self.state.showing:
            self.tell("Press y first: the computer then shows its line.")

    def do_look_along(self, chosen: str, at: str) -> None:
        """Put the position after `at` moves of one of the best lines on the board; the match stays."""
        thought = self._thought
        if self.state.showing or not thought or not thought.analysis:
            return
        ahead = thought.ahead
        if not ahead or int(chosen) != thought.chosen:
            ahead = Lookahead.along(self.match, thought.lines[int(chosen)].pv)
        self._thought = thought._replace(chosen=int(chosen), ahead=ahead.to(int(at)))
        self.tell(self.situation.offer_line)

    def _end_lookahead(self) -> bool:
        """Put the match back on the board; whether a line was there."""
        if not self._thought or not self._thought.ahead:
            return False
        self._thought = self._thought._replace(ahead=None)
        self.tell(self.situation.offer_line)
        return True

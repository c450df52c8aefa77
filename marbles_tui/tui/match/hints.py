"""What the computer would play for the person whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import Cell
from marbles_tui.table.advice import advice
from marbles_tui.table.players import Act
from marbles_tui.tui.match.guide import HELP
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.match.rated import with_help

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


class Hint(NamedTuple):
    """A move, and what the computer thinks of it."""

    move: Any
    thought: Analysis


class Hints:
    """Suggests a move, or makes it."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self._shown: tuple[Picking, tuple[Cell, ...]] | None = None

    @property
    def path(self) -> tuple[Cell, ...]:
        """The places of the move that was suggested, as long as nothing has been picked or played since."""
        question = self._screen.picking
        return self._shown[1] if self._shown and self._shown[0] is question and not question.begun else ()

    def forget(self) -> None:
        """Mark no move any more."""
        self._shown = None

    def ask(self) -> None:
        """Suggest a move, if there is one to choose."""
        if self.possible():
            with_help(self._screen, "a hint", partial(self._run, self.suggest))

    def ask_to_choose(self) -> None:
        """Make a move, or roll."""
        screen = self._screen
        if screen.waiting and screen.picking.rolling:
            screen.choosing.choose(Act.ROLL)
        elif self.possible():
            with_help(screen, "the computer's move", partial(self._run, self.choose))

    def _run(self, help: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._screen.guide.did(HELP)
        self._screen.run_worker(help, group="hint", exclusive=True)

    async def suggest(self) -> None:
        """Show a good move on the board, and say what it is good for."""
        screen, question = self._screen, self._screen.picking
        hint = await self._hint(question)
        if hint is None:
            return
        if not question.begun:
            self._shown = question, tuple(hint.move.paths[0])
            screen.mark()
        self._tell(hint)

    def follow(self, thought: Analysis) -> None:
        """The analysis that is shown beside the hint has found this: what is suggested is that."""
        screen = self._screen
        if self.path and thought.move is not None:
            hint = Hint(screen.match.game.find(screen.match.position, thought.move), thought)
            self._shown = screen.picking, tuple(hint.move.paths[0])
            screen.mark()
            self._tell(hint)

    def _tell(self, hint: Hint) -> None:
        screen = self._screen
        screen.tell(advice(screen.match, hint.move, hint.thought, screen.view.unit))

    async def choose(self) -> None:
        """Make a good move, or roll, for the person who is asked."""
        screen, question = self._screen, self._screen.picking
        hint = await self._hint(question)
        if hint and not question.bound:
            screen.choosing.choose(hint.move)

    def possible(self) -> bool:
        """Whether there is something to choose; says why if there is not."""
        screen = self._screen
        screen.analysis.end_lookahead()
        if screen.state.stopped:
            screen.tell("The game is over.", warning=True)
        elif not screen.waiting:
            screen.tell("It is not your turn.", warning=True)
        elif screen.picking.rolling:
            screen.tell("The die decides.")
        elif screen.picking.bound:
            screen.tell("Finish your move first.", warning=True)
        else:
            return True
        return False

    async def _hint(self, question: Picking) -> Hint | None:
        """What the computer would play; None, after saying why, if there is nothing."""
        screen = self._screen
        if screen.picking is not question or not screen.waiting or question.bound:
            return None
        question.restart()
        screen.mark()
        screen.tell("Looking...")
        thought = screen.analysis.thought or await screen.app.engine.hint(screen.match)
        if screen.picking is not question or not screen.waiting:
            return None
        if thought is None or thought.move is None:
            screen.tell("The computer cannot help here.", warning=True)
            return None
        return Hint(screen.match.game.find(screen.match.position, thought.move), thought)

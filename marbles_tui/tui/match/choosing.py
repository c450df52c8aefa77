"""What people pick, type and press on the match screen, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.match.guide import MOVE, PICK
from marbles_tui.tui.pasted import AFTER_PASTE

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen


class Choosing:
    """Hands the session what the person who is asked chooses."""

    pause: ClassVar[float] = 0.5
    """Seconds after a show and after the end in which Enter and Space do nothing: they were meant for what was
    there before."""

    def __init__(self, screen: MatchScreen, clock: Callable[[], float] = monotonic) -> None:
        """`clock` tells the time in seconds."""
        self._screen = screen
        self._clock = clock
        self._pasted = self._rested = float("-inf")

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let the person who is asked pick something: play what that completes, or say why it cannot be."""
        screen = self._screen
        if self.used_up() or not screen.waiting:
            return
        try:
            choice = pick()
        except ValueError as refusal:
            choice = None
            if str(refusal):
                screen.tell(str(refusal), warning=True)
        else:
            screen.calm_down()
        if choice is None:
            if screen.picking.picks:
                screen.guide.did(PICK)
            screen.mark()
        else:
            self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """The person who is asked has chosen."""
        session = self._screen.session
        seat = session.state.asked
        if seat is None:
            return
        self._screen.guide.did(MOVE)
        if choice is Act.RESIGN:
            session.resign(seat)
        else:
            session.choose(seat, choice)

    def go_on(self, again: bool) -> None:
        """Leave a line, finish the show, end a pause, move now, roll, pick, or if asked play `again`."""
        screen = self._screen
        if self.used_up() or self._clock() < self._rested + self.pause:
            return
        if screen.paused:
            screen.action_pause()
        elif screen.waiting and screen.picking.rolling:
            self.choose(Act.ROLL)
        elif screen.waiting and (keys := screen.picking.instead_of_enter):
            screen.tell(keys, warning=True)
        elif screen.waiting and screen.board.cursor is None:
            ways = ", or ".join(filter(None, ("arrows or mouse", screen.picking.typing)))
            screen.tell(f"Point at a place first: {ways}.", warning=True)
        elif screen.waiting:
            screen.board.pick()
        elif screen.thinking:
            screen.session.move_now()
        elif screen.state.stopped and again:  # whoever rolls fast with Space shall not begin another game
            screen.end.again()

    def back(self) -> None:
        """Take back a line, the end, what was typed or picked, or else the hint and the cursor."""
        screen = self._screen
        if screen.analysis.end_lookahead():
            return
        if screen.end.back():
            return
        try:
            if not screen.picking.back():
                screen.hints.forget()
                screen.board.cursor = None
        except ValueError as refusal:
            screen.tell(str(refusal), warning=True)
        else:
            screen.calm_down()
        screen.mark()

    def rest(self) -> None:
        """A show or the match is over: Enter and Space rest for a moment."""
        self._rested = self._clock()

    def pasted(self) -> None:
        """Something was pasted: what follows for a moment is no typing either."""
        self._pasted = self._clock()

    def used_up(self) -> bool:
        """Whether the key or click that just came was used up: by a line it ended, a show it finished, or a
        paste."""
        if self._screen.analysis.end_lookahead():
            return True
        return self._clock() < self._pasted + AFTER_PASTE or self._screen.animator.finish()

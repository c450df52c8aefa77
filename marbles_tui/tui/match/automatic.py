"""Choices that the game makes for people who let it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from marbles_tui.table.players import Choice
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match.picking import Picking

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen

WAIT: Final = 0.2
"""Seconds before such a choice, at normal speed."""


class Automatic:
    """While it is `on`, the game chooses for people where it can."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self.on = False

    def switch(self) -> None:
        """Begin to choose for people, or stop; say why where that cannot be."""
        screen = self._screen
        refusal = screen.view.automatic_refusal(screen.match)
        if refusal:
            screen.tell(refusal, warning=True)
            return
        self.on = not self.on
        screen.tell(screen.view.automatic_news(self.on))
        if self.on and screen.waiting and (choice := self._choice(screen.picking)) is not None:
            screen.choosing.choose(choice)

    def takes(self, question: Picking) -> bool:
        """Whether the game answers a question; it then does in a moment."""
        choice = self._choice(question) if self.on else None
        if choice is None:
            return False
        wait = WAIT * SPEEDS[self._screen.app.settings.speed].tempo
        answer = partial(self._answer, question, choice)
        if wait:
            self._screen.set_timer(wait, answer)
        else:
            self._screen.call_later(answer)
        return True

    def _choice(self, question: Picking) -> Choice | None:
        return question.automatic(self._screen.app.random)

    def _answer(self, question: Picking, choice: Choice) -> None:
        screen = self._screen
        if screen.state.asked is None or question.match.position is not screen.match.position:
            return  # it was taken back meanwhile
        if self.on:
            screen.choosing.choose(choice)
        else:
            screen.ask(question)

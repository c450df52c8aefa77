"""Tells a match as a story, in the panel for it if its game has one."""

from __future__ import annotations

from collections.abc import Iterable

from marbles_tui.core import Event
from marbles_tui.play import Match
from marbles_tui.play.story import happened
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.match.view import MatchView
from marbles_tui.tui.widgets.panels.story import Story


class Storyteller:
    """Adds to the panels what each event means after all that came before it."""

    def __init__(self, panels: Iterable[Story], view: MatchView) -> None:
        self._panels = tuple(panels)
        self._view = view

    def told(self, event: Event) -> None:
        """An event is shown: tell it."""
        for story in self._panels:
            for line in self._teller(event):
                story.add(line)

    def retell(self, match: Match, look: Look) -> None:
        """Tell a match anew from its start."""
        self._teller = self._view.teller(match, look)
        for story in self._panels:
            story.retell(line for event in happened(match) for line in self._teller(event))

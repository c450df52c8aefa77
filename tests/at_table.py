"""The screen of a board as tests know it while a match is played there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from marbles_tui.table.tasks.play import Play
from marbles_tui.tui.table.board_screen import BoardScreen

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from marbles_tui.table.tasks.playing import Playing
    from marbles_tui.tui.table.panels import PlayPanels

    class MatchTable(BoardScreen):
        """It shows the task Play."""

        doing: Play
        panels: PlayPanels
        situation: Playing
else:
    MatchTable = BoardScreen


def plays(screen: object) -> TypeIs[MatchTable]:
    """Whether a match is played on a screen."""
    return isinstance(screen, BoardScreen) and isinstance(screen.doing, Play)


def table(pilot: Pilot[Any]) -> MatchTable:
    """The table that is shown."""
    screen = pilot.app.screen
    assert plays(screen)
    return screen


def moves(pilot: Pilot[Any]) -> list[str]:
    """What was played there."""
    return [str(move) for move in table(pilot).match.moves]

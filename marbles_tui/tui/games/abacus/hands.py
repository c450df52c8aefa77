"""What hands do on the hexagon, in a match and in a puzzle: drag marbles and push them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from marbles_tui.table.players import Choice
from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.abacus.picking import AbacusPicking

if TYPE_CHECKING:
    from marbles_tui.tui.screens.match import MatchScreen
    from marbles_tui.tui.screens.puzzle import PuzzleScreen

    Screen: TypeAlias = MatchScreen | PuzzleScreen


def hexagon_of(screen: Screen) -> AbacusBoard:
    """The board of a screen."""
    return screen.query_one("#board", AbacusBoard)


def drag(screen: Screen, message: AbacusBoard.Dragged) -> None:
    """Move by what was dragged from one place to another."""
    message.stop()

    def dragged() -> Choice | None:
        assert isinstance(screen.picking, AbacusPicking)
        return screen.picking.drag(message.start, message.end)

    screen.choosing.take(dragged)


def push(screen: Screen, heading: int) -> None:
    """Push what is marked, or the row that begins at the cursor, in a heading as it is seen."""
    seen = (heading + 3) % 6 if hexagon_of(screen).turned else heading

    def pushed() -> Choice:
        assert isinstance(screen.picking, AbacusPicking)
        return screen.picking.push(seen, screen.board.cursor)

    screen.choosing.take(pushed)

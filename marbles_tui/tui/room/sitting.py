"""Sitting down at a table of the house."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from marbles_tui.rooms.guest import GuestMatch
from marbles_tui.rooms.visit import Visit
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.room.company import RoomCompany

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade
    from marbles_tui.tui.screens.match import MatchScreen


def table_of(table: GuestMatch, visit: Visit) -> MatchScreen:
    """The screen of a guest's view of a match."""
    screen = VIEWS[table.state.match.game.key].screen()
    return screen(table, partial(RoomCompany, table=table, visit=visit))


def sit(app: Arcade, table: GuestMatch, visit: Visit) -> None:
    """Show a table above the menu, or above the screen that all tables are shown above, and leave the others."""
    while len(app.screen_stack) > 1:
        screen = app.screen
        if isinstance(screen, ArcadeScreen) and screen.holds_tables:
            break
        app.pop_screen()
    app.push_screen(table_of(table, visit))

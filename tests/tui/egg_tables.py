"""Tables of Egg Carton for tests."""

from __future__ import annotations

from textual.pilot import Pilot

from marbles_tui.tui.table.match_screen import MatchScreen

FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'


LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


def table(pilot: Pilot[None]) -> MatchScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MatchScreen)
    return screen

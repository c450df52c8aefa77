"""Tables of Egg Carton for tests."""

from __future__ import annotations

from textual.pilot import Pilot

from tests.at_table import MatchTable, plays

FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'


LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


def table(pilot: Pilot[None]) -> MatchTable:
    screen = pilot.app.screen
    assert plays(screen)
    return screen

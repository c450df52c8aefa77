"""Tables of Getaway for tests."""

from __future__ import annotations

from textual.pilot import Pilot

from tests.at_table import MatchTable, plays

SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""


def table(pilot: Pilot[None]) -> MatchTable:
    screen = pilot.app.screen
    assert plays(screen)
    return screen

"""Tables of Getaway for tests."""

from __future__ import annotations

from textual.pilot import Pilot

from marbles_tui.tui.table.match_screen import MatchScreen

SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""


def table(pilot: Pilot[None]) -> MatchScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MatchScreen)
    return screen

"""Tables of Getaway for tests."""

from __future__ import annotations

from textual.pilot import Pilot

from marbles_tui.tui.games.getaway.screen import GetawayScreen

SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""


def table(pilot: Pilot[None]) -> GetawayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GetawayScreen)
    return screen

"""What the computers of each game do beside the common search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.ai.games.abacus import ABACUS
from marbles_tui.ai.games.beadmaster import BEADMASTER
from marbles_tui.ai.games.egg_carton import EGG_CARTON
from marbles_tui.ai.games.getaway import GETAWAY
from marbles_tui.ai.games.gobblet import GOBBLET
from marbles_tui.ai.level import Computers

COMPUTERS: Final[Mapping[str, Computers]] = {
    "egg-carton": EGG_CARTON,
    "abacus": ABACUS,
    "getaway": GETAWAY,
    "beadmaster": BEADMASTER,
    "gobblet": GOBBLET,
}
"""By the game's key. A game that is not listed has the usual five levels if it has a kernel or `evaluate`."""

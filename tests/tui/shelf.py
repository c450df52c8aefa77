"""A library with matches in it, and the way to it."""

from __future__ import annotations

from random import Random

from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from marbles_tui.tui.pages.library import LibraryScreen
from tests.tui.stage import Here

SHELVED = [game for game in GAMES if game.key in ("egg-carton", "abacus", "getaway", "beadmaster", "gobblet")]
"""Games of which there are matches; there may be more."""


def fill(count: int = 30) -> None:
    """Some matches of all games; every third is finished by resignation."""
    store, random = MatchStore.open(), Random(1)
    for at in range(count):
        match = Match.new(
            SHELVED[at % len(SHELVED)], random=random, seats=[Seat(("Ann", "Bob")[at % 2]), Seat("Cleo")]
        )
        match = match.play(random.choice(match.position.moves()))[0]
        store.begin(match.resign(0) if at % 3 == 0 else match)
    store.close()


async def open_library(pilot: Here) -> LibraryScreen:
    """Open the library from the menu."""
    await pilot.rest()
    await pilot.press("l")
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    return screen

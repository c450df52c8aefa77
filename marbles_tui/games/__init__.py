"""The games of the arcade, in the order of the menu. They know nothing of each other."""

from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET

GAMES: tuple[Game, ...] = (EGG_CARTON, ABACUS, GETAWAY, BEADMASTER, GOBBLET)


def find(key: str) -> Game:
    """The game of that key, in any case. Raises LookupError."""
    wanted = key.strip().lower()
    for game in GAMES:
        if game.key == wanted:
            return game
    raise LookupError(f"there is no game {key!r}: expected {', '.join(game.key for game in GAMES)}")

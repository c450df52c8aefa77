"""The games of the arcade, in the order of the menu. They know nothing of each other."""

from marbles_tui.core import Game
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET

GAMES: tuple[Game, ...] = (EGG_CARTON, ABACUS, GETAWAY, BEADMASTER, GOBBLET)

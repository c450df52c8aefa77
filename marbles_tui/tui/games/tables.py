"""The table of each game, by the game's key. Imported when the first table is set, not before."""

from collections.abc import Mapping

from marbles_tui.tui.games.abacus.screen import AbacusTable
from marbles_tui.tui.games.beadmaster.screen import BeadMasterTable
from marbles_tui.tui.games.egg_carton.screen import EggCartonTable
from marbles_tui.tui.games.getaway.screen import GetawayTable
from marbles_tui.tui.games.gobblet.screen import GobbletTable
from marbles_tui.tui.screens.table import Table

TABLES: Mapping[str, type[Table]] = {
    "egg-carton": EggCartonTable,
    "abacus": AbacusTable,
    "getaway": GetawayTable,
    "gobblet": GobbletTable,
    "beadmaster": BeadMasterTable,
}

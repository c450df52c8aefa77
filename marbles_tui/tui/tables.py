"""The table of each game, by the game's key. Imported when the first table is set, not before."""

from collections.abc import Mapping

from marbles_tui.tui.screens.abacus import AbacusTable
from marbles_tui.tui.screens.beadmaster import BeadMasterTable
from marbles_tui.tui.screens.egg_carton import EggCartonTable
from marbles_tui.tui.screens.getaway import GetawayTable
from marbles_tui.tui.screens.gobblet import GobbletTable
from marbles_tui.tui.screens.table import Table

TABLES: Mapping[str, type[Table]] = {
    "egg-carton": EggCartonTable,
    "abacus": AbacusTable,
    "getaway": GetawayTable,
    "gobblet": GobbletTable,
    "beadmaster": BeadMasterTable,
}

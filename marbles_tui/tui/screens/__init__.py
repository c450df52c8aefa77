"""The screens, and the table of each game by the game's key."""

from collections.abc import Mapping

from marbles_tui.tui.screens.egg_carton import EggCartonTable
from marbles_tui.tui.screens.table import Table

TABLES: Mapping[str, type[Table]] = {
    "egg-carton": EggCartonTable,
}

"""The board of each game, by the game's key."""

from collections.abc import Mapping
from typing import Any

from marbles_tui.tui.boards.abacus import AbacusBoard
from marbles_tui.tui.boards.base import BoardView
from marbles_tui.tui.boards.beadmaster import BeadMasterBoard
from marbles_tui.tui.boards.egg_carton import EggCartonBoard
from marbles_tui.tui.boards.getaway import GetawayBoard
from marbles_tui.tui.boards.gobblet import GobbletBoard

BOARDS: Mapping[str, type[BoardView[Any]]] = {
    "egg-carton": EggCartonBoard,
    "abacus": AbacusBoard,
    "getaway": GetawayBoard,
    "gobblet": GobbletBoard,
    "beadmaster": BeadMasterBoard,
}

"""The board of each game, by the game's key."""

from collections.abc import Mapping
from typing import Any

from marbles_tui.tui.games.abacus.board import AbacusBoard
from marbles_tui.tui.games.beadmaster.board import BeadMasterBoard
from marbles_tui.tui.games.egg_carton.board import EggCartonBoard
from marbles_tui.tui.games.getaway.board import GetawayBoard
from marbles_tui.tui.games.gobblet.board import GobbletBoard
from marbles_tui.tui.widgets.board_view import BoardView

BOARDS: Mapping[str, type[BoardView[Any]]] = {
    "egg-carton": EggCartonBoard,
    "abacus": AbacusBoard,
    "getaway": GetawayBoard,
    "gobblet": GobbletBoard,
    "beadmaster": BeadMasterBoard,
}

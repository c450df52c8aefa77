"""The board of EggCarton."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import Cell, Game
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import ENDS
from marbles_tui.games.egg_carton.scene import writes_names
from marbles_tui.tui.kit.board_view import BoardView


class EggCartonBoard(BoardView):
    """Twelve hollows, two ends, and the hand that sows."""

    GAME: ClassVar[Game] = EGG_CARTON
    BEATS: ClassVar[Mapping[str, float]] = {
        "take": 0.45,
        "drop": 0.28,
        "last": 0.70,
        "relay": 0.30,
        "again": 0.80,
        "over": 0.60,
        "win": 0.50,
    }

    @property
    def writes_names(self) -> bool:
        return writes_names(self.room)

    def step(self, cell: Cell, dx: int, dy: int) -> Cell:
        """Along a row, or across; the ends are not picked."""
        found = super().step(cell, dx, dy)
        return cell if found in ENDS else found

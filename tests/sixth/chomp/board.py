"""The board of Chomp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import Game
from marbles_tui.tui.kit.board_view import BoardView
from tests.sixth.chomp import CHOMP


class ChompBoard(BoardView):
    """The bar, a piece a square."""

    GAME: ClassVar[Game] = CHOMP
    BEATS: ClassVar[Mapping[str, float]] = {"bite": 0.5, "win": 1.0}

"""The board of Gobblet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import Game
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.tui.kit.board_view import BoardView


class GobbletBoard(BoardView):
    """Cups on sixteen squares and in stacks beside them."""

    GAME: ClassVar[Game] = GOBBLET
    BEATS: ClassVar[Mapping[str, float]] = {
        "lift": 0.40,
        "reveal": 0.90,
        "put": 0.60,
        "cover": 0.70,
        "line": 1.40,
        "stuck": 0.60,
    }

"""Chomp at a table: its board, and how a bite is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.core import Game
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.kit.board_view import BoardView
from tests.sixth.chomp import CHOMP


class ChompBoard(BoardView):
    """The bar, a piece a square."""

    GAME: ClassVar[Game] = CHOMP
    BEATS: ClassVar[Mapping[str, float]] = {"bite": 0.5, "win": 1.0}


class ChompPicking(Picking):
    """Point at a piece and bite."""

    def invitation(self, name: str) -> str:
        """What to do."""
        return f"{name}, bite into the bar."


class ChompMatch(MatchView):
    """As other games, but for the bite."""

    picking = ChompPicking

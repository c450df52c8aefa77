"""What Gobblet is on the match screen."""

from __future__ import annotations

from typing import Any

from marbles_tui.core import Cell
from marbles_tui.tui.games.gobblet.picking import GobbletPicking
from marbles_tui.tui.match.view import MatchView


class GobbletMatch(MatchView):
    """A move leaves its trace where the gobblet went."""

    picking = GobbletPicking
    clear = 3.0
    side = True

    def trace(self, move: Any) -> frozenset[Cell]:
        """Where a gobblet went."""
        return frozenset((move.target,))

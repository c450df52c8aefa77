"""Gobblet: gobblets that swallow smaller ones; four in a line win.

Source of the rules: Gobblet by Blue Orange, and the variation of it that Ed Rogers's program plays.
"""

from marbles_tui.games.gobblet.board import Board
from marbles_tui.games.gobblet.game import GOBBLET
from marbles_tui.games.gobblet.position import Gobblets, Placement

__all__ = ["GOBBLET", "Board", "Gobblets", "Placement"]

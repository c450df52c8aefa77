"""Abacus: push the other side's marbles off a hexagon; three are stronger than two.

Source of the rules: Abacus for the Amiga, Kai Nickel, 1995, a version of the board game Abalone.
"""

from marbles_tui.games.abacus.game import ABACUS
from marbles_tui.games.abacus.position import Abacus, Board, Step

__all__ = ["ABACUS", "Abacus", "Board", "Step"]

"""Abacus: push the other side's marbles off a hexagon; three are stronger than two.

Source of the rules: the readme of Abacus for the Amiga, Kai Nickel, 1995, a version of the board
game Abalone; below, "Nickel's readme".
"""

from marbles_tui.games.abacus.game import ABACUS
from marbles_tui.games.abacus.position import Abacus, AbacusCells, MarbleStep

__all__ = ["ABACUS", "Abacus", "AbacusCells", "MarbleStep"]

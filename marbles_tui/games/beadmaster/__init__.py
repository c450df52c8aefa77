"""BeadMaster: two to four players slide bars under a grid of holes; the last one with a bead wins.

Source of the rules: the assignment "BeadMaster, a board game" of a programming course; below, "the assignment". A
relative of Stay Alive, Milton Bradley, 1971.
"""

from marbles_tui.games.beadmaster.game import BEADMASTER
from marbles_tui.games.beadmaster.position import BeadGrid, Placement, Slide
from marbles_tui.games.beadmaster.text import join

__all__ = ["BEADMASTER", "BeadGrid", "Placement", "Slide", "join"]

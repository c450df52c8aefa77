"""Egg Carton: a lap-sowing mancala with twelve slots; who clears their own side first wins.

Source of the rules: the manual of The Egg Carton Game 1.0, Paul Talbot, 1992; below, "Talbot's manual".
"""

from marbles_tui.games.egg_carton.game import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton, Selection

__all__ = ["EGG_CARTON", "Carton", "Selection"]

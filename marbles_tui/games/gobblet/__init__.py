"""Gobblet: gobblets that swallow smaller ones; four in a line win.

Source of the rules: the readme of Ed Rogers's program gobblet, which gives Blue Orange's official rules (part I) and
his own (part II); below, "Rogers's rules" with part and letter.
"""

from marbles_tui.games.gobblet.game import GOBBLET
from marbles_tui.games.gobblet.position import Board, Gobblets, Placement

__all__ = ["GOBBLET", "Board", "Gobblets", "Placement"]

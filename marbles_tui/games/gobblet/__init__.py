"""Gobblet: gobblets that swallow smaller ones; four in a line win.

Source of the rules: the readme of Ed Rogers's program gobblet, which gives Blue Orange's official rules (part I) and
his own (part II); below, "Rogers's rules" with part and letter.
"""

from marbles_tui.games.gobblet.game import GOBBLET
from marbles_tui.games.gobblet.position import GobbletPlacement, Gobblets, GobbletStacks

__all__ = ["GOBBLET", "GobbletPlacement", "GobbletStacks", "Gobblets"]

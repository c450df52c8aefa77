"""Gary's Great Getaway: a dice race from Start to Castle along a trail that is read from a board file.

Source of the rules: the assignment "Gary's Great Getaway" of a programming course, 2002; below, "the
assignment".
"""

from marbles_tui.games.getaway.board import Board
from marbles_tui.games.getaway.game import GETAWAY, board_of
from marbles_tui.games.getaway.journey import Decision, Draw, Journey
from marbles_tui.games.getaway.text import square_facts

__all__ = [
    "GETAWAY",
    "Board",
    "Decision",
    "Draw",
    "Journey",
    "board_of",
    "square_facts",
]

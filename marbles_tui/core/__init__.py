"""What a game is, for everything that knows no particular game."""

from marbles_tui.core.chance import Randomness
from marbles_tui.core.dialect import Dialect
from marbles_tui.core.errors import BadOption, BadPosition, BadRecord, BadSetup, IllegalMove
from marbles_tui.core.event import Event, Tell
from marbles_tui.core.game import Game, Measure, Repetition
from marbles_tui.core.goal import Attempt, DayMatch, Goal, Solutions
from marbles_tui.core.option import Option
from marbles_tui.core.position import CHANCE, AnyPosition, Cell, Move, Position
from marbles_tui.core.result import Result

__all__ = [
    "CHANCE",
    "AnyPosition",
    "Attempt",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Cell",
    "DayMatch",
    "Dialect",
    "Event",
    "Game",
    "Goal",
    "IllegalMove",
    "Measure",
    "Move",
    "Option",
    "Position",
    "Randomness",
    "Repetition",
    "Result",
    "Solutions",
    "Tell",
]

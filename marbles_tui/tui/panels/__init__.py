"""What stands around a board."""

from marbles_tui.tui.panels.analysis import Analysis
from marbles_tui.tui.panels.banner import Banner
from marbles_tui.tui.panels.keys import Key, KeyLine
from marbles_tui.tui.panels.moves import Moves
from marbles_tui.tui.panels.seats import Seats
from marbles_tui.tui.panels.status import Status
from marbles_tui.tui.panels.too_small import TooSmall
from marbles_tui.tui.panels.top import TopLine

__all__ = ["Analysis", "Banner", "Key", "KeyLine", "Moves", "Seats", "Status", "TooSmall", "TopLine"]

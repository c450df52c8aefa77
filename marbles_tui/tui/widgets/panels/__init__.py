"""What stands around a board. Each panel is loaded where it is first asked for: the menu needs but a few."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marbles_tui.tui.widgets.panels.analysis import AnalysisPanel
    from marbles_tui.tui.widgets.panels.keys import Key, KeyLine
    from marbles_tui.tui.widgets.panels.moves import Moves
    from marbles_tui.tui.widgets.panels.seats import Seats
    from marbles_tui.tui.widgets.panels.status import Status
    from marbles_tui.tui.widgets.panels.too_small import TooSmall
    from marbles_tui.tui.widgets.panels.top import TopLine

__all__ = ["AnalysisPanel", "Key", "KeyLine", "Moves", "Seats", "Status", "TooSmall", "TopLine"]

FILES = {
    "AnalysisPanel": "analysis",
    "Key": "keys",
    "KeyLine": "keys",
    "Moves": "moves",
    "Seats": "seats",
    "Status": "status",
    "TooSmall": "too_small",
    "TopLine": "top",
}
"""Which file a panel is in."""


def __getattr__(name: str) -> Any:
    if name not in FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{FILES[name]}"), name)

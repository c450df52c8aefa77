"""Somebody who watches records on the screen."""

from __future__ import annotations

from typing import Any

from marbles_tui.table.tasks.watch import Watch
from marbles_tui.tui.table.board_screen import BoardScreen


def is_replay(screen: Any) -> bool:
    """Whether a screen shows a record."""
    return isinstance(screen, BoardScreen) and isinstance(screen.doing, Watch)


def watching(screen: Any) -> Watch:
    """The record that a screen shows."""
    assert isinstance(screen, BoardScreen)
    assert isinstance(screen.doing, Watch)
    return screen.doing

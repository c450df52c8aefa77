"""What the command palette offers beside Textual's own commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

from marbles_tui.tui.clipboard import take_picture

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


def commands(app: Arcade) -> Iterator[SystemCommand]:
    """Everything that can be asked for from anywhere."""
    yield SystemCommand("Screenshot", "Keep a picture of the screen", partial(take_picture, app))
    yield SystemCommand("Settings", "Speed, skin, theme, name, sound", app.action_settings)
    yield SystemCommand("Library", "All matches: go on, watch, review, pass on", app.action_library)
    yield SystemCommand("Statistics", "Won, lost, records and ratings", app.action_statistics)
    if any(game.board_files for game in app.games):
        yield SystemCommand("Boards", "Look at boards, make your own", app.action_boards)
    yield SystemCommand("Rules and keys", "How to play", app.action_help)
    for game in app.games:
        yield SystemCommand(f"Play {game.title}", game.blurb, partial(app.set_up, game))

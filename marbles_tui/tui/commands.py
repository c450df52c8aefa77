"""What the command palette offers beside Textual's own commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textual.app import SystemCommand
from textual.screen import Screen

from marbles_tui.core import Game
from marbles_tui.play.lessons import lesson_of
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.lesson.menu import open_lesson
from marbles_tui.tui.match.season import open_season
from marbles_tui.tui.screens.board_screen import BoardScreen
from marbles_tui.tui.screens.game_menu import keys_of

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


NOT_OFFERED: Final = ("screen.game_menu", "screen.hint", "screen.pause")
"""Keys of a board that the palette leaves out: the game menu, and what it offers where that can be done."""


def commands(app: Arcade, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Everything that can be asked for on a screen: what it offers itself, and what can be had anywhere."""
    if isinstance(screen, BoardScreen):
        yield from _of_the_board(screen)
    yield SystemCommand("Theme", "Choose the colours", app.action_change_theme)
    yield SystemCommand("Quit", "Leave the arcade; your game is saved", app.action_quit)
    if app.face.transfers:
        yield SystemCommand("Screenshot", "Save a picture of the screen", partial(take_picture, app))
    yield SystemCommand("Marbles", "Blocks, quadrants, octants or pixels", app.action_marbles)
    yield SystemCommand("Settings", "Speed, skin, theme, name, sound", app.action_settings)
    yield SystemCommand("Library", "Resume, watch, review, share", app.action_library)
    yield SystemCommand("Statistics", "Won, lost, records and ratings", app.action_statistics)
    for game in app.games:
        if VIEWS[game.key].workshop():
            yield SystemCommand("Boards", "Look at boards, make your own", partial(_open_boards, app, game))
    for game in app.games:
        if lesson_of(game):
            yield SystemCommand(
                f"First lesson: {game.title}", "A few steps on the board", partial(open_lesson, app, game)
            )
    yield SystemCommand("Season", "From the weakest opponents to the strongest", partial(open_season, app))
    yield SystemCommand("Rules and keys", "How to play", app.action_help)
    for game in app.games:
        yield SystemCommand(f"Play {game.title}", game.blurb, partial(app.set_up, game))


def _of_the_board(screen: BoardScreen) -> Iterator[SystemCommand]:
    """What the game menu of a board offers, and what its keys do besides."""
    keys = keys_of(screen)
    offered = {action: title for action, title in screen.menu_entries() if action.startswith("screen.")}
    for active in screen.active_bindings.values():
        action = f"screen.{active.binding.action}"
        if active.node is screen and active.binding.show and action not in (*NOT_OFFERED, *offered):
            offered[action] = active.binding.description
    for action, title in offered.items():
        told = f"{screen.menu_title}, key {keys[action]}" if action in keys else screen.menu_title
        yield SystemCommand(title, told, partial(screen.run_action, action))


def _open_boards(app: Arcade, game: Game) -> None:
    """Show the boards of a game, if they are not shown already, and play on the one that is chosen."""

    def chosen(board: ChosenSetup | None) -> None:
        if board and board.play:
            app.set_up(game, board)

    view = VIEWS[game.key]
    kind = view.workshop()
    if kind and not isinstance(app.screen, kind):
        app.push_screen(view.open_workshop(""), chosen)

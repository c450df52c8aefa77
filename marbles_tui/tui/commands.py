"""What the command palette offers beside Textual's own commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.app import SystemCommand

from marbles_tui.core import Game
from marbles_tui.play.lessons import lesson_of
from marbles_tui.table.tasks.task import FASTER, SLOWER
from marbles_tui.tui.arcade_screen import AnyScreen
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.puzzles import open_lesson
from marbles_tui.tui.table.board_screen import BoardScreen, key_of


def commands(app: Kit, screen: AnyScreen) -> Iterator[SystemCommand]:
    """Everything that can be asked for on a screen: what it offers itself, and what can be had anywhere."""
    own = [*(_of_the_board(screen) if isinstance(screen, BoardScreen) else _of_the_page(app, screen))]
    yield from own
    titles = {command.title for command in own}
    yield from (command for command in _anywhere(app) if command.title not in titles)


def _anywhere(app: Kit) -> Iterator[SystemCommand]:
    yield SystemCommand("Theme", "Choose the colours", app.action_change_theme)
    yield SystemCommand("Quit", "Leave the arcade; your game is saved", app.action_quit)
    if app.face.transfers:
        yield SystemCommand("Screenshot", "Save a picture of the screen", partial(take_picture, app))
    yield SystemCommand("Marbles", "Blocks, quadrants, octants or pixels", _asks(app, "marbles"))
    yield SystemCommand("Settings", "Speed, skin, theme, name, sound", _asks(app, "page('settings')"))
    yield SystemCommand("Library", "Resume, watch, review, share", _asks(app, "page('library')"))
    yield SystemCommand("Statistics", "Won, lost, records and ratings", _asks(app, "page('statistics')"))
    for game in app.games:
        if VIEWS[game.key].workshop_class:
            yield SystemCommand("Boards", "Look at boards, make your own", partial(_open_boards, app, game))
    for game in app.games:
        if lesson_of(game):
            yield SystemCommand(
                f"First lesson: {game.title}", "A few steps on the board", partial(open_lesson, app, game)
            )
    yield SystemCommand(
        "Season", "From the weakest opponents to the strongest", partial(app.open_page, "season", alone=True)
    )
    yield SystemCommand(
        "Tournament", "Its table and its rounds", partial(app.open_page, "tournament", alone=True)
    )
    yield SystemCommand("Rules and keys", "How to play", _asks(app, "help"))
    for game in app.games:
        yield SystemCommand(f"Play {game.title}", game.blurb, partial(app.set_up, game))


def _of_the_board(screen: BoardScreen) -> Iterator[SystemCommand]:
    """What the game menu of a board offers, and what else can be done now."""
    shown = screen.situation.actions
    slower = (SLOWER,) if FASTER in shown else ()
    line = [(one, screen, f"do('{one.id}')") for one in (*shown, *slower) if one.label]
    told = {"help", "settings", "game_menu"}
    for action, node, does in (*screen.offered(), *line):
        if action.id not in told:
            key = key_of(action).key
            about = f"{screen.panels.title}, key {key}" if key else screen.panels.title
            yield SystemCommand(action.label, about, partial(screen.app.run_action, does, node))
        told.add(action.id)


def _of_the_page(app: Kit, screen: AnyScreen) -> Iterator[SystemCommand]:
    """What the keys of a page do, as far as it says so."""
    told = set[str]()
    for node, binding, enabled, _ in screen.active_bindings.values():
        if node is screen and enabled and binding.id and binding.show and binding.action not in told:
            key = app.get_key_display(binding)
            about = f"Here, key {key if key.isascii() else binding.key}"
            yield SystemCommand(binding.description, about, partial(app.run_action, binding.action, screen))
        told.add(binding.action)


def _asks(app: Kit, action: str) -> Callable[[], object]:
    """Have an action of the app run as if by its key."""
    return partial(app.call_later, app.run_action, action)


def _open_boards(app: Kit, game: Game) -> None:
    """Show the boards of a game, if they are not shown already, and play on the one that is chosen."""

    def chosen(board: ChosenSetup | None) -> None:
        if board and board.play:
            app.set_up(game, board)

    view = VIEWS[game.key]
    opened = view.open_workshop() if view.workshop_class else None
    if opened and type(app.screen) is not type(opened):
        app.push_screen(opened, chosen)

"""What each game is on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.tui.games.abacus.view import AbacusView
from marbles_tui.tui.games.beadmaster.view import BeadMasterView
from marbles_tui.tui.games.egg_carton.view import EggCartonView
from marbles_tui.tui.games.getaway.view import GetawayView
from marbles_tui.tui.games.gobblet.view import GobbletView
from marbles_tui.tui.games.view import GameView

VIEWS: Mapping[str, GameView] = {
    view.game.key: view
    for view in (EggCartonView(), AbacusView(), GetawayView(), BeadMasterView(), GobbletView())
}
"""By the keys of their games."""


def short_name(game: Game) -> str:
    """What a game is called in few columns."""
    name = VIEWS[game.key].front().name
    return game.title if game.title.upper() == name else name.title()


def game_name(key: str) -> str:
    """What a game is called in few columns, by its key; that itself where the game is not known here."""
    view = VIEWS.get(key)
    return short_name(view.game) if view else sanitize_line(key, 20)

"""What each game is on the screen."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from marbles_tui.core.text import sanitize_line
from marbles_tui.tui.kit import named

if TYPE_CHECKING:
    from marbles_tui.tui.games.view import GameView


class Views(UserDict[str, "GameView | str"]):
    """Views by the keys of their games, each made of the class of that name when it is first asked for."""

    def __getitem__(self, key: str) -> GameView:
        view = self.data[key]
        if isinstance(view, str):
            made: GameView = named(f"{__name__}.{view}")()
            view = self.data[key] = made
        return view


VIEWS = cast(
    "Mapping[str, GameView]",
    Views(
        {
            "egg-carton": "egg_carton.view:EggCartonView",
            "abacus": "abacus.view:AbacusView",
            "getaway": "getaway.view:GetawayView",
            "beadmaster": "beadmaster.view:BeadMasterView",
            "gobblet": "gobblet.view:GobbletView",
        }
    ),
)
"""By the keys of their games. The menu is painted without them."""


def game_name(key: str) -> str:
    """What a game is called in few columns, by its key; that itself where the game is not known here."""
    return VIEWS[key].game.name if key in VIEWS else sanitize_line(key, 20)

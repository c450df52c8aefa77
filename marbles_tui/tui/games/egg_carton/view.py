"""What Egg Carton is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.tui.games.view import Front, GameView

if TYPE_CHECKING:
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.games.setup_words import SetupWords
    from marbles_tui.tui.kit.board_view import BoardView

SAMPLE: Final = "3,1,4,1,5,9/2,6,5,3,5,8/1,2/1"


class EggCartonView(GameView):
    """Twelve slots with marbles, and two ends."""

    game = EGG_CARTON
    keys = (
        ("`a` to `f`, `i` to `n`, with or without Alt", "pick a slot"),
        ("Alt-G, Alt-H", "game menu and help, as in the original"),
    )

    def front(self) -> Front:
        return Front("EGG CARTON", "1992, Paul Talbot")

    def board(self) -> type[BoardView]:
        from marbles_tui.tui.games.egg_carton.board import EggCartonBoard

        return EggCartonBoard

    def sample(self) -> Any:
        return EGG_CARTON.read(SAMPLE).board

    def setup(self) -> SetupWords:
        from marbles_tui.tui.games.egg_carton.setup import EggCartonSetup

        return EggCartonSetup(self)

    def match(self) -> MatchView:
        from marbles_tui.tui.games.egg_carton.match import EggCartonMatch

        return EggCartonMatch()

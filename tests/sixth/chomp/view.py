"""What Chomp is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.tui.games.view import GameView
from tests.sixth.chomp import CHOMP

if TYPE_CHECKING:
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.kit.board_view import BoardView


class ChompView(GameView):
    """A bar of chocolate."""

    game = CHOMP

    def board(self) -> type[BoardView]:
        from tests.sixth.chomp.board import ChompBoard

        return ChompBoard

    def match(self) -> MatchView:
        from tests.sixth.chomp.match import ChompMatch

        return ChompMatch()

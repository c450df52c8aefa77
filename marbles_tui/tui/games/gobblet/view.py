"""What Gobblet is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marbles_tui.core.palette import PieceColours
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.tui.games.view import Front, GameView

if TYPE_CHECKING:
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.games.setup_words import SetupWords
    from marbles_tui.tui.kit.board_view import BoardView


class GobbletView(GameView):
    """Cups of four sizes on sixteen squares, and beside them."""

    game = GOBBLET
    keys = (
        ("`1` `2` `3`", "pick one of your stacks"),
        ("`a` to `d`, then `1` to `4`", "pick a cell"),
        ("Esc", "put a gobblet back"),
    )

    @property
    def pieces(self) -> PieceColours:
        from marbles_tui.games.gobblet.scene import SIDES

        return SIDES

    def front(self) -> Front:
        return Front("GOBBLET", "2001, Thierry Denoual")

    def board(self) -> type[BoardView]:
        from marbles_tui.tui.games.gobblet.board import GobbletBoard

        return GobbletBoard

    def setup(self) -> SetupWords:
        from marbles_tui.tui.games.gobblet.setup import GobbletSetup

        return GobbletSetup(self)

    def match(self) -> MatchView:
        from marbles_tui.tui.games.gobblet.match import GobbletMatch

        return GobbletMatch()

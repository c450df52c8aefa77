"""What Abacus is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from marbles_tui.core.palette import PieceColours
from marbles_tui.games.abacus import ABACUS
from marbles_tui.tui.games.view import Front, GameView, OptionWords, SetupWords, Sits

if TYPE_CHECKING:
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.kit.board_view import BoardView


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    sits: ClassVar[Sits] = Sits.OPPOSITE
    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}


class AbacusView(GameView):
    """Marbles of two sides on a hexagon."""

    game = ABACUS
    words = AbacusSetup
    keys = (
        ("Space", "mark a marble, or the other end of a row"),
        ("`w` `e` `a` `d` `z` `x`", "push, in the direction in which the key lies from `s`"),
        ("Tab", "the next marble that can move; Shift+Tab the one before"),
        ("`m`", "type a move: `a1b2`, then Enter"),
        ("`v`, `c`", "turn the board; names of rows on or off"),
    )

    @property
    def pieces(self) -> PieceColours:
        from marbles_tui.games.abacus.scene import SIDES

        return SIDES

    def front(self) -> Front:
        return Front("ABACUS", "1995, Kai Nickel")

    def board(self) -> type[BoardView]:
        from marbles_tui.tui.games.abacus.board import AbacusBoard

        return AbacusBoard

    def match(self) -> MatchView:
        from marbles_tui.tui.games.abacus.match import AbacusMatch

        return AbacusMatch()

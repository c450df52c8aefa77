"""What Abacus is on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.games.abacus import ABACUS
from marbles_tui.tui.games.view import GameView, OptionWords, SetupWords, Sits


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    sits: ClassVar[Sits] = Sits.OPPOSITE
    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}


class AbacusView(GameView):
    """Marbles of two sides on a hexagon."""

    game = ABACUS
    words = AbacusSetup
    board_class = "marbles_tui.tui.games.abacus.match:AbacusBoard"
    match_class = "marbles_tui.tui.games.abacus.match:AbacusMatch"
    pieces_in = "marbles_tui.games.abacus.scene:SIDES"
    keys = (
        ("Space", "mark a marble, or the other end of a row"),
        ("`w` `e` `a` `d` `z` `x`", "push, in the direction in which the key lies from `s`"),
        ("Tab", "the next marble that can move; Shift+Tab the one before"),
        ("`m`", "type a move: `a1b2`, then Enter"),
        ("`v`, `c`", "turn the board; names of rows on or off"),
    )

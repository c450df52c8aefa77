"""How the set-up speaks of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from marbles_tui.tui.setup.words import OptionWords, SetupWords, Sits

if TYPE_CHECKING:
    from marbles_tui.tui.widgets.board_view import BoardView


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    sits: ClassVar[Sits] = Sits.OPPOSITE
    least_rows: ClassVar[int] = 9
    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}

    def picture(self) -> type[BoardView[Any]]:
        from marbles_tui.tui.games.abacus.still import AbacusStill

        return AbacusStill

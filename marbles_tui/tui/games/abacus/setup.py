"""How the set-up speaks of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.content import Content

from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.setup.words import OptionWords, SetupWords


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    least_rows: ClassVar[int] = 9

    def signs(self, board: Any, look: Look) -> Content:
        """The marbles of both sides."""
        inks = self.view.seat_inks(look)
        rows = (
            Content.assemble((look.skin.marbles[seat] * count, f"bold #{inks[seat]:06x}"), f"  {count}")
            for seat in range(2)
            if (count := board.cells.count(seat))
        )
        return Content("\n\n").join(rows)

    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}

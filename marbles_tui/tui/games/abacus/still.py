"""The hexagon as a picture: without the names of rows, so that its marbles are larger."""

from __future__ import annotations

from textual.geometry import Size

from marbles_tui.tui.drawing.hexagon import HexagonLayout, lay_out_hexagon
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.abacus.board import AbacusBoard


class AbacusStill(AbacusBoard):
    """The hexagon to look at."""

    def lay_out(self, size: Size, look: Look) -> HexagonLayout:
        """As at the table with its names hidden."""
        return lay_out_hexagon(size.width, size.height, self.rows, names=False, signs=not look.skin.shaded)

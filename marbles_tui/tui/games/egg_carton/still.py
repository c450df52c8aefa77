"""The egg carton as a picture: without letters and numbers, so that its marbles are larger."""

from __future__ import annotations

from dataclasses import replace

from textual.geometry import Size

from marbles_tui.tui.drawing.hollows import HollowsLayout, lay_out_hollows
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.egg_carton.board import ROWS, EggCartonBoard

LABELS = 2
"""The lines above and below that a picture has no use for."""


class EggCartonStill(EggCartonBoard):
    """The carton to look at."""

    def lay_out(self, size: Size, look: Look) -> HollowsLayout:
        """As at the table in two lines more, of which those for the labels lie out of sight."""
        del look
        layout = lay_out_hollows(size.width, size.height + LABELS, ROWS)
        places = {place: region.translate((0, -1)) for place, region in layout.places.items()}
        return replace(
            layout,
            places=places,
            slab=layout.slab.translate((0, -1)),
            labels=(-1, size.height),
        )

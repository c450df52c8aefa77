"""The colours of the marbles of Abacus."""

from __future__ import annotations

from typing import Final

from marbles_tui.tui.drawing.piece_colours import PieceColours

SIDES: Final = PieceColours(
    (0x4A74EE, 0xF0BE4A),
    {"felt": (0xC8403C, 0xEFE6D2), "parchment": (0x2F5D9C, 0xD6952A), "clear": (0x2F63E8, 0xFFC42E)},
)
"""Black and white, as the records call them: black is the darker. Claret and ivory on felt, inks on parchment."""

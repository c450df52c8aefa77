"""The colours of the travellers' pawns."""

from __future__ import annotations

from typing import Final

from marbles_tui.tui.drawing.piece_colours import PieceColours

PAWNS: Final = PieceColours(
    (0xE5544B, 0x4F8FE8, 0x58BD62, 0xE9C445, 0xB76BE0, 0xE88A3C),
    {"clear": (0xD55E00, 0x56B4E9, 0x7A7A7A, 0xFFB000, 0x1B4FD0, 0xFFFFFF)},
)
"""One for each of six travellers."""

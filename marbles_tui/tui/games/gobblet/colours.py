"""The colours of the gobblets."""

from __future__ import annotations

from typing import Final

from marbles_tui.tui.drawing.piece_colours import PieceColours

SIDES: Final = PieceColours(
    (0xE9E1CC, 0x4A62C8),
    {"felt": (0xF0E3BE, 0x9A55B0), "parchment": (0xF6EACB, 0x5A3524), "clear": (0xFFFFFF, 0x2450C8)},
    ("White", "Blue"),
    {"felt": ("White", "Purple"), "parchment": ("White", "Brown")},
)
"""White and black, as the records call them: ivory and indigo, or cream and plum, or cream and walnut."""

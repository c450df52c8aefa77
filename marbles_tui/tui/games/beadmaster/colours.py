"""The colours of BeadMaster's beads."""

from __future__ import annotations

from typing import Final

from marbles_tui.tui.drawing.piece_colours import PieceColours

BEADS: Final = PieceColours(
    (0xF2B233, 0x46C96A, 0xE9E9EE, 0xC07CF2),
    {"clear": (0xFFB000, 0x9AD7FF, 0xA0A0A0, 0xFFF3A0)},
)
"""Amber, jade, pearl and plum."""

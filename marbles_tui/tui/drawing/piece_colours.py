"""The colours of pieces and marks, which a theme of our own may bring along."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class PieceColours:
    """Packed colours of what must be told apart: the sides of each game, the slots of bars, and the marks."""

    abacus: tuple[int, ...] = (0x4A74EE, 0xF0BE4A)
    gobblet: tuple[int, ...] = (0xE9E1CC, 0x4A62C8)
    beads: tuple[int, ...] = (0xF2B233, 0x46C96A, 0xE9E9EE, 0xC07CF2)
    pawns: tuple[int, ...] = (0xE5544B, 0x4F8FE8, 0x58BD62, 0xE9C445, 0xB76BE0, 0xE88A3C)
    marks: tuple[int, int, int] | None = None
    """Target, flash and threat; None for those that go with the lightness of the theme."""


USUAL: Final = PieceColours()

FELT: Final = PieceColours(
    abacus=(0xC8403C, 0xEFE6D2),
    gobblet=(0xF0E3BE, 0x7C3F8E),
)
"""Claret and ivory, as on a card table."""

PARCHMENT: Final = PieceColours(
    abacus=(0x2F5D9C, 0xD6952A),
    gobblet=(0xF6EACB, 0x5A3524),
    marks=(0x1C7A38, 0xB86E00, 0xB8241A),
)
"""Inks: blue and ochre, cream and walnut."""

CLEAR: Final = replace(
    USUAL,
    abacus=(0x2F63E8, 0xFFC42E),
    gobblet=(0xFFFFFF, 0x2450C8),
    beads=(0xFFB000, 0x9AD7FF, 0xA0A0A0, 0xFFF3A0),
    pawns=(0xD55E00, 0x56B4E9, 0x7A7A7A, 0xFFB000, 0x1B4FD0, 0xFFFFFF),
    marks=(0x648FFF, 0xFFB000, 0xDC267F),
)
"""Colours that stay apart, in hue and lightness, for eyes that lack a kind of cone."""

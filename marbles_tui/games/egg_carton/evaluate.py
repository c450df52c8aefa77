"""What a running game of Egg Carton is worth, as a sum of named terms."""

from __future__ import annotations

from typing import Final

OWN_MARBLE: Final = -100
"""A marble on one's own side, which has to go."""

OTHER_MARBLE: Final = 145
TEMPO: Final = 145
"""Having the selection: with luck one goes on selecting."""


def evaluate(own: int, other: int) -> int:
    """Hundredths of a marble for the seat to select, from both sides' fields as the kernel packs them."""
    # The digits' sum of a number in base 1024 is what it leaves when divided by 1023.
    return OWN_MARBLE * (own % 1023) + OTHER_MARBLE * (other % 1023) + TEMPO

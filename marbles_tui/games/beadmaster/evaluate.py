"""What the beads of a player are worth, as a sum of named terms in hundredths of a bead."""

from __future__ import annotations

from typing import Final

from marbles_tui.games.beadmaster.position import BEADS

BEAD: Final = 100
SOON: Final = -31
"""A bead that one slide would let fall."""

LATER: Final = -20
"""A bead that two slides would let fall."""


def safety(beads: int, soon: int, later: int, placing: bool) -> int:
    """The worth of beads, from masks of holes: all, those one slide from falling, and those two slides.

    While beads are being placed those in hand count as well.
    """
    count = BEADS if placing else beads.bit_count()
    return BEAD * count + SOON * soon.bit_count() + LATER * later.bit_count()

"""What the beads of a player are worth, as a sum of named terms in hundredths of a bead."""

from __future__ import annotations

from typing import Final

from marbles_tui.games.beadmaster.position import BEADS

HELD: Final = (0, 82, 215, 313, 399, 500)
"""So many beads together: the second saves a player whose first is about to fall."""

SOON: Final = -44
"""A bead that one slide would let fall."""

LATER: Final = -20
"""A bead that two slides would let fall."""

THIRD: Final = 13
"""A bead that three slides would let fall, where the others take four."""

TEMPO: Final = 8
"""Having the move."""


def safety(beads: int, soon: int, later: int, third: int, placing: bool) -> int:
    """The worth of beads, from masks of holes: all, those one slide from falling, two slides, and three.

    While beads are being placed those in hand count as well.
    """
    count = BEADS if placing else beads.bit_count()
    return HELD[count] + SOON * soon.bit_count() + LATER * later.bit_count() + THIRD * third.bit_count()

"""What a running game of Gobblet is worth, as a sum of named terms.

The unit is a line held with two visible gobblets and no more.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from marbles_tui.games.gobblet.board import LINE_MASKS
from marbles_tui.games.gobblet.masks import FULL, gaps

LINE: Final = (0, 35, 100, 102, 0)
"""A line by the visible gobblets one has in it, whatever else stands there."""

VISIBLE: Final = 45
"""A visible gobblet of whatever size."""

TALLER: Final = (26, 47, 26)
"""What it is worth more for being at least of size 2, 3, 4: it gobbles more and is harder to gobble."""

COVERED: Final = -150
"""A gobblet of one's own that another one covers. As much as a threat: one that costs it gains nothing."""

THREAT: Final = -240
"""A cell that is all the other side lacks of a line, and no huge gobblet guards it: it has to be answered.
One's own such cells need no term: search looks at the move that wins there. (To look a ply deeper under such a
threat instead was tried: that scored 7.5 of 60 games with the same number of positions looked at.)"""

TEMPO: Final = 210
"""Being to move. With so much of it a score changes least from one depth to the next."""


@cache
def shape(mask: int) -> int:
    """What one side's visible gobblets are worth by where they are, and as not being covered."""
    lines = sum(LINE[(mask & line).bit_count()] for line in LINE_MASKS)
    return lines + (VISIBLE - COVERED) * mask.bit_count()


def evaluate(own: int, other: int, seen: int, shown: int) -> int:
    """Hundredths of the unit for the side to move. `own` and `other` are its gobblets and the other side's as
    the kernel packs them; `seen` and `shown` the cells where they are visible."""
    both = own | other
    huge = both >> 48
    large = huge | both >> 32 & FULL
    small = large | both >> 16 & FULL
    value = (
        TEMPO
        + shape(seen)
        - shape(shown)
        + COVERED * (own.bit_count() - other.bit_count())
        + TALLER[0] * ((small & seen).bit_count() - (small & shown).bit_count())
        + TALLER[1] * ((large & seen).bit_count() - (large & shown).bit_count())
        + TALLER[2] * ((huge & seen).bit_count() - (huge & shown).bit_count())
    )
    if threat := gaps(shown) & ~huge:
        value += THREAT * threat.bit_count()
    return value

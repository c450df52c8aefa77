"""What a running game of Gobblet is worth, as a sum of named terms.

The unit is a line held with two visible gobblets and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.games.gobblet.board import LINE_MASKS, seat_of, size_of, threes, visible
from marbles_tui.games.gobblet.position import Gobblets, Placement

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


def evaluate(position: Gobblets) -> int:
    """Hundredths of the unit for the side to move."""
    other = 1 - position.turn
    guarded = sum(1 << cell for cell, stack in enumerate(position.cells) if stack and size_of(stack[-1]) == 4)
    threats = _gaps(visible(position.cells, other)) & ~guarded
    value = _side(position, position.turn) - _side(position, other)
    return TEMPO + value + THREAT * threats.bit_count()


def noisy(position: Gobblets) -> Sequence[Placement]:
    """The moves that complete a line, and so win."""
    gaps = _gaps(visible(position.cells, position.turn))
    return [
        move
        for move in (position.moves() if gaps else ())
        if gaps >> move.target & 1 and position.play(move).four == position.turn
    ]


def _side(position: Gobblets, seat: int) -> int:
    """What one side's gobblets on the board are worth."""
    seen = visible(position.cells, seat)
    value = sum(LINE[(seen & line).bit_count()] for line in LINE_MASKS)
    for stack in position.cells:
        own = [size_of(piece) for piece in stack if seat_of(piece) == seat]
        value += COVERED * len(own)
        if stack and seat_of(stack[-1]) == seat:
            value += VISIBLE - COVERED + sum(TALLER[: own[-1] - 1])
    return value


def _gaps(mask: int) -> int:
    """The cells that are all that lacks of a line."""
    found = 0
    for number in threes(mask):
        found |= LINE_MASKS[number] & ~mask
    return found

"""What the beads of a player are worth, as a sum of named terms in hundredths of a bead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.games.beadmaster.bars import BARS, COVERS, HOLES, SIZE, holes_of
from marbles_tui.games.beadmaster.position import Grid, Ply, Slide, gone

HELD: Final = (0, 82, 215, 313, 399, 500)
"""So many beads together: the second saves a player whose first is about to fall."""

SOON: Final = -44
"""A bead that one slide would let fall."""

LATER: Final = -20
"""A bead that two slides would let fall."""

THIRD: Final = 13
"""A bead that three slides would let fall, where the others take four."""

FALLS: Final = (0, SOON, LATER, THIRD, 0)
"""A bead by the slides that it takes at the least."""

TEMPO: Final = 8
"""Having the move, in a game of two."""

NEVER: Final = 4
"""In place of a number of slides that there is not."""

SLIDES: Final = tuple(
    tuple(
        {
            hole: min((abs(place - to) for to in range(3) if hole not in COVERS[bar][to]), default=NEVER)
            for hole in holes_of(bar)
        }
        for place in range(3)
    )
    for bar in range(BARS)
)
"""By bar, its position and hole: after how many slides the bar shows the hole open."""


def evaluate(position: Grid, seat: int) -> int:
    """What a seat's beads are worth, less the mean of the others'. Beads in hand count for nothing."""
    worth = [0] * position.seats
    for hole in range(HOLES):
        if owner := position.beads[hole]:
            row, column = divmod(hole, SIZE)
            slides = sum(SLIDES[bar][position.bars[bar]][hole] for bar in (row, SIZE + column))
            worth[owner - 1] += FALLS[min(slides, NEVER)]
    if not position.placing:
        for other in range(position.seats):
            worth[other] += HELD[position.beads.count(other + 1)]
    own = worth[seat]
    value = own - (sum(worth) - own) // (position.seats - 1)
    if position.seats > 2:
        return value
    return value + (TEMPO if seat == position.turn else -TEMPO)


def noisy(position: Grid) -> Sequence[Ply]:
    """The slides that make more beads of others fall than of the mover."""
    return [move for move in position.moves() if gain(position, move) > 0]


def gain(position: Grid, move: Ply) -> int:
    """The beads of others that a move makes fall, less the mover's own."""
    fallen = [position.beads[hole] for hole in gone(position, move)] if isinstance(move, Slide) else []
    return len(fallen) - 2 * fallen.count(position.turn + 1)

"""What a position of Abacus is worth.

Marbles decide games. Short of that the middle does: marbles near it cannot be pushed off and push others to
the edge; marbles that hold together resist a push; and who can push has the say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES
from marbles_tui.games.abacus.position import Abacus, Step
from marbles_tui.games.abacus.row import EDGE, Line, line_ahead

MARBLE: Final = 100
NEARER: Final = 15
"""For each step that a marble stands nearer to the middle than the edge does."""

ON_EDGE: Final = -4
NEIGHBOURS: Final = 3
"""For each two marbles of a side next to each other."""

PRESSURE: Final = 8
"""For each push that the side could make now, were it to move."""

THREATENED: Final = -8
"""For each push that would push one of its marbles off, were the other side to move."""

PLACE: Final = tuple(
    NEARER * (4 - distance) + ON_EDGE * (distance == 4)
    for distance in (max(abs(row - 4), abs(digit - 5), abs(row - 4 - digit + 5)) for row, digit in PLACES)
)
"""What each cell is worth to the marble on it."""


def evaluate(position: Abacus) -> int:
    """The worth for the side to move, in hundredths of a marble. What it pushes off now is left to search."""
    seat, other = position.turn, 1 - position.turn
    own, enemy = _pushes(position, seat), _pushes(position, other)
    return (
        MARBLE * (position.lost[other] - position.lost[seat])
        + _standing(position, seat)
        - _standing(position, other)
        + PRESSURE * (len(own) - len(enemy))
        + THREATENED * sum(line.behind == EDGE for _, line in enemy)
    )


def noisy(position: Abacus) -> Sequence[Step]:
    """The moves that push a marble off the board."""
    if position.result is not None:
        return []
    return [
        Step(line.own, heading) for heading, line in _pushes(position, position.turn) if line.behind == EDGE
    ]


def _pushes(position: Abacus, seat: int) -> list[tuple[int, Line]]:
    """What a side could push, were it to move, by the heading."""
    cells = position.cells
    lines = [
        (heading, line_ahead(cells, seat, cell, heading))
        for cell in CELLS
        if cells[cell] == seat
        for heading, ahead in enumerate(NEXT)
        if ahead[cell] != OFF and cells[ahead[cell]] == seat  # one alone pushes nothing
    ]
    return [(heading, line) for heading, line in lines if line.enemies and line.moves]


def _standing(position: Abacus, seat: int) -> int:
    """What the places of a side's marbles are worth."""
    cells = position.cells
    own = [cell for cell in CELLS if cells[cell] == seat]
    pairs = sum(ahead[cell] != OFF and cells[ahead[cell]] == seat for cell in own for ahead in NEXT[:3])
    return sum(PLACE[cell] for cell in own) + NEIGHBOURS * pairs

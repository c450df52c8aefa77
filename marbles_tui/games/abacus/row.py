"""What a row of marbles meets where it would go: the heart of the rules."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from marbles_tui.games.abacus.hexagon import NEXT, OFF

Cells: TypeAlias = tuple[int, ...]
"""The seat whose marble lies on each of the 61 cells, or EMPTY."""

EMPTY: Final = -1
EDGE: Final = 2
"""No cell at all, where EMPTY or a seat could be."""

MOST: Final = 3
"""The most own marbles that move at once."""


class Line(NamedTuple):
    """The run of own marbles from a rear one on, the enemies right in front of it, and the cell behind them.

    Source: Nickel's readme, its lists of possible and of wrong moves.
    """

    own: tuple[int, ...]
    enemies: tuple[int, ...]
    behind: int
    """What lies behind the last of them: EMPTY, the own seat, or EDGE."""

    @property
    def moves(self) -> bool:
        """Whether the row may go: at most three, more than they push, and room for the foremost.

        Only an enemy marble goes over the edge.
        """
        pushed = len(self.enemies)
        if len(self.own) > MOST or pushed >= len(self.own):
            return False
        return self.behind == EMPTY or (self.behind == EDGE and pushed > 0)


def line_ahead(cells: Cells, seat: int, rear: int, heading: int) -> Line:
    """What lies in a heading from the marble `rear` of `seat`."""
    ahead = NEXT[heading]
    own, enemies = [rear], []
    cell = ahead[rear]
    while cell != OFF and cells[cell] == seat:
        own.append(cell)
        cell = ahead[cell]
    while cell != OFF and cells[cell] == 1 - seat:
        enemies.append(cell)
        cell = ahead[cell]
    return Line(tuple(own), tuple(enemies), EDGE if cell == OFF else cells[cell])


def broadside_is_free(cells: Cells, row: tuple[int, ...], heading: int) -> bool:
    """Whether every marble of a row finds an empty cell in a heading."""
    ahead = NEXT[heading]
    return all(ahead[cell] != OFF and cells[ahead[cell]] == EMPTY for cell in row)

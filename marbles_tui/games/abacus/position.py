"""A position of Abacus and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from marbles_tui.core import Event, Result, Tell
from marbles_tui.core.tuples import NamedTuple

# The board of 61 cells: their names, the six headings, and what lies in each of them.
#
# Rows A (bottom, five cells) to E (nine) to I (top, five); the digit of a cell is its diagonal. Cells are
# numbered from 0 in the order A1, A2, … I9.

ROWS: Final = "ABCDEFGHI"

SPANS: Final = tuple(range(max(1, row - 3), min(9, row + 5) + 1) for row in range(9))
"""The digits of each row, from A."""

NAMES: Final = tuple(f"{ROWS[row]}{digit}" for row in range(9) for digit in SPANS[row])
PLACES: Final = tuple((row, digit) for row in range(9) for digit in SPANS[row])
"""Row (from 0) and digit of each cell."""

CELLS: Final = range(len(NAMES))

STEPS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""What each heading adds to row and digit: counter-clockwise from the right; the first three lead to later cells, and
heading + 3 is the way back."""

OFF: Final = -1
"""Beyond the edge."""

_NUMBER: Final = {place: cell for cell, place in enumerate(PLACES)}

NEXT: Final = tuple(
    tuple(_NUMBER.get((row + up, digit + along), OFF) for row, digit in PLACES) for up, along in STEPS
)
"""NEXT[heading][cell]: the neighbour, or OFF."""

BY_NAME: Final = {name.lower(): cell for cell, name in enumerate(NAMES)}
"""A cell from its name in lower case, as notation has it."""


def back(heading: int) -> int:
    """The opposite heading."""
    return (heading + 3) % 6


def heading_to(cell: int, neighbour: int) -> int | None:
    """The heading that leads from a cell to its neighbour; None if they are not neighbours."""
    return next((heading for heading in range(6) if NEXT[heading][cell] == neighbour), None)


def heading_towards(cell: int, other: int) -> int | None:
    """The heading in which `other` lies straight ahead of `cell`, at any distance; None if in none."""
    for heading in range(6):
        ahead = NEXT[heading][cell]
        while ahead not in (OFF, other):
            ahead = NEXT[heading][ahead]
        if ahead == other:
            return heading
    return None


Cells: TypeAlias = tuple[int, ...]
"""The seat whose marble lies on each of the 61 cells, or EMPTY."""

EMPTY: Final = -1
EDGE: Final = 2
"""No cell at all, where EMPTY or a seat could be."""

MOST: Final = 3
"""The most own marbles that move at once."""


class MarbleLine(NamedTuple):
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


def line_ahead(cells: Cells, seat: int, rear: int, heading: int) -> MarbleLine:
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
    return MarbleLine(tuple(own), tuple(enemies), EDGE if cell == OFF else cells[cell])


def broadside_is_free(cells: Cells, row: tuple[int, ...], heading: int) -> bool:
    """Whether every marble of a row finds an empty cell in a heading."""
    ahead = NEXT[heading]
    return all(ahead[cell] != OFF and cells[ahead[cell]] == EMPTY for cell in row)


SIDES: Final = ("Black", "White")
LOSE: Final = 6
"""The marbles to lose, unless an option says otherwise. (Nickel's readme, first paragraph.)"""


class MarbleStep(NamedTuple):
    """A ply: one, two or three marbles of a straight row that go one cell in a heading.

    In-line the rear marble stands first, broadside the end that comes first in the order A1, A2, … I9.
    """

    marbles: tuple[int, ...]
    heading: int

    @property
    def inline(self) -> bool:
        """Whether the row moves along its line; a single marble always does."""
        marbles = self.marbles
        return len(marbles) == 1 or NEXT[self.heading][marbles[0]] == marbles[1]

    @property
    def entered(self) -> int:
        """The cell that the front marble of an in-line move enters, or the first one of a broadside."""
        return NEXT[self.heading][self.marbles[-1 if self.inline else 0]]

    def __str__(self) -> str:
        first, last = self.marbles[0], self.marbles[-1]
        ends = (first,) if self.inline else (first, last)
        return "".join(NAMES[cell] for cell in (*ends, NEXT[self.heading][first])).lower()

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """In-line: the rear marble, the cell that the front one enters. Broadside: both ends, and the cell
        where the first one named goes."""
        first, last = self.marbles[0], self.marbles[-1]
        if self.inline:
            return ((first, self.entered),)
        ahead = NEXT[self.heading]
        return ((first, last, ahead[first]), (last, first, ahead[last]))


class AbacusCells(NamedTuple):
    """The marbles as they are drawn: each cell's seat or EMPTY, and how many each seat has lost."""

    cells: Cells
    lost: tuple[int, int]


class Abacus(NamedTuple):
    """The seat on each cell, the seat to move, the marbles lost by both, and how many are too many."""

    cells: Cells
    turn: int
    lost: tuple[int, int] = (0, 0)
    lose: int = LOSE

    @property
    def actor(self) -> int:
        """The seat to move."""
        return self.turn

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def board(self) -> AbacusCells:
        """The marbles, and those beside the board."""
        return AbacusCells(self.cells, self.lost)

    @property
    def result(self) -> Result | None:
        """Who has lost `lose` marbles has lost, and so has who cannot move."""
        if max(self.lost) >= self.lose:
            return Result.win(2, 0 if self.lost[1] >= self.lose else 1, "pushed-off")
        return None if self._can_move() else Result.win(2, 1 - self.turn, "no-move")

    def moves(self) -> Sequence[MarbleStep]:
        """The in-line moves by their rear marble, then the broadsides by their first end."""
        return () if max(self.lost) >= self.lose else [*self._inline(), *self._broadside()]

    def _can_move(self) -> bool:
        cells, seat = self.cells, self.turn
        for cell in CELLS:
            if cells[cell] == seat:
                for ahead in NEXT:
                    if ahead[cell] != OFF and cells[ahead[cell]] == EMPTY:
                        return True
        return next(self._inline(), None) is not None

    def _inline(self) -> Iterator[MarbleStep]:
        cells, seat = self.cells, self.turn
        for rear in CELLS:
            if cells[rear] == seat:
                for heading in range(6):
                    line = line_ahead(cells, seat, rear, heading)
                    if line.moves:
                        yield MarbleStep(line.own, heading)

    def _broadside(self) -> Iterator[MarbleStep]:
        cells, seat = self.cells, self.turn
        for first in CELLS:
            if cells[first] != seat:
                continue
            for along in range(3):
                row: tuple[int, ...] = (first,)
                while len(row) < 3:
                    end = NEXT[along][row[-1]]
                    if end == OFF or cells[end] != seat:
                        break
                    row = (*row, end)
                    for heading in range(6):
                        if heading not in (along, back(along)) and broadside_is_free(cells, row, heading):
                            yield MarbleStep(row, heading)

    def play(self, move: MarbleStep, tell: Tell | None = None) -> Abacus:
        """Move the row and what it pushes, front first; a marble with no cell ahead of it is lost."""
        cells, lost, seat, ahead = list(self.cells), list(self.lost), self.turn, NEXT[move.heading]
        pushed: tuple[int, ...] = ()
        if move.inline:
            pushed = line_ahead(self.cells, seat, move.marbles[0], move.heading).enemies

        def event(kind: str, *where: int, **facts: object) -> None:
            if tell:
                board = AbacusCells(tuple(cells), (lost[0], lost[1]))
                tell(Event(kind, board, where, {"seat": seat, "heading": move.heading, **facts}))

        event("select", *move.marbles, move=move, pushed=len(pushed))
        train = (*move.marbles, *pushed)
        for cell in reversed(train) if move.inline else train:
            owner, target = cells[cell], ahead[cell]
            cells[cell] = EMPTY
            if target == OFF:
                lost[owner] += 1
                event("lost", cell, owner=owner, lost=lost[owner], lose=self.lose)
            else:
                cells[target] = owner
                event("push", cell, target, owner=owner)
        after = Abacus(tuple(cells), 1 - seat, (lost[0], lost[1]), self.lose)
        if tell and (result := after.result):
            event("win", reason=result.reason, lose=self.lose)
        return after

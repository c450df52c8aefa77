"""A position of Abacus and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from marbles_tui.core import Event, Result, Tell
from marbles_tui.games.abacus.hexagon import CELLS, NAMES, NEXT, OFF, back
from marbles_tui.games.abacus.row import EMPTY, Cells, broadside_is_free, line_ahead

SIDES: Final = ("Black", "White")
LOSE: Final = 6
"""The marbles to lose, unless an option says otherwise. (Nickel's readme, first paragraph.)"""


class Step(NamedTuple):
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


class Board(NamedTuple):
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
    def board(self) -> Board:
        """The marbles, and those beside the board."""
        return Board(self.cells, self.lost)

    @property
    def result(self) -> Result | None:
        """Who has lost `lose` marbles has lost, and so has who cannot move."""
        for seat in (0, 1):
            if self.lost[seat] >= self.lose:
                return Result.win(2, 1 - seat, "pushed-off")
        return None if self._can_move() else Result.win(2, 1 - self.turn, "no-move")

    def moves(self) -> Sequence[Step]:
        """The in-line moves by their rear marble, then the broadsides by their first end."""
        if max(self.lost) >= self.lose:
            return ()
        return [*self._inline(), *self._broadside()]

    def _can_move(self) -> bool:
        cells, seat = self.cells, self.turn
        for cell in CELLS:
            if cells[cell] == seat:
                for ahead in NEXT:
                    if ahead[cell] != OFF and cells[ahead[cell]] == EMPTY:
                        return True
        return next(self._inline(), None) is not None

    def _inline(self) -> Iterator[Step]:
        cells, seat = self.cells, self.turn
        for rear in CELLS:
            if cells[rear] == seat:
                for heading in range(6):
                    line = line_ahead(cells, seat, rear, heading)
                    if line.moves:
                        yield Step(line.own, heading)

    def _broadside(self) -> Iterator[Step]:
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
                            yield Step(row, heading)

    def play(self, move: Step, tell: Tell | None = None) -> Abacus:
        """Move the row and what it pushes, front first; a marble with no cell ahead of it is lost."""
        cells, lost, seat, ahead = list(self.cells), list(self.lost), self.turn, NEXT[move.heading]
        pushed: tuple[int, ...] = ()
        if move.inline:
            pushed = line_ahead(self.cells, seat, move.marbles[0], move.heading).enemies

        def event(kind: str, *where: int, **facts: object) -> None:
            if tell:
                board = Board(tuple(cells), (lost[0], lost[1]))
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

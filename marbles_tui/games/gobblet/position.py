"""A position of Gobblet and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from marbles_tui.core import Event, Result, Tell
from marbles_tui.core.tuples import NamedTuple

# The board and what stands on it: places, gobblets, stacks, the ten lines of four.
#
# Places are numbered: the cells A1 to D4 from 0 to 15, row by row from the top, then the external stacks W1, W2,
# W3, K1, K2, K3 from 16 to 21. A gobblet is a number too: twice its size, 1 to 4, plus its seat.

CELLS: Final = range(16)
STACKS: Final = (range(16, 19), range(19, 22))
"""The external stacks of each seat."""

PLACES: Final = 22
SIZES: Final = range(1, 5)
OF_EACH_SIZE: Final = 3
"""Gobblets a side has of each size."""

SIDES: Final = ("White", "Black")
LETTERS: Final = "WK"
"""The letters of the seats in texts."""

NAMES: Final = (
    *(f"{row}{column}" for row in "ABCD" for column in range(1, 5)),
    "W1",
    "W2",
    "W3",
    "K1",
    "K2",
    "K3",
)
"""What a place is called in texts."""

NUMBERS: Final = {name: place for place, name in enumerate(NAMES)}

LINES: Final = (
    *(tuple(range(4 * row, 4 * row + 4)) for row in range(4)),
    *(tuple(range(column, 16, 4)) for column in range(4)),
    (0, 5, 10, 15),
    (3, 6, 9, 12),
)
"""The cells of the rows, the columns and the diagonals."""

LINE_NAMES: Final = (
    *(f"row {row}" for row in "ABCD"),
    *(f"column {column}" for column in range(1, 5)),
    "the diagonal A1-D4",
    "the diagonal A4-D1",
)
LINE_MASKS: Final = tuple(sum(1 << cell for cell in line) for line in LINES)
"""The lines as sixteen-bit masks: the bit of cell n is 1 << n."""

Stack: TypeAlias = tuple[int, ...]
"""The gobblets of a cell, from the bottom up."""


def gobblet(seat: int, size: int) -> int:
    """The gobblet of a seat and a size."""
    return 2 * size + seat


def size_of(piece: int) -> int:
    """A gobblet's size, from 1 to 4."""
    return piece >> 1


def seat_of(piece: int) -> int:
    """Whose gobblet it is."""
    return piece & 1


def name_of(piece: int) -> str:
    """A gobblet in texts: `W4`."""
    return f"{LETTERS[piece & 1]}{piece >> 1}"


class GobbletStacks(NamedTuple):
    """What is drawn of a position: the cells' gobblets, the size on top of each external stack (0: none is left,
    else all smaller ones are below it), and the gobblet in the air, 0 for none."""

    cells: tuple[Stack, ...]
    stacks: tuple[int, ...]
    hand: int = 0


def visible(cells: Sequence[Stack], seat: int) -> int:
    """The mask of the cells whose topmost gobblet is a seat's."""
    return sum([1 << cell for cell, stack in enumerate(cells) if stack and stack[-1] & 1 == seat])


def fours(mask: int) -> Iterator[int]:
    """The lines, by number, that lie wholly in a mask."""
    return (number for number, line in enumerate(LINE_MASKS) if mask & line == line)


def threes(mask: int) -> Iterator[int]:
    """The lines, by number, that have exactly three cells in a mask."""
    return (number for number, line in enumerate(LINE_MASKS) if (mask & line).bit_count() == 3)


class GobbletPlacement(NamedTuple):
    """A ply: the stack or cell a gobblet is lifted from, and the cell it is put down on. `W3B2`, `A2C2`."""

    origin: int
    target: int

    def __str__(self) -> str:
        return NAMES[self.origin] + NAMES[self.target]

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """Two picks: where from, and where to."""
        return ((self.origin, self.target),)


PLACEMENTS: Final = tuple(
    tuple(GobbletPlacement(origin, target) for target in CELLS) for origin in range(PLACES)
)


class Gobblets(NamedTuple):
    """Where all gobblets stand, the sizes on top of the six external stacks, and the side to move; after the
    end, the one that did not move last. `rogers`: stacks may gobble anywhere (Rogers's rules, II.A)."""

    cells: tuple[Stack, ...]
    stacks: tuple[int, ...]
    turn: int
    rogers: bool = False

    @property
    def actor(self) -> int:
        """The side to move."""
        return self.turn

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def board(self) -> GobbletStacks:
        """The gobblets; none is in the air between moves."""
        return GobbletStacks(self.cells, self.stacks)

    @property
    def result(self) -> Result | None:
        """Four visible gobblets in a line win (Rogers's rules, I.B), those the mover left uncovered before the
        mover's own (I.L). Who cannot move has lost."""
        winner = self.four
        if winner is not None:
            return Result.win(2, winner, "uncovered" if winner == self.turn else "four")
        return None if self._can_move() else Result.win(2, 1 - self.turn, "no-move")

    @property
    def four(self) -> int | None:
        """The seat whose line of four decides, if any."""
        for seat in (self.turn, 1 - self.turn):
            if next(fours(visible(self.cells, seat)), None) is not None:
                return seat
        return None

    def moves(self) -> Sequence[GobbletPlacement]:
        """From the stacks first, then from the board, each in the order of the places."""
        return () if self.four is not None else list(self._placements())

    def targets(self, origin: int) -> list[int]:
        """The cells that the gobblet on top of one's own stack or cell may go to."""
        cells = self.cells
        if origin in STACKS[self.turn]:
            size = self.stacks[origin - STACKS[0].start]
            if not size:
                return []
            if not self.rogers:
                trio = self.trio()
                return [
                    cell
                    for cell in CELLS
                    if not cells[cell] or (cell in trio and cells[cell][-1] >> 1 < size)
                ]
        else:
            if not cells[origin] or cells[origin][-1] & 1 != self.turn:
                return []
            size = cells[origin][-1] >> 1
        return [cell for cell in CELLS if not cells[cell] or cells[cell][-1] >> 1 < size]

    def trio(self) -> frozenset[int]:
        """The cells of the opponent's visible gobblets that stand three in a line (Rogers's rules, I.F)."""
        mask = visible(self.cells, 1 - self.turn)
        return frozenset(cell for number in threes(mask) for cell in LINES[number] if mask >> cell & 1)

    def _placements(self) -> Iterator[GobbletPlacement]:
        for origin in (*STACKS[self.turn], *CELLS):
            row = PLACEMENTS[origin]
            for target in self.targets(origin):
                yield row[target]

    def _can_move(self) -> bool:
        # A gobblet at hand suffices. Either a cell is empty, or sixteen are visible: then the mover shows four
        # or more, so of two sizes or more, and can gobble the smallest there is.
        own = self.stacks[3 * self.turn : 3 * self.turn + 3]
        return any(own) or bool(visible(self.cells, self.turn))

    def play(self, move: GobbletPlacement, tell: Tell | None = None) -> Gobblets:
        """Lift a gobblet and put it down."""
        origin, target = move
        cells, stacks, seat = list(self.cells), self.stacks, self.turn
        if origin in CELLS:
            piece = cells[origin][-1]
            cells[origin] = cells[origin][:-1]
        else:
            place = origin - STACKS[0].start
            piece = gobblet(seat, stacks[place])
            stacks = (*stacks[:place], stacks[place] - 1, *stacks[place + 1 :])
        if tell:
            _tell_lift(GobbletStacks(tuple(cells), stacks, piece), origin, tell)
        covered = cells[target][-1] if cells[target] else 0
        cells[target] = (*cells[target], piece)
        after = Gobblets(tuple(cells), stacks, 1 - seat, self.rogers)
        if tell:
            facts = {"seat": seat, "gobblet": piece, "covered": covered}
            tell(Event("cover" if covered else "put", after.board, (origin, target), facts))
            _tell_end(after, tell)
        return after


def _tell_lift(board: GobbletStacks, origin: int, tell: Tell) -> None:
    seat = board.hand & 1
    tell(Event("lift", board, (origin,), {"seat": seat, "gobblet": board.hand}))
    # Only where the gobblet stood can a line have come to light, and only one of the opponent's: had the
    # gobblet covered one of its own side, the line would have stood before.
    numbers = list(fours(visible(board.cells, 1 - seat)))
    if numbers:
        tell(_line("reveal", board, 1 - seat, numbers, origin=origin))


def _tell_end(after: Gobblets, tell: Tell) -> None:
    result = after.result
    if result is None:
        return
    winner = result.winners[0]
    if result.reason == "no-move":
        tell(Event("stuck", after.board, (), {"seat": after.turn}))
        return
    numbers = list(fours(visible(after.cells, winner)))
    tell(_line("line", after.board, winner, numbers, uncovered=result.reason == "uncovered"))


def _line(kind: str, board: GobbletStacks, seat: int, numbers: Sequence[int], **facts: int) -> Event:
    """An event of one or several lines of a seat's: their cells one line after another, none twice."""
    cells = tuple(dict.fromkeys(cell for number in numbers for cell in LINES[number]))
    return Event(kind, board, cells, {"seat": seat, "lines": tuple(numbers), **facts})


def binds(options: Mapping[str, str], origin: int) -> bool:
    """Whether a gobblet lifted from a place must be played: under these options, and from a cell."""
    return options["touch"] == "on" and options["rules"] == "official" and origin in CELLS


def is_lost(position: Gobblets, options: Mapping[str, str], origin: int) -> bool:
    """Whether lifting the gobblet from a place has lost its player the game, since it can go nowhere. The
    match then ends as if they had resigned."""
    if not binds(options, origin) or position.result:
        return False
    stack = position.cells[origin]
    return bool(stack) and seat_of(stack[-1]) == position.turn and not position.targets(origin)

"""A board of Gary's Great Getaway: a trail of squares from Start to Castle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from marbles_tui.core.tuples import NamedTuple

GOLD: Final = range(1_000_001)
"""What a purse may hold at the start, and what a trinket may be worth."""

DIE: Final = range(2, 101)
"""How many sides a die may have."""

SQUARES: Final = range(2, 501)
"""How many squares a board may have, with Start and Castle."""

FIXED_AMOUNT: Final = range(1, 1_000_001)
DRAWN: Final = range(1, 1001)
"""The n of an amount or jump drawn from 1 to n."""

JUMP: Final = range(-500, 501)
WAIT: Final = range(1, 1001)
"""The number of a trap."""

USUAL_GOLD: Final = 20
USUAL_SIDES: Final = 6

Kind: TypeAlias = Literal[
    "start", "treasure", "teleporter", "toll", "trinkets", "trap", "plain", "castle"
]  # fmt: skip


class Amount(NamedTuple):
    """Gold: exactly `size` pieces, or 1 to `size` as chance has it."""

    size: int
    drawn: bool = False

    def __str__(self) -> str:
        return f"{'M' if self.drawn else 'F'} {self.size}"


class Jump(NamedTuple):
    """A transport: by `size` squares (`F`), by 1 to `size` with its sign (`M`), or to square `size` (`A`)."""

    way: Literal["F", "M", "A"]
    size: int

    def __str__(self) -> str:
        return f"{self.way} {self.size}"

    def target(self, square: int, last: int, drawn: int = 0) -> int:
        """Where it leads from `square`, on a board that ends at `last`; `drawn` is the number that fell."""
        if self.way == "A":
            target = self.size
        elif self.way == "F":
            target = square + self.size
        else:
            target = square + (drawn if self.size > 0 else -drawn)
        return max(0, min(target, last))

    @property
    def draws(self) -> int:
        """How many numbers can fall; 0 where nothing is drawn."""
        return abs(self.size) if self.way == "M" else 0

    def targets(self, square: int, last: int) -> set[int]:
        """Everywhere it can lead."""
        falls = range(1, self.draws + 1) or (0,)
        return {self.target(square, last, drawn) for drawn in falls}


class Trinket(NamedTuple):
    """A thing to carry and to sell."""

    name: str
    description: str
    value: int


class Treasure(NamedTuple):
    """Pays gold: to the first to land, or to everyone."""

    amount: Amount
    once: bool


class Teleporter(NamedTuple):
    """Carries off the first to land, or everyone."""

    jump: Jump
    once: bool


class Toll(NamedTuple):
    """Carries off who does not pay: the first to land, or everyone."""

    jump: Jump
    amount: Amount
    once: bool


class Trinkets(NamedTuple):
    """Gives one trinket to each who lands, in the order of the list, until none is left."""

    items: tuple[Trinket, ...]


class Trap(NamedTuple):
    """Holds who lands, for `number` turns or until `number` is rolled; who has the trinket walks free."""

    event: bool
    number: int
    trinket: str


Encounter: TypeAlias = Treasure | Teleporter | Toll | Trinkets | Trap
"""What follows a square's colon."""


class Square(NamedTuple):
    """A name and what waits there: nothing on Start, Castle and plain squares."""

    name: str
    encounter: Encounter | None = None


class Board(NamedTuple):
    """The purse and the die to play with, and at least two squares: Start first, Castle last."""

    squares: tuple[Square, ...]
    gold: int = USUAL_GOLD
    sides: int = USUAL_SIDES

    @property
    def last(self) -> int:
        """The number of the castle."""
        return len(self.squares) - 1

    def kind(self, number: int) -> Kind:
        """What kind of square that is."""
        if number == 0:
            return "start"
        if number == self.last:
            return "castle"
        match self.squares[number].encounter:
            case Treasure():
                return "treasure"
            case Teleporter():
                return "teleporter"
            case Toll():
                return "toll"
            case Trinkets():
                return "trinkets"
            case Trap():
                return "trap"
        return "plain"


LONGEST_NAME: Final = 60
"""Characters of a name in a warning."""

MOST_NAMED: Final = 20
"""Squares of a circle that a warning names."""


def short(name: str) -> str:
    """A name cut to what a line has room for."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."


def warn(board: Board, announced: int | None = None) -> Iterator[str]:
    """The warnings, in the order of the squares where they have one; `announced` is the header's count."""
    if announced is not None and announced != len(board.squares):
        yield f"the header announces {announced} squares, there are {len(board.squares)}"
    circles = find_circles(board)
    met = met_squares(board)
    trinkets = {
        item.name
        for square in board.squares
        if isinstance(square.encounter, Trinkets)
        for item in square.encounter.items
    }
    for number, (name, encounter) in enumerate(board.squares):
        where = f"square {number}, {short(name)}: "
        jump = encounter.jump if isinstance(encounter, Teleporter | Toll) else None
        if board.kind(number) == "plain":
            yield where + "there is nothing after the colon, so nothing happens here"
        if isinstance(encounter, Trap):
            if encounter.trinket not in trinkets:
                yield where + f"there is no trinket {short(encounter.trinket)!r} to avoid the trap"
            if encounter.event and encounter.number > board.sides:
                yield where + f"a die with {board.sides} sides never rolls {encounter.number}"
        if jump and _leaves(jump, number, board.last):
            yield where + f"the jump {jump} leads off the board and stops at its end"
        for circle in circles:
            if circle[0] == number:
                names = ", ".join(f"{at} ({short(board.squares[at].name)})" for at in circle[:MOST_NAMED])
                names += ", ..." if len(circle) > MOST_NAMED else ""
                yield f"the teleporters of square{'s'[: len(circle) > 1]} {names} lead in a circle"
        if number and number != board.last and number not in met:
            yield where + "neither a roll nor a jump leads here"
    if board.last not in met:
        yield f"square {board.last}, {short(board.squares[-1].name)}: the castle can't be reached"


def _leaves(jump: Jump, number: int, last: int) -> bool:
    end = jump.size if jump.way == "A" else number + jump.size
    return not 0 <= end <= last


def find_circles(board: Board) -> list[list[int]]:
    """The circles of repeating fixed teleporters, each from its first square on."""
    leads: dict[int, int] = {}
    for number, square in enumerate(board.squares):
        encounter = square.encounter
        if isinstance(encounter, Teleporter) and not encounter.once and not encounter.jump.draws:
            leads[number] = encounter.jump.target(number, board.last)
    circles, done = [], set[int]()
    for number in leads:
        path: list[int] = []
        at = number
        while at in leads and at not in done:
            done.add(at)
            path.append(at)
            at = leads[at]
        if at in path:
            circle = path[path.index(at) :]
            first = circle.index(min(circle))
            circles.append(circle[first:] + circle[:first])
    return circles


def exits(board: Board) -> list[set[int]]:
    """For each square, where a pawn that lands there may stand at the end of its turn or be carried next,
    whatever has been spent, paid or taken; the square itself where it may stay."""
    circling = {number for circle in find_circles(board) for number in circle}
    out: list[set[int]] = []
    for number, square in enumerate(board.squares):
        encounter = square.encounter
        if isinstance(encounter, Teleporter | Toll):
            targets = encounter.jump.targets(number, board.last)
            stays = encounter.once or isinstance(encounter, Toll) or number in circling
            out.append(targets | {number} if stays else targets)
        else:
            out.append({number})
    return out


def met_squares(board: Board) -> set[int]:
    """The squares that rolls and jumps can lead to from Start."""
    after = exits(board)
    met: set[int] = set()
    rests = {0}
    open_rests = [0]
    while open_rests:
        at = open_rests.pop()
        landings = [min(at + roll, board.last) for roll in range(1, board.sides + 1)]
        while landings:
            square = landings.pop()
            if square in met:
                continue
            met.add(square)
            landings.extend(after[square] - {square})
            if square in after[square] and square not in rests:
                rests.add(square)
                open_rests.append(square)
    return met


def dead_ends(board: Board) -> frozenset[int]:
    """The squares from which no roll and no jump ever leads to the castle."""
    after = exits(board)
    before: list[set[int]] = [set() for _ in board.squares]
    for number, targets in enumerate(after):
        for target in targets - {number}:
            before[target].add(number)
    alive = {board.last}
    open_squares = [board.last]
    while open_squares:
        square = open_squares.pop()
        rolled = range(max(0, square - board.sides), square)
        leading = before[square] | {start for start in rolled if start == 0 or start in after[start]}
        fresh = leading - alive
        alive |= fresh
        open_squares.extend(fresh)
    return frozenset(range(len(board.squares))) - alive

"""A board of Gary's Great Getaway: a trail of squares from Start to Castle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

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
"""What stands behind a square's colon."""


class Square(NamedTuple):
    """A name and what waits there: nothing on Start, Castle and plain squares."""

    name: str
    encounter: Encounter | None = None


@dataclass(frozen=True, slots=True)
class Board:
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

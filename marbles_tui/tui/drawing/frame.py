"""What a board is asked to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from marbles_tui.core import Cell, Event


class Tone(Enum):
    """What an end is to those who look at it."""

    WON = auto()
    LOST = auto()
    DRAWN = auto()
    NEUTRAL = auto()
    """Somebody has won, and nobody who looks has won or lost."""


@dataclass(frozen=True, slots=True)
class Finale:
    """How a match that is over is shown on its board: what the end is to those who look, the words that are written
    in big letters, the names of the seats, and how far the show has come, 0 to 1."""

    tone: Tone
    words: str
    names: tuple[str, ...] = ()
    phase: float = 1.0


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a board, apart from its pieces.

    `legal` may be picked now, `picked` has been, `targets` may be picked next, of these `ends` only mark more and
    move nothing yet; `landing` is where the pick under the cursor would lead; `last` are the places of the last
    move, `hint` those of a suggestion, `threats` those in danger, `winners` those to celebrate; `notes` are signs
    beside places, `letters` keys that lead to them; `finale` is how the end is shown.

    Boards that write them are also told the `names` of the seats and, in the first games, that a beginner is `guided`
    and what the pick under the cursor would do, the `deed`.
    """

    legal: frozenset[Cell] = frozenset()
    picked: tuple[Cell, ...] = ()
    targets: frozenset[Cell] = frozenset()
    ends: frozenset[Cell] = frozenset()
    landing: tuple[Cell, ...] = ()
    last: frozenset[Cell] = frozenset()
    hint: tuple[Cell, ...] = ()
    threats: frozenset[Cell] = frozenset()
    winners: frozenset[Cell] = frozenset()
    notes: Mapping[Cell, str] = field(default_factory=dict)
    letters: Mapping[Cell, str] = field(default_factory=dict)
    finale: Finale | None = None
    names: tuple[str, ...] = ()
    guided: bool = False
    deed: str = ""


NO_HIGHLIGHTS = Highlights()


@dataclass(frozen=True, slots=True)
class Frame:
    """A board at one instant: at rest, or on its way from `before` to the board of `event`, at a phase of 0 to 1.

    `turn` is the seat to move, from 0, or None; `cursor` the place pointed at, or None.
    """

    board: Any
    before: Any = None
    event: Event | None = None
    phase: float = 1.0
    highlights: Highlights = NO_HIGHLIGHTS
    cursor: Cell | None = None
    turn: int | None = None

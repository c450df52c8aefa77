"""What a board is asked to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marbles_tui.core import Cell, Event


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a board, apart from its pieces.

    `legal` may be picked now, `picked` has been, `targets` may be picked next, of these `ends` only mark more and
    move nothing yet; `landing` is where the pick under the cursor would lead; `last` are the places of the last
    move, `hint` those of a suggestion, `threats` those in danger, `winners` those to celebrate; `notes` are signs
    beside places, `letters` keys that lead to them.
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

"""What one player proposes and the others answer: a draw, or a step back or forth in the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Self

from marbles_tui.play import Match
from marbles_tui.play.match import decides_or_rolls, next_decision, take_back
from marbles_tui.table.players import KEYBOARD


class Kind(Enum):
    """What can be proposed."""

    DRAW = auto()
    UNDO = auto()
    REDO = auto()


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal: its `kind`, the seat that made it, and the seats that must still accept it."""

    kind: Kind
    by: int
    waits: tuple[int, ...]

    def accepted(self, seat: int) -> Self:
        """The offer after a seat has accepted it."""
        return replace(self, waits=tuple(other for other in self.waits if other != seat))

    @classmethod
    def draw(cls, seats: int, by: int) -> Self:
        """A draw, which everybody else must accept."""
        return cls(Kind.DRAW, by, tuple(seat for seat in range(seats) if seat != by))

    @classmethod
    def step(cls, hands: Sequence[str | None], kind: Kind, seat: int | None) -> Self:
        """A step, which must be accepted by one seat of each other hand. If no seat is named, the first one at
        this keyboard wants it."""
        if seat is None:
            seat = hands.index(KEYBOARD) if KEYBOARD in hands else 0
        others = dict.fromkeys(hand for hand in hands if hand not in (None, hands[seat]))
        return cls(kind, seat, tuple(hands.index(hand) for hand in others))


def computers_only(hands: Sequence[str | None]) -> bool:
    """Whether nobody plays who could be asked about a step."""
    return all(hand is None for hand in hands)


def undone(match: Match, hands: Sequence[str | None]) -> Match | None:
    """The match as it is once somebody at this keyboard has taken their last decision back; None where nobody has
    decided anything."""
    return stepped(match, hands, Kind.UNDO, Offer.step(hands, Kind.UNDO, None).by)


def stepped(match: Match, hands: Sequence[str | None], kind: Kind, seat: int) -> Match | None:
    """The match after a step: back to the last decision of the hand that has the seat, or forth to the next one
    of anybody; by a single ply where only computers play. None where there is nothing to step over."""
    if kind is Kind.REDO:
        if computers_only(hands):
            return match.forward() if match.undone else None
        return next_decision(match, decides_or_rolls)
    if computers_only(hands):
        return match.back(0 if match.ending else 1) if match.ending or match.plies else None
    return take_back(
        match,
        lambda at, ply: decides_or_rolls(at, ply) and hands[at.positions[ply].actor] == hands[seat],
    )

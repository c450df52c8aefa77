"""What can be seen of a journey: the trail, the travellers, and what has been taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from marbles_tui.games.getaway.board import Board, Trinket


class Traveller(NamedTuple):
    """A player on the trail. `held`: 0 free; n > 0 the turns still to lose; n < 0 until -n is rolled."""

    square: int
    gold: int
    backpack: tuple[Trinket, ...] = ()
    held: int = 0


class Trail(NamedTuple):
    """The trail as it is drawn. `taken`: how often each square has given what it gives only so often, be it a
    treasure, a trinket or a ride."""

    trail: Board
    travellers: tuple[Traveller, ...]
    taken: tuple[int, ...]


def outset(trail: Board) -> Trail:
    """A trail as one traveller finds it."""
    return Trail(trail, (Traveller(0, trail.gold),), (0,) * len(trail.squares))


def places(travellers: Sequence[Traveller]) -> list[int]:
    """The place of each seat, from 0; equal gold, equal place."""
    return [sum(other.gold > traveller.gold for other in travellers) for traveller in travellers]


class Course(NamedTuple):
    """What stays as it is for a whole game: the trail, with the die that is used, and the options."""

    trail: Board
    exact: bool = False
    choose: bool = False

    @property
    def most_hops(self) -> int:
        """How many transports a turn may have; its chain is stopped before the next."""
        return 10 * len(self.trail.squares)

"""A position of Egg Carton and its selections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from marbles_tui.core import Event, Result, Solutions, Tell
from marbles_tui.core.tuples import NamedTuple

# The ring of fourteen places that marbles are sown around, and the sowing itself.
#
# Counter-clockwise: A B C D E F, the right end, I J K L M N, the left end, and A again.

Ring: TypeAlias = tuple[int, ...]
"""Marbles in each of the fourteen places, in sowing order from A."""

PLACES: Final = 14
RIGHT_END: Final = 6
LEFT_END: Final = 13
ENDS: Final = (RIGHT_END, LEFT_END)
LETTERS: Final = "ABCDEF>IJKLMN<"
"""A place's letter; the ends have a sign of their own."""

SIDES: Final = (range(6), range(7, 13))
"""The slots of each seat, in sowing order."""

Outcome: TypeAlias = Literal["again", "over"]


class CartonBoard(NamedTuple):
    """The carton as it is drawn: the ring, and the marbles in the hand while it sows."""

    ring: Ring
    hand: int = 0


def name(place: int) -> str:
    """A place in words: its letter, or "the right end"."""
    return {RIGHT_END: "the right end", LEFT_END: "the left end"}.get(place, LETTERS[place])


def sow(marbles: list[int], slot: int, tell: Callable[[str, int, int], None] | None = None) -> Outcome:
    """Sow from `slot` until a chain ends, changing `marbles` (fourteen counts) in place.

    `tell` hears each instant as (kind, place, marbles left in hand): `take`, `drop`, `last` and `relay`.
    Talbot's manual, Moving Rules A to C: a last marble off the board → "again"; into an empty slot → "over"; into a
    slot that held marbles → all of that slot is taken and sown on. No place is skipped.
    """
    place = slot
    while True:
        hand = marbles[place]
        marbles[place] = 0
        if tell:
            tell("take", place, hand)
        while hand:
            place = place + 1 if place < LEFT_END else 0
            marbles[place] += 1
            hand -= 1
            if tell:
                tell("drop", place, hand)
        if tell:
            tell("last", place, 0)
        if place in ENDS:
            return "again"
        if marbles[place] == 1:
            return "over"
        if tell:
            tell("relay", place, 0)


SHORT_LAP: Final = 9
"""So many marbles of a chain are followed easily."""


def lap(ring: Ring, slot: int) -> int:
    """How many marbles the whole chain of a selection sows."""
    told: list[str] = []
    sow(list(ring), slot, lambda *instant: told.append(instant[0]))
    return told.count("drop")


class Narrator:
    """Turns the instants of a sowing into events for the screen."""

    def __init__(self, marbles: list[int], seat: int, tell: Tell) -> None:
        self._marbles = marbles
        self._seat = seat
        self._tell = tell
        self._from = -1

    def __call__(self, kind: str, place: int, hand: int) -> None:
        """One instant of the sowing."""
        held = self._marbles[place] - 1 if kind != "take" else hand
        cells = (self._from, place) if kind == "drop" else (place,)
        self.event(kind, cells, hand, held=held)
        self._from = place

    def event(self, kind: str, cells: tuple[int, ...], hand: int = 0, **facts: int) -> None:
        """Tell an event that shows the marbles as they lie now."""
        board = CartonBoard(tuple(self._marbles), hand)
        self._tell(Event(kind, board, cells, {"seat": self._seat, "hand": hand, **facts}))


class Selection(NamedTuple):
    """A ply: the slot whose marbles are taken. Its notation is the slot's letter."""

    slot: int

    def __str__(self) -> str:
        return LETTERS[self.slot]

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """One pick: the slot."""
        return ((self.slot,),)


SELECTIONS = tuple(Selection(slot) for slot in range(PLACES))


class Carton(NamedTuple):
    """The marbles of the fourteen places and the player to select; after the end, the last mover."""

    ring: Ring
    turn: int

    @property
    def actor(self) -> int:
        """The player to select."""
        return self.turn

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def board(self) -> CartonBoard:
        """The marbles; the hand is empty between selections."""
        return CartonBoard(self.ring)

    @property
    def result(self) -> Result | None:
        """Who has no marble left on their side has won. (Talbot's manual, Objective.)"""
        if not any(self.ring[0:6]):
            return Result.win(2, 0, "cleared")
        return None if any(self.ring[7:13]) else Result.win(2, 1, "cleared")

    def moves(self) -> Sequence[Selection]:
        """The player's own slots that hold marbles, in sowing order."""
        ring = self.ring
        if not any(ring[0:6]) or not any(ring[7:13]):
            return ()
        return [SELECTIONS[slot] for slot in SIDES[self.turn] if ring[slot]]

    def play(self, move: Selection, tell: Tell | None = None) -> Carton:
        """Sow the chain of a selection.

        The mover wins when the hand is empty and so is their side, also where they could have selected again.
        """
        marbles = list(self.ring)
        seat = self.turn
        narrator = Narrator(marbles, seat, tell) if tell else None
        outcome = sow(marbles, move.slot, narrator)
        side = SIDES[seat]
        cleared = not any(marbles[side.start : side.stop])
        if narrator:
            narrator.event("win" if cleared else outcome, ())
        return Carton(tuple(marbles), seat if cleared or outcome == "again" else 1 - seat)


MOST_IN_TURN: Final = 150_000
"""How many positions of a turn are looked at; 36 marbles never come near it."""


def solutions(position: Carton) -> Solutions | None:
    """The ways to win within the turn that begins, or goes on, at `position`; None for a carton so full that
    they cannot be counted in a second or two."""
    found = wins_within(position)
    if found is None:
        return None
    number, path = found
    return Solutions(number, tuple(LETTERS[move] for move in path))


def wins_within(position: Carton, most: int = MOST_IN_TURN) -> tuple[int, tuple[int, ...]] | None:
    """How many sequences of selections win within the turn, and a shortest one; None where `most` positions
    do not hold the turn."""
    side = SIDES[position.turn]
    start = _without_ends(position.ring)
    # Each selection that keeps the turn drops its last marble off the board, so that taking the fullest
    # cartons first meets every way into a carton before the carton itself.
    ways: dict[int, dict[Ring, tuple[int, tuple[int, ...]]]] = {sum(start): {start: (1, ())}}
    number, seen = 0, 0
    shortest: tuple[int, ...] = ()
    while ways:
        layer = ways.pop(max(ways))
        seen += len(layer)
        if seen > most:
            return None
        for ring, (times, path) in layer.items():
            for slot in side:
                if not ring[slot]:
                    continue
                marbles, here = list(ring), (*path, slot)
                outcome = sow(marbles, slot)
                if not any(marbles[side.start : side.stop]):
                    number += times
                    shortest = min(shortest or here, here, key=len)
                elif outcome == "again":
                    after = _without_ends(marbles)
                    below = ways.setdefault(sum(after), {})
                    had, best = below.get(after, (0, here))
                    below[after] = (had + times, min(best, here, key=len))
    return number, shortest


def _without_ends(marbles: Sequence[int]) -> Ring:
    """The ring with the ends empty: what lies there decides nothing."""
    return (*marbles[:RIGHT_END], 0, *marbles[RIGHT_END + 1 : LEFT_END], 0)

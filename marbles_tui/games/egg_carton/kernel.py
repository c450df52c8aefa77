"""Egg Carton on one integer, for search: ten bits a place, and a sowing of any length in one addition.

The ends decide nothing, so their counts are left out, and positions that differ in them alone are one state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from marbles_tui.games.egg_carton.evaluate import evaluate
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import ENDS, LETTERS, PLACES, RIGHT_END, SIDES
from marbles_tui.games.egg_carton.text import MOST

WIDTH: Final = 10
FIELD: Final = (1 << WIDTH) - 1
TURN: Final = 1 << RIGHT_END * WIDTH
"""The bit that is set when the second seat selects; it lies in the field of an end, which is never sown."""

MASKS: Final = tuple(sum(FIELD << place * WIDTH for place in side) for side in SIDES)
"""The fields of each seat's slots."""

SLOTS: Final = tuple(tuple((place, FIELD << place * WIDTH) for place in side) for side in SIDES)

Row: TypeAlias = "list[tuple[int, Row | None, int]]"
"""By marbles in hand: what a sowing from one place adds to the state, the row of the place where its last
marble lands (None: an end) and that place's lowest bit."""


class SowingKernel:
    """Egg Carton's rules on packed states; a move is the place sown from."""

    def __init__(self) -> None:
        self._rows = _rows()

    def pack(self, position: Carton) -> int:
        """The state of a position: every slot's marbles and the turn."""
        slots = (count << place * WIDTH for place, count in enumerate(position.ring) if place not in ENDS)
        return sum(slots) | (TURN if position.turn else 0)

    def turn(self, state: int) -> int:
        """The seat to select; after the end, the last mover."""
        return 1 if state & TURN else 0

    def moves(self, state: int) -> Sequence[int]:
        """The slots that can be selected, in sowing order."""
        if not state & MASKS[0] or not state & MASKS[1]:
            return ()
        return [place for place, field in SLOTS[1 if state & TURN else 0] if state & field]

    def play(self, state: int, move: int) -> int:
        """The state after the whole chain of a selection."""
        hand = state >> move * WIDTH & FIELD
        change, row, low = self._rows[move][hand]
        state += change
        while row is not None:
            hand = state >> low & FIELD
            if hand == 1:
                # The last marble fell into an empty slot. The turn passes, unless the mover has just won.
                return state ^ TURN if state & MASKS[1 if state & TURN else 0] else state
            change, row, low = row[hand]
            state += change
        return state

    def outcome(self, state: int) -> int | None:
        """1 if the seat that `turn` names has cleared its side, -1 if the other has, None while both hold."""
        own = 1 if state & TURN else 0
        if not state & MASKS[own]:
            return 1
        return None if state & MASKS[1 - own] else -1

    def evaluate(self, state: int) -> int:
        """How good a running game is for the seat to select, in hundredths of a marble; see evaluate.py."""
        own = 1 if state & TURN else 0
        return evaluate(state & MASKS[own], state & MASKS[1 - own])

    def noisy(self, state: int) -> Sequence[int]:
        """The selections after which the same player selects again, or has won."""
        turn = state & TURN
        return [
            move
            for move in self.moves(state)
            if (after := self.play(state, move)) & TURN == turn or not after & MASKS[1 if turn else 0]
        ]

    def notation(self, state: int, move: int) -> str:
        """The slot's letter."""
        del state
        return LETTERS[move]


@cache
def _rows() -> tuple[Row, ...]:
    """The sowings of every place with every hand a carton can hold."""
    rows: tuple[Row, ...] = tuple([] for _ in range(PLACES))
    unit = [0 if place in ENDS else 1 << place * WIDTH for place in range(PLACES)]
    for place in range(PLACES):
        change, last = 0, place
        for _hand in range(MOST + 1):
            rows[place].append((change, None if last in ENDS else rows[last], last * WIDTH))
            last = (last + 1) % PLACES
            change += unit[last] - unit[place]
    return rows

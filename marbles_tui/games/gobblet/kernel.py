"""Gobblet on bit masks, for search.

A side's gobblets are one integer of four sixteen-bit fields, the size-1 masks lowest: of all gobblets of a
cell the highest bit is the one on top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from marbles_tui.games.gobblet.board import CELLS, NAMES, PLACES, STACKS, visible
from marbles_tui.games.gobblet.evaluate import evaluate
from marbles_tui.games.gobblet.masks import BITS, COLUMNS, FULL, cells, four, gaps, three
from marbles_tui.games.gobblet.position import Gobblets

State: TypeAlias = tuple[int, int, int, int, int]
"""The gobblets on the board of the side to move and of the other; the masks of the cells where they are
visible; and the rest: bit 0 the seat to move, bit 1 rogers, then three bits for the top of each stack."""

SEAT: Final = 1
ROGERS: Final = 2
SIZE_SHIFT: Final = 9
"""A move is the target, the origin times sixteen, and the gobblet's size less one from this bit on."""

TOP_SHIFTS: Final = tuple(2 + 3 * stack for stack in range(6))
OWN_TOPS: Final = tuple(0o777 << TOP_SHIFTS[3 * seat] for seat in (0, 1))
"""The bits of each seat's stacks in the rest."""


class Step(NamedTuple):
    """What a move does: the bits of the mover's gobblets to flip, the cell lifted from and the cell put down
    on as masks, what may lie under the gobblet lifted, and what to take from the rest."""

    flip: int
    lifted: int
    put: int
    under: int
    used: int


def _step(move: int) -> Step:
    target, origin, size = move & 15, move >> 4 & 31, move >> SIZE_SHIFT
    put = BITS[target] << 16 * size
    if origin >= PLACES:
        return Step(0, 0, 0, 0, 0)
    if origin not in CELLS:
        return Step(put, 0, BITS[target], 0, 1 << TOP_SHIFTS[origin - STACKS[0].start])
    lifted = BITS[origin]
    under = sum(lifted << 16 * smaller for smaller in range(size))
    return Step(put | lifted << 16 * size, lifted, BITS[target], under, 0)


STEPS: Final = tuple(map(_step, range(4 << SIZE_SHIFT)))


class MaskKernel:
    """Gobblet's rules on packed states."""

    def pack(self, position: Gobblets) -> State:
        """The state of a position."""
        sides, seen = [0, 0], [visible(position.cells, seat) for seat in (0, 1)]
        for cell, stack in enumerate(position.cells):
            for piece in stack:
                sides[piece & 1] |= BITS[cell] << 16 * ((piece >> 1) - 1)
        tops = sum(top << shift for top, shift in zip(position.stacks, TOP_SHIFTS, strict=True))
        seat = position.turn
        rest = tops | (ROGERS if position.rogers else 0) | seat
        return sides[seat], sides[1 - seat], seen[seat], seen[1 - seat], rest

    def turn(self, state: State) -> int:
        """The side to move; after the end, the one that did not move last."""
        return state[4] & SEAT

    def moves(self, state: State) -> Sequence[int]:
        """All legal moves: from the stacks, the biggest gobblets first, then from the board likewise."""
        return () if four(state[2]) or four(state[3]) else _moves(state, FULL, twins=True)

    def search_moves(self, state: State) -> Sequence[int]:
        """The legal moves but those from a stack whose twin, with the same gobblet on top, is listed."""
        return () if four(state[2]) or four(state[3]) else _moves(state, FULL, twins=False)

    def legal(self, state: State, move: int) -> bool:
        """Whether the gobblet is there to be moved, and may go where the move puts it."""
        own, other, seen, shown, rest = state
        origin, target, size = move >> 4 & 31, BITS[move & 15], move >> SIZE_SHIFT
        both = own | other
        if both >> 16 * size & COLUMNS[move & 15]:
            return False
        if origin in CELLS:
            lifted = BITS[origin] << 16 * size
            return bool(own & lifted and seen & BITS[origin]) and not both >> 16 * size + 16 & COLUMNS[origin]
        stack = origin - STACKS[0].start
        if rest >> TOP_SHIFTS[stack] & 7 != size + 1 or stack // 3 != rest & SEAT:
            return False
        return bool(rest & ROGERS or not (seen | shown) & target or three(shown) & target)

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        own, other, seen, shown, rest = state
        flip, lifted, put, under, used = STEPS[move]
        if lifted:
            seen ^= lifted
            if below := (own | other) & under:
                # The highest bit is the biggest gobblet there, the one that comes to light.
                if 1 << below.bit_length() - 1 & own:
                    seen |= lifted
                else:
                    shown |= lifted
        return other, own ^ flip, shown & ~put, seen | put, (rest - used) ^ SEAT

    def outcome(self, state: State) -> int | None:
        """1 where the mover left a line of the other side's standing, -1 where one of its own stands or the
        side to move cannot; else None."""
        _, _, seen, shown, rest = state
        if four(seen):
            return 1
        if four(shown):
            return -1
        return None if seen or rest & OWN_TOPS[rest & SEAT] else -1

    def evaluate(self, state: State) -> int:
        """How much better the side to move stands; see evaluate.py."""
        return evaluate(*state[:4])

    def noisy(self, state: State) -> Sequence[int]:
        """The moves that complete a line, and so win."""
        own, other, seen, _, _ = state
        closing = gaps(seen) & ~((own | other) >> 48)
        if not closing:
            return ()
        return [move for move in _moves(state, closing, twins=False) if self._wins(state, move)]

    def notation(self, state: State, move: int) -> str:
        """Where from and where to: `W3B2`."""
        del state
        return NAMES[move >> 4 & 31] + NAMES[move & 15]

    def _wins(self, state: State, move: int) -> bool:
        _, _, seen, shown, _ = self.play(state, move)
        return four(shown) and not four(seen)


def _moves(state: State, within: int, *, twins: bool) -> list[int]:
    """The moves of a running game to cells of the mask `within`; those from twin stacks only if `twins`."""
    own, other, seen, shown, rest = state
    both = own | other
    huge = both >> 48
    large = huge | both >> 32 & FULL
    small = large | both >> 16 & FULL
    free = (within & ~(seen | shown), within & ~small, within & ~large, within & ~huge)
    moves: list[int] = []
    stacked, tops = free, rest >> TOP_SHIFTS[3 * (rest & SEAT)]
    if not rest & ROGERS:
        # Rogers's rules, I.F: only where the opponent has three in a line may a stack gobble, and only those.
        trio = three(shown) | free[0]
        stacked = (free[0], free[1] & trio, free[2] & trio, free[3] & trio)
    first = STACKS[rest & SEAT].start << 4
    before = 0
    for at in range(3):
        top = tops >> 3 * at & 7
        if top and (twins or not before >> top & 1):
            base = (top - 1 << SIZE_SHIFT) + first + (at << 4)
            moves += [base + target for target in cells(stacked[top - 1])]
        before |= 1 << top
    for size, visible_of_size in (
        (3, huge & seen),
        (2, large & ~huge & seen),
        (1, small & ~large & seen),
        (0, seen & ~small),
    ):
        if visible_of_size and free[size]:
            targets = cells(free[size])
            for origin in cells(visible_of_size):
                base = (size << SIZE_SHIFT) + (origin << 4)
                moves += [base + target for target in targets]
    return moves

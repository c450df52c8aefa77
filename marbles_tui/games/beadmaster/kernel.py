"""BeadMaster on bit masks, for search: a bit for each hole, two bits for each bar.

A state is a tuple: bars, beads (a mask for each seat), turn, trail, calm, limit, placing.
A move is 2 * bar + (1 if outwards), or PLACE + hole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from marbles_tui.games.beadmaster.bars import BARS, COVERS, HOLE_NAMES, HOLES, NAMES, SIZE, holes_of
from marbles_tui.games.beadmaster.evaluate import TEMPO, safety
from marbles_tui.games.beadmaster.position import BEADS, Grid
from marbles_tui.games.beadmaster.trail import Trail, follow, inhibited

State: TypeAlias = tuple[int, tuple[int, ...], int, Trail, int, int, bool]

HALF: Final = 2 * SIZE
"""The bits of the horizontal bars; those of the vertical ones follow."""

LOW: Final = (1 << HALF) - 1
ALL: Final = (1 << HOLES) - 1
PLACE: Final = 2 * BARS


class Row(NamedTuple):
    """What seven bars of one kind do in their positions: the slides they allow, and the holes that they show
    now, after one slide at the soonest, and after two."""

    slides: tuple[int, ...]
    open: int
    soon: int
    later: int


class BarsKernel:
    """BeadMaster's rules on packed states."""

    def __init__(self) -> None:
        self._flat, self._upright = _rows(0), _rows(SIZE)

    def pack(self, position: Grid) -> State:
        """The state of a position."""
        bars = sum(place << 2 * bar for bar, place in enumerate(position.bars))
        beads = tuple(
            sum(1 << hole for hole, bead in enumerate(position.beads) if bead == seat + 1)
            for seat in range(position.seats)
        )
        _, _, turn, _, placing, trail, calm, limit = position
        return bars, beads, turn, trail, calm, limit, placing

    def turn(self, state: State) -> int:
        """The seat to move; the last mover's after the end."""
        return state[2]

    def moves(self, state: State) -> Sequence[int]:
        """The covered free holes, or the slides."""
        bars, beads, turn, trail, calm, limit, placing = state
        flat, upright = self._flat[bars & LOW], self._upright[bars >> HALF]
        if placing:
            return [PLACE + hole for hole in _bits(~(flat.open & upright.open | _union(beads)) & ALL)]
        alive = sum(map(bool, beads))
        if alive < 2 or (limit and calm >= limit):
            return ()
        slides = flat.slides + upright.slides
        if not trail:
            return slides
        blocked = inhibited(trail, turn, alive == 2)
        return [move for move in slides if move >> 1 not in blocked] if blocked else slides

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        bars, beads, turn, trail, calm, limit, placing = state
        seats = len(beads)
        if placing:
            mask = beads[turn] | 1 << move - PLACE
            beads = (*beads[:turn], mask, *beads[turn + 1 :])
            for step in range(1, seats + 1):
                after = (turn + step) % seats
                if beads[after].bit_count() < BEADS:
                    return bars, beads, after, trail, calm, limit, True
            return bars, beads, 0, trail, calm, limit, False
        bars += (1 if move & 1 else -1) << (move & ~1)
        gone = self._flat[bars & LOW].open & self._upright[bars >> HALF].open
        calm += 1
        for mask in beads:
            if mask & gone:
                beads = tuple(side & ~gone for side in beads)
                calm = 0
                break
        after = turn
        if (calm == 0 and sum(map(bool, beads)) > 1) or (calm and (not limit or calm < limit)):
            after = (turn + 1) % seats
            while not beads[after]:
                after = (after + 1) % seats
        return bars, beads, after, follow(trail, turn, move >> 1, after), calm, limit, False

    def outcome(self, state: State) -> int | None:
        """1, 0 or -1 for the seat that `turn` names, None while the game runs."""
        return self.outcome_for(state, state[2])

    def outcome_for(self, state: State, seat: int) -> int | None:
        """1, 0 or -1 for any seat, None while the game runs."""
        _, beads, turn, _, calm, limit, placing = state
        if placing:
            return None
        alive = sum(map(bool, beads))
        if alive > 1:
            return 0 if limit and calm >= limit else None
        return 1 if beads[seat] or (not alive and seat == turn) else -1

    def evaluate(self, state: State) -> int:
        """How good a running game is for the seat to move, in hundredths of a bead."""
        return self.value_for(state, state[2]) + TEMPO

    def value_for(self, state: State, seat: int) -> int:
        """For any seat, whoever is to move: what its beads are worth, less the mean of the others'."""
        bars, beads, placing = state[0], state[1], state[6]
        flat, upright = self._flat[bars & LOW], self._upright[bars >> HALF]
        soon = flat.soon & upright.open | upright.soon & flat.open
        later = flat.soon & upright.soon | flat.later & upright.open | upright.later & flat.open
        third = flat.soon & upright.later | flat.later & upright.soon
        worth = [safety(mask, mask & soon, mask & later, mask & third, placing) for mask in beads]
        own = worth[seat]
        return own - (sum(worth) - own) // (len(worth) - 1)

    def noisy(self, state: State) -> Sequence[int]:
        """The slides that make more beads of others fall than of the mover."""
        bars, beads, turn, _, _, _, placing = state
        if placing:
            return ()
        flat, upright = self._flat[bars & LOW], self._upright[bars >> HALF]
        exposed = (flat.soon & upright.open | upright.soon & flat.open) & _union(beads)
        if not exposed & ~beads[turn]:
            return ()
        return [move for move in self.moves(state) if self._gain(bars, beads, turn, exposed, move) > 0]

    def gain(self, state: State, move: int) -> int:
        """The beads of others that a move makes fall, less the mover's own."""
        return 0 if state[6] else self._gain(state[0], state[1], state[2], ALL, move)

    def _gain(self, bars: int, beads: tuple[int, ...], turn: int, exposed: int, move: int) -> int:
        bars += (1 if move & 1 else -1) << (move & ~1)
        gone = self._flat[bars & LOW].open & self._upright[bars >> HALF].open & exposed
        if not gone:
            return 0
        return (_union(beads) & gone).bit_count() - 2 * (beads[turn] & gone).bit_count()

    def notation(self, state: State, move: int) -> str:
        """As records write it."""
        del state
        if move >= PLACE:
            return HOLE_NAMES[move - PLACE]
        return NAMES[move >> 1] + "io"[move & 1]


def _union(beads: Sequence[int]) -> int:
    union = 0
    for mask in beads:
        union |= mask
    return union


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@cache
def _rows(first: int) -> dict[int, Row]:
    """By the positions of the seven bars from `first` on, packed: what they do."""
    shows = [[_shown(bar, place) for place in range(3)] for bar in range(first, first + SIZE)]
    rows: dict[int, Row] = {}
    for places in product(range(3), repeat=SIZE):
        now = soon = later = 0
        slides: list[int] = []
        for index, place in enumerate(places):
            holes = shows[index]
            near = holes[1] if place != 1 else holes[0] | holes[2]
            far = holes[2 - place] if place != 1 else 0
            now |= holes[place]
            soon |= near & ~holes[place]
            later |= far & ~near & ~holes[place]
            move = 2 * (first + index)
            slides += [move] * (place > 0) + [move + 1] * (place < 2)
        rows[sum(place << 2 * index for index, place in enumerate(places))] = Row(
            tuple(slides), now, soon, later
        )
    return rows


def _shown(bar: int, place: int) -> int:
    """The holes over a bar that it shows open."""
    return sum(1 << hole for hole in holes_of(bar) if hole not in COVERS[bar][place])

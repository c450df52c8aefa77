"""Positions as words, for the library: how each game's words lie is said in its file in `native/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from marbles_tui.core import AnyPosition
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.beadmaster.position import Grid
from marbles_tui.games.egg_carton import Carton
from marbles_tui.games.egg_carton.ring import ENDS
from marbles_tui.games.gobblet.board import visible
from marbles_tui.games.gobblet.position import Gobblets

Packed: TypeAlias = "tuple[int, tuple[int, ...]]"
"""The game's number in the library, and a position's words."""

WORD: Final = (1 << 64) - 1
MOST_MARBLES: Final = 255
"""The most that a carton may hold: its slots are bytes there."""

MOST_SEATS: Final = 4

ABACUS, GOBBLET, BEADMASTER, EGG_CARTON, BEADMASTER_MANY, AMIGA = range(6)


def _abacus(position: Abacus, thinker: int) -> Packed:
    del thinker
    sides = position.turn, 1 - position.turn
    marbles = (sum(1 << cell for cell, owner in enumerate(position.cells) if owner == side) for side in sides)
    left = (position.lose - position.lost[side] & WORD for side in sides)
    return ABACUS, (*marbles, *left, position.turn)


def _gobblet(position: Gobblets, thinker: int) -> Packed:
    del thinker
    seat, sides = position.turn, [0, 0]
    for cell, stack in enumerate(position.cells):
        for piece in stack:
            sides[piece & 1] |= 1 << cell + 16 * ((piece >> 1) - 1)
    seen, shown = (visible(position.cells, side) for side in (seat, 1 - seat))
    tops = sum(top << 2 + 3 * stack for stack, top in enumerate(position.stacks))
    return GOBBLET, (sides[seat], sides[1 - seat], seen | shown << 16, tops | position.rogers << 1 | seat)


def _beadmaster(position: Grid, thinker: int) -> Packed | None:
    seats, many = position.seats, position.seats > 2
    if seats > MOST_SEATS:
        return None
    bars = sum(place << 2 * bar for bar, place in enumerate(position.bars))
    beads = (
        sum(1 << hole for hole, bead in enumerate(position.beads) if bead == seat + 1)
        for seat in range(MOST_SEATS if many else 2)
    )
    rest = position.turn | position.placing << 2 | seats << 3 | (thinker << 6 if many else 0)
    slides = sum((seat | bar << 2 | run << 6) << 8 * at for at, (seat, bar, run) in enumerate(position.trail))
    trail = slides << 3 | len(position.trail)
    game = BEADMASTER_MANY if many else BEADMASTER
    return game, (bars, *beads, rest, trail, position.calm | position.limit << 32)


def _egg_carton(position: Carton, thinker: int) -> Packed | None:
    del thinker
    slots = [0 if place in ENDS else count for place, count in enumerate(position.ring)]
    if sum(slots) > MOST_MARBLES:
        return None
    ring = sum(count << 8 * place for place, count in enumerate(slots))
    return EGG_CARTON, (ring & WORD, ring >> 64 | position.turn << 63)


_PACKERS: Final[Mapping[type, Callable[[Any, int], Packed | None]]] = {
    Abacus: _abacus,
    Gobblets: _gobblet,
    Grid: _beadmaster,
    Carton: _egg_carton,
}


def packed(position: AnyPosition, thinker: int | None = None) -> Packed | None:
    """A position for the library, None where that cannot play on from it. Where more than two play, the seat that
    thinks, by itself the one to move, is against all others."""
    pack = _PACKERS.get(type(position))
    return pack(position, position.turn if thinker is None else thinker) if pack else None

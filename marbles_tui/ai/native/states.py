"""The states of the kernels as words, for the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from marbles_tui.core import Kernel
from marbles_tui.games.abacus.kernel import HexagonKernel
from marbles_tui.games.beadmaster.kernel import BarsKernel
from marbles_tui.games.egg_carton.kernel import FIELD, MASKS, TURN, WIDTH, SowingKernel
from marbles_tui.games.egg_carton.ring import ENDS, PLACES
from marbles_tui.games.gobblet.kernel import MaskKernel

WORD: Final = (1 << 64) - 1
MOST_MARBLES: Final = 255
"""The most that a carton may hold: its slots are bytes there."""


@dataclass(frozen=True, slots=True)
class Packing:
    """How one game's states become words, and words states."""

    game: int
    """The game's number in the library."""

    words: Callable[[Any], Sequence[int]]
    state: Callable[[Sequence[int]], Any]
    fits: Callable[[Any], bool] = lambda _: True
    """Whether the library can play on from a state."""


def _abacus_words(state: Any) -> Sequence[int]:
    own, enemy, own_left, enemy_left, seat = state
    return own & WORD, own >> 64, enemy & WORD, enemy >> 64, own_left & WORD, enemy_left & WORD, seat


def _abacus_state(words: Sequence[int]) -> Any:
    left = [word - (word >> 63 << 64) for word in words[4:6]]
    return words[0] | words[1] << 64, words[2] | words[3] << 64, *left, words[6]


def _gobblet_words(state: Any) -> Sequence[int]:
    own, other, seen, shown, rest = state
    return own, other, seen | shown << 16, rest


def _gobblet_state(words: Sequence[int]) -> Any:
    return words[0], words[1], words[2] & 0xFFFF, words[2] >> 16, words[3]


def _beadmaster_words(state: Any) -> Sequence[int]:
    bars, beads, turn, trail, calm, limit, placing = state
    slides = sum((seat | bar << 1 | run << 5) << 2 + 8 * at for at, (seat, bar, run) in enumerate(trail))
    return bars, *beads, turn | placing << 1, len(trail) | slides, calm, limit


def _beadmaster_state(words: Sequence[int]) -> Any:
    bars, first, other, turn, trail, calm, limit = words
    slides = (trail >> 2 + 8 * at & 0xFF for at in range(trail & 3))
    followed = tuple((slide & 1, slide >> 1 & 15, slide >> 5) for slide in slides)
    return bars, (first, other), turn & 1, followed, calm, limit, bool(turn >> 1)


def _egg_carton_words(state: int) -> Sequence[int]:
    ring = sum((state >> place * WIDTH & FIELD) << 8 * place for place in range(PLACES) if place not in ENDS)
    return ring & WORD, ring >> 64 | (1 << 63 if state & TURN else 0)


def _egg_carton_state(words: Sequence[int]) -> int:
    ring = words[0] | (words[1] & WORD >> 1) << 64
    return sum((ring >> 8 * place & 0xFF) << place * WIDTH for place in range(PLACES)) | (
        TURN if words[1] >> 63 else 0
    )


def _fits_carton(state: int) -> bool:
    return sum((state & side) % FIELD for side in MASKS) <= MOST_MARBLES


PACKINGS: Final = {
    HexagonKernel: Packing(0, _abacus_words, _abacus_state),
    MaskKernel: Packing(1, _gobblet_words, _gobblet_state),
    BarsKernel: Packing(2, _beadmaster_words, _beadmaster_state, lambda state: len(state[1]) == 2),
    SowingKernel: Packing(3, _egg_carton_words, _egg_carton_state, _fits_carton),
}


def packing_of(kernel: Kernel, state: Any) -> Packing | None:
    """The packing of a kernel's states, if the library knows the game and can play on from `state`."""
    packing = PACKINGS.get(type(kernel))
    return packing if packing and packing.fits(state) else None

"""The starts of Egg Carton."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core import BadSetup, Randomness
from marbles_tui.core.text import plural
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import PLACES, SIDES
from marbles_tui.games.egg_carton.text import read, write

MARBLES: Final = 36

SETUPS: Final[Mapping[str, str]] = {
    "classic": "three marbles in each slot",
    **{str(n): f"{plural(n, 'marble')} in each slot" for n in range(1, 7)},
    "random": "36 marbles scattered at random",
    "even": "the same marbles on both sides, and no win in the first turn",
    "handicap": "12 marbles for player 1 to clear, 24 for player 2",
}

DRAWN: Final = ("random", "even", "handicap")
"""The starts that chance draws; a record holds the position."""

SIDE: Final = MARBLES // 2
HEAD_START: Final = 6
"""So many marbles fewer than half has the weaker side of a handicap start, and so many more the other."""


def even(count: int) -> Carton:
    """`count` marbles in each slot, player 1 to select."""
    return Carton((count,) * 6 + (0,) + (count,) * 6 + (0,), 0)


def spread(random: Randomness) -> Carton:
    """36 marbles, each in a slot drawn by chance; drawn again where a side is empty."""
    while True:
        marbles = [0] * PLACES
        for _ in range(MARBLES):
            marbles[(*SIDES[0], *SIDES[1])[random.randrange(12)]] += 1
        carton = Carton(tuple(marbles), 0)
        if carton.result is None:
            return carton


def drawn_even(random: Randomness) -> Carton:
    """18 marbles spread at random over one side, and the same over the other, so that whoever begins has no win
    in the first turn."""
    while True:
        row = _row(SIDE, random)
        carton = Carton((*row, 0, *row, 0), 0)
        if _outlasts_a_turn(carton):
            return carton


def drawn_handicap(random: Randomness, stronger: int = 1) -> Carton:
    """12 marbles for one side and 24 for the stronger one, a seat from 0, each spread at random, so that neither
    could win in a first turn."""
    while True:
        less, more = _row(SIDE - HEAD_START, random), _row(SIDE + HEAD_START, random)
        rows = (less, more) if stronger == 1 else (more, less)
        carton = Carton((*rows[0], 0, *rows[1], 0), 0)
        if all(_outlasts_a_turn(carton._replace(turn=seat)) for seat in (0, 1)):
            return carton


def _row(marbles: int, random: Randomness) -> tuple[int, ...]:
    """So many marbles, each in a slot of a side drawn by chance."""
    row = [0] * 6
    for _ in range(marbles):
        row[random.randrange(6)] += 1
    return tuple(row)


def _outlasts_a_turn(carton: Carton) -> bool:
    """Whether nobody can win in the turn that begins."""
    from marbles_tui.games.egg_carton.one_turn import solutions  # it draws cartons itself

    ways = solutions(carton)
    return ways is not None and not ways.number


def resolve_setup(setup: str | None, random: Randomness) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    name = (setup or "classic").strip().lower()
    if name == "classic":
        return None
    if name == "random":
        return write(spread(random))
    if name == "even":
        return write(drawn_even(random))
    if name == "handicap":
        return write(drawn_handicap(random))
    return name if name in SETUPS else write(_position(name))


def start(setup: str | None) -> Carton:
    """The first position of a settled setup; see core.Game."""
    name = (setup or "classic").strip().lower()
    if name in DRAWN:
        raise BadSetup(f"setup {name!r} is drawn when a game begins; a record holds the position drawn")
    if name in SETUPS:
        return even(3 if name == "classic" else int(name))
    return _position(name)


def _position(text: str) -> Carton:
    if "/" in text or "," in text:
        return read(text)
    raise BadSetup(f"egg-carton has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")

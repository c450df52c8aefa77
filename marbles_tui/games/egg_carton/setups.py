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
    "random": "36 marbles spread at random",
}


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


def resolve_setup(setup: str | None, random: Randomness) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    name = (setup or "classic").strip().lower()
    if name == "classic":
        return None
    if name == "random":
        return write(spread(random))
    return name if name in SETUPS else write(_position(name))


def start(setup: str | None) -> Carton:
    """The first position of a settled setup; see core.Game."""
    name = (setup or "classic").strip().lower()
    if name == "random":
        raise BadSetup("setup 'random' is drawn before the match; a record holds the position drawn")
    if name in SETUPS:
        return even(3 if name == "classic" else int(name))
    return _position(name)


def _position(text: str) -> Carton:
    if "/" in text or "," in text:
        return read(text)
    raise BadSetup(f"egg-carton has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")

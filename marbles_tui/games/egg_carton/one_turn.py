"""All that one turn of Egg Carton can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.core import Randomness, Solutions
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import LEFT_END, LETTERS, RIGHT_END, SIDES, Ring, sow
from marbles_tui.games.egg_carton.setups import spread

MOST: Final = 150_000
"""How many positions of a turn are looked at; 36 marbles never come near it."""


def solutions(position: Carton) -> Solutions | None:
    """The ways to win within the turn that begins, or goes on, at `position`; None for a carton so full that
    they cannot be counted in a second or two."""
    found = wins_within(position)
    if found is None:
        return None
    number, path = found
    return Solutions(number, tuple(LETTERS[move] for move in path))


def solvable(random: Randomness) -> Carton:
    """A carton of 36 marbles spread at random that the first player can clear in one turn.

    About two in five of random cartons are such; others are thrown back.
    """
    while True:
        carton = spread(random)
        ways = solutions(carton)
        if ways and ways.number:
            return carton


def wins_within(position: Carton, most: int = MOST) -> tuple[int, tuple[int, ...]] | None:
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

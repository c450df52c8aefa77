"""All that one turn of Egg Carton can hold."""

from __future__ import annotations

from typing import Final

from marbles_tui.core import Randomness, Solutions
from marbles_tui.games.egg_carton.kernel import MASKS, TURN, SowingKernel
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import LETTERS
from marbles_tui.games.egg_carton.setups import spread

MOST: Final = 150_000
"""How many positions of a turn are looked at; 36 marbles never come near it."""


def solutions(position: Carton) -> Solutions | None:
    """The ways to win within the turn that begins, or goes on, at `position`; None for a carton so full that
    they cannot be counted in a second or two."""
    kernel = SowingKernel()
    found = wins_within(kernel, kernel.pack(position))
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


def wins_within(kernel: SowingKernel, start: int, most: int = MOST) -> tuple[int, tuple[int, ...]] | None:
    """How many sequences of selections win within the turn, and a shortest one; None where `most` positions
    do not hold the turn."""
    turn = start & TURN
    own = MASKS[1 if turn else 0]
    # Each selection that keeps the turn drops its last marble off the board, so that taking the fullest
    # cartons first meets every way into a carton before the carton itself.
    ways: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = {_marbles(start): {start: (1, ())}}
    number, seen = 0, 0
    shortest: tuple[int, ...] = ()
    while ways:
        layer = ways.pop(max(ways))
        seen += len(layer)
        if seen > most:
            return None
        for state, (times, path) in layer.items():
            for move in kernel.moves(state):
                after = kernel.play(state, move)
                here = (*path, move)
                if not after & own:
                    number += times
                    shortest = min(shortest or here, here, key=len)
                elif after & TURN == turn:
                    below = ways.setdefault(_marbles(after), {})
                    had, best = below.get(after, (0, here))
                    below[after] = (had + times, min(best, here, key=len))
    return number, shortest


def _marbles(state: int) -> int:
    return (state & MASKS[0]) % 1023 + (state & MASKS[1]) % 1023

"""A fixed number for every action that a game can ever have: its place in a tuple of notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, Final

import numpy as np

from marbles_tui.core import Game
from marbles_tui.games.abacus.position import CELLS, NEXT, OFF, Abacus, MarbleStep, back
from marbles_tui.games.abacus.text import MARBLES, row_between
from marbles_tui.games.beadmaster.position import PLACEMENTS, SLIDES, BeadGrid
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.getaway.journey import GO, PAY, Journey
from marbles_tui.games.gobblet.position import PLACEMENTS as MOVES
from marbles_tui.games.gobblet.position import SIZES, Gobblets, gobblet
from marbles_tui.play import Match


@cache
def actions(game: Game) -> tuple[str, ...]:
    """All of them, in a fixed order.

    - egg-carton: the 12 slots A to F, I to N
    - abacus: in-line moves by rear marble and heading, then broadsides by row and heading
    - getaway: pay, go; the dice are thrown by the environment, or are OpenSpiel's chance
    - beadmaster: the 49 holes row by row, for the preparation, then the 28 slides h1i, h1o, … v7o
    - gobblet: 22 places to lift from times 16 cells to put down on

    Raises KeyError for any other game.
    """
    known: dict[str, Callable[[], Iterable[object]]] = {
        "egg-carton": lambda: "ABCDEFIJKLMN",
        "abacus": _steps,
        "getaway": lambda: (PAY, GO),
        "beadmaster": lambda: (*PLACEMENTS, *SLIDES),
        "gobblet": lambda: (move for row in MOVES for move in row),
    }
    return tuple(map(str, known[game.key]()))


@cache
def numbers(game: Game) -> dict[str, int]:
    """The number of each action by its notation."""
    return {word: number for number, word in enumerate(actions(game))}


def _steps() -> Iterator[MarbleStep]:
    """Every move that some position of Abacus may allow; all in-line ones are told by their rear marble."""
    for heading, cell in product(range(6), CELLS):
        if NEXT[heading][cell] != OFF:
            yield MarbleStep((cell,), heading)
    for (first, last), heading in product(combinations(CELLS, 2), range(6)):
        row = row_between(first, last)
        along = row and row[1] in (NEXT[heading][first], NEXT[back(heading)][first])
        if row and not along and OFF not in [NEXT[heading][cell] for cell in row]:
            yield MarbleStep(row, heading)


def egg_carton(position: Carton, seat: int) -> list[float]:
    """14: marbles in one's own six slots in sowing order, the end behind them, the other's six, the other end."""
    ring = position.ring
    return [float(count) for count in (ring if seat == 0 else ring[7:] + ring[:7])]


def abacus(position: Abacus, seat: int) -> list[float]:
    """124: for each cell A1 to I9 whether one's own marble lies there; the same of the other's; both sides' losses in
    shares of 14."""
    cells = [float(owner == side) for side in (seat, 1 - seat) for owner in position.cells]
    return [*cells, position.lost[seat] / MARBLES, position.lost[1 - seat] / MARBLES]


def getaway(position: Journey, seat: int) -> list[float]:
    """4 a player, oneself first: how far on the trail, gold in hundreds, trinkets, whether a trap holds them; then
    how much is asked of whoever is to decide, in hundreds; then for each square how often it has given what it
    gives."""
    last, seen = position.course.trail.last, list[float]()
    for other in (*range(seat, position.seats), *range(seat)):
        square, gold, backpack, _ = position.travellers[other]
        seen += [square / last, gold / 100, float(len(backpack)), float(position.trapped(other))]
    return [*seen, position.due / 100, *map(float, position.taken)]


def beadmaster(position: BeadGrid, seat: int) -> list[float]:
    """155 for two: for each hole whether one's own bead lies there, then the same of each other player in turn;
    for each of 14 bars three numbers, one of them 1: inner, central or outer; for each bar whether it may not be
    slid; whether beads are still being placed."""
    order = (*range(seat, position.seats), *range(seat))
    beads = [bead == other + 1 for other in order for bead in position.beads]
    bars = [bar == at for bar in position.bars for at in range(3)]
    blocked = [bar in position.blocked for bar in range(len(position.bars))]
    return [*map(float, (*beads, *bars, *blocked, position.placing))]


def gobblets(position: Gobblets, seat: int) -> list[float]:
    """134: for each cell and size 1 to 4 whether one's own gobblet stands there, covered or not; the same of the
    other's; the sizes on top of one's own three stacks in quarters, then of the other's."""
    sides = (seat, 1 - seat)
    cells = [gobblet(side, size) in stack for side in sides for stack in position.cells for size in SIZES]
    tops = [size / 4 for side in sides for size in position.stacks[3 * side : 3 * side + 3]]
    return [*map(float, cells), *tops]


OBSERVERS: Final[dict[str, Callable[[Any, int], list[float]]]] = {
    "egg-carton": egg_carton,
    "abacus": abacus,
    "getaway": getaway,
    "beadmaster": beadmaster,
    "gobblet": gobblets,
}


def observe(match: Match, seat: int) -> Any:
    """A vector of float32: what the player on that seat, from 0, sees."""
    return np.array(OBSERVERS[match.game.key](match.position, seat), np.float32)

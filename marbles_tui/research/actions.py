"""A fixed number for every action that a game can ever have: its place in a tuple of notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product

from marbles_tui.core import Game
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, back
from marbles_tui.games.abacus.notation import row_between
from marbles_tui.games.abacus.position import Step
from marbles_tui.games.beadmaster.position import PLACEMENTS, SLIDES
from marbles_tui.games.getaway.moves import GO, PAY
from marbles_tui.games.gobblet.position import PLACEMENTS as MOVES


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


def _steps() -> Iterator[Step]:
    """Every move that some position of Abacus may allow; all in-line ones are told by their rear marble."""
    for heading, cell in product(range(6), CELLS):
        if NEXT[heading][cell] != OFF:
            yield Step((cell,), heading)
    for (first, last), heading in product(combinations(CELLS, 2), range(6)):
        row = row_between(first, last)
        along = row and row[1] in (NEXT[heading][first], NEXT[back(heading)][first])
        if row and not along and OFF not in [NEXT[heading][cell] for cell in row]:
            yield Step(row, heading)

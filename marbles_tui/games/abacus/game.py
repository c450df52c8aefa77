"""Abacus put together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from marbles_tui.core import Cell, Dialect, Option, Result
from marbles_tui.core.game import Achievement, Finished
from marbles_tui.games.abacus.position import (
    CELLS,
    EDGE,
    LOSE,
    NEXT,
    OFF,
    PLACES,
    SIDES,
    Abacus,
    MarbleLine,
    MarbleStep,
    line_ahead,
)
from marbles_tui.games.abacus.text import (
    MARBLES,
    SETUPS,
    AbacusWords,
    in_danger,
    pushed_off,
    read,
    write,
)


def _off(match: Finished) -> list[bool]:
    """For each own move whether it pushed a marble off."""
    return [any(event.kind == "lost" for event in events) for events in match.own]


def _pushed(match: Finished) -> int:
    """The most marbles pushed by one own move."""
    return max((int(events[0].facts["pushed"]) for events in match.own if events), default=0)


def _sideways(match: Finished) -> int:
    return sum(not events[0].facts["move"].inline for events in match.own if events)


ACHIEVEMENTS: Final = (
    Achievement("off", "Over the edge", "push a marble off", lambda m: any(_off(m))),
    Achievement("heavy", "Three against two", "push two marbles at once", lambda m: _pushed(m) >= 2),
    Achievement(
        "twice", "Twice running", "push off in two moves running",
        lambda m: any(first and second for first, second in pairwise(_off(m))),
    ),
    Achievement("crab", "Crab", "win with ten sideways moves", lambda m: m.won and _sideways(m) >= 10),
    Achievement(
        "clean", "Unharmed", "win by pushing, losing no marble",
        lambda m: m.won and m.reason == "pushed-off" and m.final.lost[m.seat] == 0,
    ),
    Achievement(
        "close", "On the brink", "win with one more marble to lose",
        lambda m: m.won and m.final.lost[m.seat] == m.final.lose - 1,
    ),
    Achievement(
        "quick", "Storm", "win by pushing in 30 turns or fewer",
        lambda m: m.won and m.reason == "pushed-off" and m.turns <= 30,
    ),
)  # fmt: skip


# What a position of Abacus is worth.
#
# Marbles decide games. Short of that the middle does: marbles near it cannot be pushed off and push others to
# the edge; marbles that hold together resist a push; and who can push has the say.

MARBLE: Final = 100
NEARER: Final = 15
"""For each step that a marble stands nearer to the middle than the edge does."""

ON_EDGE: Final = -4
NEIGHBOURS: Final = 3
"""For each two marbles of a side next to each other."""

PRESSURE: Final = 8
"""For each push that the side could make now, were it to move."""

THREATENED: Final = -8
"""For each push that would push one of its marbles off, were the other side to move."""

PLACE: Final = tuple(
    NEARER * (4 - distance) + ON_EDGE * (distance == 4)
    for distance in (max(abs(row - 4), abs(digit - 5), abs(row - 4 - digit + 5)) for row, digit in PLACES)
)
"""What each cell is worth to the marble on it."""


def _pushes(position: Abacus, seat: int) -> list[tuple[int, MarbleLine]]:
    """What a side could push, were it to move, by the heading."""
    cells = position.cells
    lines = [
        (heading, line_ahead(cells, seat, cell, heading))
        for cell in CELLS
        if cells[cell] == seat
        for heading, ahead in enumerate(NEXT)
        if ahead[cell] != OFF and cells[ahead[cell]] == seat  # one alone pushes nothing
    ]
    return [(heading, line) for heading, line in lines if line.enemies and line.moves]


def _standing(position: Abacus, seat: int) -> int:
    """What the places of a side's marbles are worth."""
    cells = position.cells
    own = [cell for cell in CELLS if cells[cell] == seat]
    pairs = sum(ahead[cell] != OFF and cells[ahead[cell]] == seat for cell in own for ahead in NEXT[:3])
    return sum(PLACE[cell] for cell in own) + NEIGHBOURS * pairs


class AbacusGame(AbacusWords):
    """Push the other side's marbles off a hexagon."""

    key = "abacus"
    title = "Abacus"
    blurb = "Push marbles off the hexagon; the longer row wins."
    reading = (
        "In the diagram b is a black marble, w a white one and . an empty cell. Letters name the rows; the numbers "
        "below it and at its right edge name the diagonals that rise to the left from them. A move is the rear "
        "marble of a row and the cell it steps to (a1b2), or both ends of a row that moves sideways and where "
        "the first of them goes (c2c3d3). Capital letters do as well: A1 is a1."
    )
    author = "Kai Nickel, 1995"
    seats = range(2, 3)
    sides = SIDES
    setups = SETUPS
    options = (
        Option(
            "lose",
            range(1, MARBLES + 1),
            str(LOSE),
            "how many lost marbles lose the game",
            LOSE,
            "A side that has lost {value} of its marbles loses the game.",
        ),
    )
    valued_in = "marble"
    span = 4.0
    repetition = "claim"
    dialect = Dialect(
        tags={
            "player1": ("player1", "black"),
            "player2": ("player2", "white"),
            "setup": ("position", "setup", "variant"),
        },
        marks={"notation": "Aba-Pro"},
    )
    records = {"most pushed off": pushed_off}
    achievements = ACHIEVEMENTS
    drawing = "marbles_tui.games.abacus.scene"

    write = staticmethod(write)
    read = staticmethod(read)

    def threats(self, position: Abacus) -> frozenset[Cell]:
        """The marbles of the side to move that the other side could push off next."""
        return in_danger(position, position.turn)

    def winning_cells(self, position: Abacus, result: Result) -> frozenset[Cell]:
        """The winner's marbles."""
        return frozenset(cell for cell in CELLS if position.cells[cell] in result.winners)

    def hidden(self, position: Abacus, move: MarbleStep) -> str:
        if not move.inline:
            return "a step sideways"
        back = move.heading in ((1, 2) if position.turn else (4, 5))
        pushes = back and line_ahead(position.cells, position.turn, move.marbles[0], move.heading).enemies
        return "a push from behind" if pushes else ""

    def evaluate(self, position: Abacus) -> int:
        """The worth for the side to move, in hundredths of a marble. What it pushes off now is left to search."""
        seat, other = position.turn, 1 - position.turn
        own, enemy = _pushes(position, seat), _pushes(position, other)
        return (
            MARBLE * (position.lost[other] - position.lost[seat])
            + _standing(position, seat)
            - _standing(position, other)
            + PRESSURE * (len(own) - len(enemy))
            + THREATENED * sum(line.behind == EDGE for _, line in enemy)
        )

    def noisy(self, position: Abacus) -> Sequence[MarbleStep]:
        """The moves that push a marble off the board."""
        if position.result is not None:
            return []
        return [
            MarbleStep(line.own, heading)
            for heading, line in _pushes(position, position.turn)
            if line.behind == EDGE
        ]


ABACUS = AbacusGame()

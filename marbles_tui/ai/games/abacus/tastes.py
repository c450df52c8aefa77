"""What opponents of Abacus like in a move."""

from __future__ import annotations

from marbles_tui.core import Event
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF
from marbles_tui.games.abacus.position import Abacus, Step

PUSHED_OFF = 1_000
PUSHED = 100


def pushing(position: Abacus, move: Step) -> int:
    """Marbles pushed off, then marbles pushed, then marbles of both sides that touch."""
    events: list[Event] = []
    after = position.play(move, events.append)
    other = 1 - position.turn
    off = after.lost[other] - position.lost[other]
    return PUSHED_OFF * off + PUSHED * int(events[0].facts["pushed"]) + _touching(after, position.turn, other)


def together(position: Abacus, move: Step) -> int:
    """How many of one's own marbles touch each other."""
    return _touching(position.play(move), position.turn, position.turn)


def sideways(position: Abacus, move: Step) -> int:
    """Rows that step sideways, the longer the better."""
    del position
    return 0 if move.inline else len(move.marbles)


def _touching(position: Abacus, seat: int, other: int) -> int:
    cells = position.cells
    own = [cell for cell in CELLS if cells[cell] == seat]
    return sum(ahead[cell] != OFF and cells[ahead[cell]] == other for cell in own for ahead in NEXT)

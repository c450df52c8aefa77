"""What a move of Abacus is good for, in a few words."""

from __future__ import annotations

from marbles_tui.core.text import plural
from marbles_tui.games.abacus.hexagon import CELLS, NEXT, OFF, PLACES
from marbles_tui.games.abacus.position import Abacus, Step
from marbles_tui.games.abacus.row import EDGE, line_ahead

CENTRE = (4, 5)
"""Row and digit of the middle cell."""


def explain_move(position: Abacus, move: Step) -> str:
    """The weightiest thing that a move does; "" for a move that only prepares something."""
    seat, after = position.turn, position.play(move)
    if after.result:
        last = max(after.lost) >= after.lose
        return "pushes the last marble off and wins" if last else "leaves the other side no move and wins"
    if after.lost[1 - seat] > position.lost[1 - seat]:
        return "pushes a marble off"
    saved = len(in_danger(position, seat) - in_danger(after, seat))
    fewer = len(in_danger(position, seat)) - len(in_danger(after, seat))
    if saved and fewer > 0:
        return f"saves {plural(fewer, 'marble')} from being pushed off"
    if len(in_danger(after, 1 - seat)) > len(in_danger(position, 1 - seat)):
        return "threatens to push a marble off"
    pushed = (
        len(line_ahead(position.cells, seat, move.marbles[0], move.heading).enemies) if move.inline else 0
    )
    if pushed:
        return f"pushes {plural(pushed, 'marble')} back"
    closer = _spread(position, seat) - _spread(after, seat)
    joined = _neighbours(after, seat) - _neighbours(position, seat)
    if closer > 0:
        return "goes nearer the middle" + (" and holds together" if joined > 0 else "")
    return "holds the marbles together" if joined > 0 else ""


def in_danger(position: Abacus, owner: int) -> frozenset[int]:
    """The marbles of a seat that the other one could push off if it were to move."""
    other = position._replace(turn=1 - owner)
    cells = set()
    for move in other.moves():
        if move.inline:
            line = line_ahead(other.cells, other.turn, move.marbles[0], move.heading)
            if line.enemies and line.behind == EDGE:
                cells.add(line.enemies[-1])
    return frozenset(cells)


def _spread(position: Abacus, seat: int) -> int:
    """How many steps a seat's marbles are from the middle, all together."""
    total = 0
    for cell in CELLS:
        if position.cells[cell] == seat:
            up, along = PLACES[cell][0] - CENTRE[0], PLACES[cell][1] - CENTRE[1]
            total += max(abs(up), abs(along), abs(up - along))
    return total


def _neighbours(position: Abacus, seat: int) -> int:
    """How many pairs of a seat's marbles lie next to each other."""
    cells = position.cells
    return sum(
        ahead[cell] != OFF and cells[cell] == cells[ahead[cell]] == seat
        for ahead in NEXT[:3]
        for cell in CELLS
    )

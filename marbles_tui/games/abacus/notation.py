"""Moves in ABA-PRO notation: `a1b2` for a rear marble and the cell it steps to, `c2c3d3` for both ends of a
row that moves broadside and the cell where the first one named goes."""

from __future__ import annotations

from marbles_tui.games.abacus.hexagon import BY_NAME, NEXT, heading_to, heading_towards
from marbles_tui.games.abacus.position import Abacus, Step
from marbles_tui.games.abacus.row import MOST, broadside_is_free, line_ahead


def cells_of(text: str) -> tuple[int, ...] | None:
    """The two or three cells that a notation names; None if it is none."""
    if len(text) not in (4, 6):  # cut up only where it may be one: a word may have a million letters
        return None
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    if not all(word in BY_NAME for word in words):
        return None
    return tuple(BY_NAME[word] for word in words)


def normalize(text: str) -> str:
    """Notation as typed → as a move writes itself: lower case, the earlier end of a broadside first."""
    wanted = text.strip().lower()
    cells = cells_of(wanted)
    if cells and len(cells) == 3 and cells[1] < cells[0]:
        first, last, target = cells
        heading = heading_to(first, target)
        row = row_between(first, last)
        if heading is not None and row:
            return str(Step(row[::-1], heading))
    return wanted


def row_between(first: int, last: int) -> tuple[int, ...] | None:
    """The two or three cells of a straight row from one end to the other; None if there is no such row."""
    heading = heading_towards(first, last)
    if heading is None or first == last:
        return None
    row: tuple[int, ...] = (first,)
    while row[-1] != last:
        row = (*row, NEXT[heading][row[-1]])
    return row if len(row) <= MOST else None


def parse(position: Abacus, text: str) -> Step | None:
    """The legal move with that normalized notation, found without listing the others."""
    cells = cells_of(text)
    if cells is None or position.cells[cells[0]] != position.turn or max(position.lost) >= position.lose:
        return None
    heading = heading_to(cells[0], cells[-1])
    if heading is None:
        return None
    if len(cells) == 2:
        line = line_ahead(position.cells, position.turn, cells[0], heading)
        return Step(line.own, heading) if line.moves else None
    row = row_between(cells[0], cells[1])
    if row is None or any(position.cells[cell] != position.turn for cell in row):
        return None
    along = heading_towards(row[0], row[-1])
    free = heading != along and broadside_is_free(position.cells, row, heading)
    return Step(row, heading) if free and row[0] < row[-1] else None

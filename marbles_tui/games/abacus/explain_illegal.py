"""Why a move of Abacus is not legal, in a player's words."""

from __future__ import annotations

from re import findall, fullmatch
from typing import Final

from marbles_tui.games.abacus.hexagon import BY_NAME, NAMES, NEXT, OFF, back, heading_to, heading_towards
from marbles_tui.games.abacus.notation import cells_of, row_between
from marbles_tui.games.abacus.position import SIDES, Abacus
from marbles_tui.games.abacus.row import EMPTY, MOST, Line, line_ahead

FORM: Final = (
    "a move is the rear marble and the cell it steps to (a1b2), "
    "or both ends of a row and where the first of them goes (c2c3d3)"
)
NAMING: Final = r"([a-z]\d){2,3}"
"""Text that names cells, if perhaps some that do not exist."""

OVER: Final = "the game is over"
NO_ROW: Final = "a row is two or three marbles in a straight line"


def explain_illegal(position: Abacus, text: str) -> str:
    """Why the move written `text`, which is not legal, is not."""
    cells = cells_of(text)
    if position.result:
        return OVER
    if cells is None:
        missing = next((word for word in findall(r"[a-z]\d", text) if word not in BY_NAME), None)
        return f"there is no cell {missing.upper()}" if missing and fullmatch(NAMING, text) else FORM
    if len(cells) == 3:
        return _refuse_broadside(position, *cells)
    rear, target = cells
    if not _is_own(position, rear):
        return _not_own(position, rear)
    heading = heading_to(rear, target)
    if heading is None:
        return f"{NAMES[target]} is not next to {NAMES[rear]}"
    return _refuse_line(position, line_ahead(position.cells, position.turn, rear, heading))


def explain_illegal_pick(position: Abacus, picks: tuple[int, ...]) -> str:
    """Why no move begins with these cells."""
    if position.result:
        return OVER
    first, last = picks[0], picks[-1]
    if not _is_own(position, first):
        return _not_own(position, first)
    if len(picks) == 1:
        return f"{NAMES[first]} cannot move: it has nowhere to go and nothing to push"
    if len(picks) == 3:
        return _refuse_broadside(position, *picks)
    if _is_own(position, last):
        row = row_between(first, last)
        if row is None or not all(_is_own(position, cell) for cell in row):
            return NO_ROW
        return f"{NAMES[first]} and {NAMES[last]} cannot move sideways: there is no room"
    heading = heading_towards(first, last)
    if heading is None:
        return f"{NAMES[last]} is not in line with {NAMES[first]}"
    line = line_ahead(position.cells, position.turn, first, heading)
    if line.moves:
        return f"pick {NAMES[NEXT[heading][line.own[-1]]]}: the row's front marble would go there"
    return _refuse_line(position, line)


def _is_own(position: Abacus, cell: int) -> bool:
    return position.cells[cell] == position.turn


def _not_own(position: Abacus, cell: int) -> str:
    owner = position.cells[cell]
    return f"{NAMES[cell]} is empty" if owner == EMPTY else f"{NAMES[cell]} is {SIDES[owner]}'s"


def _refuse_line(position: Abacus, line: Line) -> str:
    own, enemies = len(line.own), len(line.enemies)
    if own > MOST:
        return f"three marbles is the most that move at once: this row has {own}"
    if enemies >= own:
        return f"you need more marbles than you push: {own} against {enemies}"
    if line.behind == position.turn:
        return "one of your own marbles is behind those to be pushed"
    return "you cannot push your own marble off the board"


def _refuse_broadside(position: Abacus, first: int, last: int, target: int) -> str:
    row = row_between(first, last)
    if row is None:
        return NO_ROW
    for cell in row:
        if not _is_own(position, cell):
            return _not_own(position, cell)
    heading = heading_to(first, target)
    if heading is None:
        return f"{NAMES[target]} is not next to {NAMES[first]}"
    along = heading_to(row[0], row[1])
    if along is not None and heading in (along, back(along)):
        rear = first if heading == along else last
        return f"to move a row along its line, begin with its rear marble: {NAMES[rear]}"
    for cell in row:
        goal = NEXT[heading][cell]
        if goal == OFF:
            return f"{NAMES[cell]} would leave the board"
        if position.cells[goal] != EMPTY:
            return f"a row moves sideways only onto empty cells, and {NAMES[goal]} is taken"
    return FORM

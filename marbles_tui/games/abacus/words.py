"""Abacus in words: a position, and what a move is good for or why it is not legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import findall, fullmatch
from typing import Final

from marbles_tui.core.text import plural
from marbles_tui.games.abacus.position import (
    BY_NAME,
    CELLS,
    EDGE,
    EMPTY,
    MOST,
    NAMES,
    NEXT,
    OFF,
    PLACES,
    ROWS,
    SIDES,
    Abacus,
    Line,
    Step,
    back,
    heading_to,
    heading_towards,
    line_ahead,
)
from marbles_tui.games.abacus.text import cells_of, row_between


def describe(position: Abacus, names: Sequence[str]) -> str:
    """The cells of each side's marbles, row by row from the top, and what each side has lost."""
    lines = []
    for seat, who in enumerate(names):
        rows = "; ".join(_rows(position, seat)) or "none"
        side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
        lines.append(f"{who}{side} has marbles on {rows}.")
    lines += [
        f"{who} has lost {plural(lost, 'marble')} of {position.lose}."
        for who, lost in zip(names, position.lost, strict=True)
    ]
    return "\n".join(lines)


def _rows(position: Abacus, seat: int) -> Iterator[str]:
    """A side's marbles of each row: "C3 to C5", "A1 A2 A4"."""
    for row in reversed(ROWS):
        runs: list[list[str]] = []
        last = None
        for cell, name in enumerate(NAMES):
            if name[0] == row and position.cells[cell] == seat:
                if last == cell - 1:
                    runs[-1].append(name)
                else:
                    runs.append([name])
                last = cell
        if runs:
            yield " ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


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


CENTRE = (4, 5)
"""Row and digit of the middle cell."""


def explain_move(position: Abacus, move: Step, _names: Sequence[str] = ()) -> str:
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

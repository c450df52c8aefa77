"""What a move of Gobblet is good for, in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marbles_tui.games.gobblet.board import (
    LINE_MASKS,
    LINE_NAMES,
    LINES,
    Stack,
    fours,
    name_of,
    seat_of,
    threes,
    visible,
)
from marbles_tui.games.gobblet.position import Gobblets, Placement

HUGE = 4


def explain_move(position: Gobblets, move: Placement) -> str:
    """The weightiest thing that a move does; "" for a move that only prepares something."""
    seat, after = position.turn, position.play(move)
    if after.result:
        return f"completes {_named(fours(visible(after.cells, seat)))} and wins" if after.four == seat else ""
    stopped = _open(position.cells, 1 - seat) - _open(after.cells, 1 - seat)
    made = _open(after.cells, seat) - _open(position.cells, seat)
    parts = []
    if stopped:
        parts.append(f"stops three in {_named(stopped)}")
    if made:
        parts.append(f"makes three in {_named(made)}")
    covered = position.cells[move.target][-1] if position.cells[move.target] else 0
    if covered and seat_of(covered) != seat and not stopped:
        parts.insert(0, f"gobbles {name_of(covered)}")
    if parts:
        return " and ".join(parts)
    held = {number for number in _held(after.cells, seat) if move.target in LINES[number]}
    return f"builds on {_named(sorted(held)[:1])}" if held else ""


def _open(cells: Sequence[Stack], seat: int) -> set[int]:
    """The lines in which a seat shows three and the fourth cell is not held by a huge gobblet."""
    lines = set()
    mask = visible(cells, seat)
    for number in threes(mask):
        gap = next(cell for cell in LINES[number] if not mask >> cell & 1)
        if not cells[gap] or cells[gap][-1] >> 1 < HUGE:
            lines.add(number)
    return lines


def _held(cells: Sequence[Stack], seat: int) -> set[int]:
    """The lines in which a seat shows two and the other side none."""
    own, other = visible(cells, seat), visible(cells, 1 - seat)
    return {
        number for number, line in enumerate(LINE_MASKS) if (own & line).bit_count() == 2 and not other & line
    }


def _named(numbers: Iterable[int]) -> str:
    return " and ".join(LINE_NAMES[number] for number in sorted(numbers))

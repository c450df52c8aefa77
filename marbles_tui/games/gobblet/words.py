"""Gobblet in words: a position, and what a move is good for or why it is not legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from marbles_tui.games.gobblet.position import (
    CELLS,
    LETTERS,
    LINE_MASKS,
    LINE_NAMES,
    LINES,
    NAMES,
    NUMBERS,
    SIDES,
    STACKS,
    Gobblets,
    Placement,
    Stack,
    fours,
    name_of,
    seat_of,
    size_of,
    threes,
    visible,
)
from marbles_tui.games.gobblet.text import WORDS


def describe(position: Gobblets, names: Sequence[str]) -> str:
    """What stands on each cell from the top down, and what is left on each external stack."""
    lines = []
    for row, cells in zip("ABCD", (CELLS[at : at + 4] for at in CELLS[::4]), strict=True):
        told = [f"{NAMES[cell]} {_stack(position.cells[cell])}" for cell in cells if position.cells[cell]]
        lines.append(f"Row {row}: {', '.join(told) or 'empty'}.")
    for seat, who in enumerate(names):
        tops = position.stacks[3 * seat : 3 * seat + 3]
        told = [f"{LETTERS[seat]}{at} {_nested(top)}" for at, top in enumerate(tops, 1)]
        side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
        lines.append(f"{who}{side} has on the stacks, from the top: {'; '.join(told)}.")
    return "\n".join(lines)


def observe(position: Gobblets, options: Mapping[str, str]) -> Gobblets:
    """The position without the gobblets that are covered, if they are to be remembered."""
    if options["memory"] != "on":
        return position
    return position._replace(cells=tuple(stack[-1:] for stack in position.cells))


def _nested(top: int) -> str:
    """An external stack whose largest gobblet is `top`: each stands over all that are smaller."""
    return ", ".join(WORDS[size] for size in range(top, 0, -1)) or "empty"


def _stack(stack: Sequence[int]) -> str:
    return " over ".join(
        f"{SIDES[seat_of(piece)].lower()} {WORDS[size_of(piece)]}" for piece in reversed(stack)
    )


def explain_illegal(position: Gobblets, text: str) -> str:
    """Why `text` is not legal here, and what is."""
    if position.result:
        return "the game is over"
    origin, target = NUMBERS.get(text[:2], -1), NUMBERS.get(text[2:], -1)
    if origin < 0 or target < 0:
        return "a move is a stack or a cell and then a cell, like W3B2 or A2C2"
    if reason := _refuse_origin(position, origin):
        movable = [NAMES[place] for place in (*STACKS[position.turn], *CELLS) if position.targets(place)]
        return f"{reason}; {SIDES[position.turn]} can move from {', '.join(movable)}"
    reason = _refuse_target(position, origin, target)
    if origin in CELLS or target not in CELLS:
        return (
            f"{reason}; from {NAMES[origin]} to {', '.join(NAMES[cell] for cell in position.targets(origin))}"
        )
    return reason


def explain_illegal_pick(position: Gobblets, picks: tuple[int, ...]) -> str:
    """Why a gobblet cannot be lifted, or not be put down there."""
    if position.result:
        return "the game is over"
    if len(picks) == 1:
        return _refuse_origin(position, picks[0])
    return _refuse_target(position, *picks[:2])


def _refuse_origin(position: Gobblets, origin: int) -> str:
    """Why nothing can be lifted from a place; "" if something can."""
    name = NAMES[origin]
    if origin not in CELLS:
        if origin not in STACKS[position.turn]:
            return f"{name} is a stack of {SIDES[1 - position.turn]}'s"
        if not position.stacks[origin - STACKS[0].start]:
            return f"stack {name} is empty"
    elif not position.cells[origin]:
        return f"{name} is empty"
    elif seat_of(position.cells[origin][-1]) != position.turn:
        return f"the gobblet on {name} is {SIDES[1 - position.turn]}'s"
    return "" if position.targets(origin) else f"the gobblet on {name} can go nowhere"


def _refuse_target(position: Gobblets, origin: int, target: int) -> str:
    """Why what can be lifted from `origin` cannot be put down on `target`."""
    if target not in CELLS:
        return "a gobblet goes to a cell, never to a stack"
    if target == origin:
        return "a gobblet may not go back where it stood"
    if origin not in CELLS and not position.rogers and target not in position.trio():
        other = SIDES[1 - position.turn]
        return f"from a stack, go to an empty cell or cover one of {other}'s three in a line"
    top = position.cells[target][-1]
    size = size_of(
        position.cells[origin][-1] if origin in CELLS else 2 * position.stacks[origin - STACKS[0].start]
    )
    return f"{name_of(top)} on {NAMES[target]} is not smaller than size {size}"


HUGE = 4


def explain_move(position: Gobblets, move: Placement, _names: Sequence[str] = ()) -> str:
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

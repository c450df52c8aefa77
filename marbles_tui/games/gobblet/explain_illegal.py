"""Why a move of Gobblet is none."""

from __future__ import annotations

from marbles_tui.games.gobblet.board import CELLS, NAMES, NUMBERS, SIDES, STACKS, name_of, seat_of, size_of
from marbles_tui.games.gobblet.position import Gobblets


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

"""Boards → board files, in the line form."""

from __future__ import annotations

from collections.abc import Iterator

from marbles_tui.games.getaway.board import (
    Board,
    Encounter,
    Square,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)
from marbles_tui.games.getaway.cursor import escaped


def write_board(board: Board) -> str:
    """The board file of a board; reading it gives the board back."""
    header = f"{board.gold} {board.sides} {len(board.squares)}"
    return "\n".join((header, *(line for square in board.squares for line in _lines(square)))) + "\n"


def _lines(square: Square) -> Iterator[str]:
    yield f"{escaped(square.name)} : {spec(square.encounter)}".rstrip()
    if isinstance(square.encounter, Trinkets):
        for item in square.encounter.items:
            yield f"{escaped(item.name)} : {item.description} : {item.value}"
        yield "Z"


def spec(encounter: Encounter | None) -> str:
    """What stands behind a square's colon; of a trinket list its opening Z."""
    match encounter:
        case Treasure(amount, once):
            return f"{'S' if once else 'R'} {amount}"
        case Teleporter(jump, once):
            return f"{'T' if once else 'Q'} {jump}"
        case Toll(jump, amount, once):
            return f"Y {'T' if once else 'Q'} {jump} {amount}"
        case Trap(event, number, trinket):
            return f"X {'E' if event else 'D'} {number} : {escaped(trinket)}"
        case Trinkets():
            return "Z"
    return ""

"""Boards and positions as other programs read them."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.games.getaway.board import Board, Teleporter, Toll, Trap, Treasure, Trinkets
from marbles_tui.games.getaway.journey import Journey


def facts(position: Journey, names: Sequence[str]) -> dict[str, object]:
    """`players`: of each the name, gold, square, what the backpack holds, and whether a trap holds them."""
    players = [
        {
            "name": name,
            "gold": traveller.gold,
            "square": traveller.square,
            "backpack": [item.name for item in traveller.backpack],
            "trapped": position.trapped(seat),
        }
        for seat, (name, traveller) in enumerate(zip(names, position.travellers, strict=True))
    ]
    return {"players": players}


def square_facts(board: Board) -> list[dict[str, object]]:
    """The squares of a board: number, name, kind, and what the kind asks for."""
    squares = []
    for number, (name, encounter) in enumerate(board.squares):
        told: dict[str, object] = {"number": number, "name": name, "kind": board.kind(number)}
        match encounter:
            case Treasure(amount, once):
                told |= {"once": once, "amount": str(amount)}
            case Teleporter(jump, once):
                told |= {"once": once, "jump": str(jump)}
            case Toll(jump, amount, once):
                told |= {"once": once, "jump": str(jump), "amount": str(amount)}
            case Trinkets(items):
                told["trinkets"] = [item._asdict() for item in items]
            case Trap(event, held, trinket):
                told |= {"trap": "event" if event else "delay", "until": held, "trinket": trinket}
        squares.append(told)
    return squares

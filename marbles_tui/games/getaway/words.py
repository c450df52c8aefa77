"""How the squares of a trail are told apart: a sign for each kind, and what waits there in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marbles_tui.core.text import article, plural
from marbles_tui.games.getaway.board import (
    Amount,
    Board,
    Encounter,
    Jump,
    Kind,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)

SIGNS: Final[Mapping[Kind, tuple[str, str]]] = {
    "start": ("⌂", "^"),
    "treasure": ("¤", "$"),
    "teleporter": ("»", "@"),
    "toll": ("Π", "%"),
    "trinkets": ("▣", "&"),
    "trap": ("╳", "#"),
    "plain": ("·", "."),
    "castle": ("♜", "M"),
}
"""A sign for each kind, and the same in ASCII."""


def sign(kind: Kind, plain: bool = False) -> str:
    """The sign of a kind of square, in ASCII if `plain`."""
    return SIGNS[kind][plain]


def effect(encounter: Encounter | None) -> str:
    """What waits on a square, in a few words: "1-12 gold", "back 3", "6 gold or back 4"."""
    match encounter:
        case Treasure(amount, _):
            return f"{_gold(amount)} gold"
        case Teleporter(jump, _):
            return jump_words(jump)
        case Toll(jump, amount, _):
            return f"{_gold(amount)} or {jump_words(jump)}"
        case Trinkets(items):
            return plural(len(items), "thing")
        case Trap(event, number, _):
            return f"until {article(number)} {number}" if event else plural(number, "turn")
    return ""


def price(encounter: Encounter | None, taken: int, plain: bool = False) -> tuple[str, ...]:
    """What waits on a square for its head, the clearest words first: "pay 5", "1-4 ¤", "back 3", "till 8"; once
    all has been taken, that."""
    gold, thing = sign("treasure", plain), sign("trinkets", plain)
    match encounter:
        case Treasure(amount, once):
            return ("empty",) if once and taken else (f"{_gold(amount)} {gold}", _gold(amount), gold)
        case Teleporter(jump, once):
            return ("used",) if once and taken else (jump_words(jump), _arrow(jump, plain))
        case Toll(jump, amount, once):
            return ("used",) if once and taken else (f"pay {_gold(amount)}", _gold(amount), gold)
        case Trinkets(items):
            left = len(items) - taken
            return (f"{left} {thing}", thing) if left > 0 else ("empty",)
        case Trap(event, number, _):
            return (f"till {number}", str(number)) if event else (plural(number, "turn"), str(number))
    return ()


def otherwise(encounter: Encounter | None, room: int, plain: bool) -> str:
    """What a toll does to who does not pay, in at most `room` columns; "" where nothing is to be paid."""
    if not isinstance(encounter, Toll):
        return ""
    forms = (f"or {jump_words(encounter.jump)}", f"or {_arrow(encounter.jump, plain)}")
    return next((words for words in forms if len(words) <= room), "")


def is_spent(encounter: Encounter | None, taken: int) -> bool:
    """Whether nothing waits on a square any more."""
    if isinstance(encounter, Trinkets):
        return taken >= len(encounter.items)
    return taken > 0 and bool(getattr(encounter, "once", False))


def _arrow(jump: Jump, plain: bool) -> str:
    """Where a ride goes, in as few signs as there are."""
    back, on = ("<", ">") if plain else ("◀", "▶")
    if jump.way == "A":
        return f"{on}{jump.size}"
    size = abs(jump.size)
    return f"{back if jump.size < 0 else on}{f'1-{size}' if jump.way == 'M' else size}"


GONE: Final[Mapping[type, str]] = {
    Treasure: "the gold is gone",
    Toll: "the toll is gone",
    Trinkets: "all things are gone",
}
"""What is said of a square that is spent."""


def describe(trail: Board, square: int, taken: int = 0) -> str:
    """All about a square, in a sentence or two; `taken` is how much of what was there is gone."""
    name, encounter = trail.squares[square]
    if is_spent(encounter, taken):
        return f"{square} {name}: {GONE.get(type(encounter), 'used, nothing happens here')}."
    match encounter:
        case Treasure(amount, once):
            text = f"pays {_gold(amount)} gold{_first(once)}"
        case Teleporter(jump, once):
            text = f"takes you {_way(trail, jump)}{_first(once)}"
        case Toll(jump, amount, once):
            text = f"costs {_gold(amount)} gold, or takes you {_way(trail, jump)}{_first(once)}"
        case Trinkets(items):
            things = ", ".join(f"{item.name} ({item.value})" for item in items[taken:])
            text = f"a thing for each visitor: {things}"
        case Trap(event, number, trinket):
            wait = f"until you roll {article(number)} {number}" if event else f"for {plural(number, 'turn')}"
            text = f"traps you {wait}, unless you have {trinket}"
        case _:
            text = "you sell your trinkets here and wait" if square == trail.last else "nothing happens here"
    return f"{square} {name}: {text}."


def _gold(amount: Amount) -> str:
    return f"1-{amount.size}" if amount.drawn else str(amount.size)


def jump_words(jump: Jump) -> str:
    """Where a jump leads: "back 3", "on 1-6", "to 5"."""
    if jump.way == "A":
        return f"to {jump.size}"
    size = abs(jump.size)
    return f"{'back' if jump.size < 0 else 'on'} {f'1-{size}' if jump.way == 'M' else size}"


def _way(trail: Board, jump: Jump) -> str:
    if jump.way == "A":
        return f"to {trail.squares[max(0, min(jump.size, trail.last))].name}"
    return jump_words(jump)


def _first(once: bool) -> str:
    return ", once" if once else ""

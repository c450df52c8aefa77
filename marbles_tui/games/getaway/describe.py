"""Gary's Great Getaway for those who do not see the board."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core.text import article, plural
from marbles_tui.games.getaway.board import (
    Amount,
    Encounter,
    Jump,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinkets,
)
from marbles_tui.games.getaway.journey import Journey

AHEAD = 6
"""How many squares in front of the traveller are told, at most: what a usual die can reach."""


def describe(position: Journey, names: Sequence[str]) -> str:
    """Where everybody is and what they have, and what lies ahead of who is to move."""
    trail = position.course.trail
    lines = []
    for seat, traveller in enumerate(position.travellers):
        where = trail.squares[traveller.square].name
        held = ", trapped" if position.trapped(seat) else ""
        things = f", {', '.join(item.name for item in traveller.backpack)}" if traveller.backpack else ""
        place = f"square {traveller.square} of {trail.last}, {where}"
        lines.append(f"{names[seat]} is on {place}, with {traveller.gold} gold{things}{held}.")
    if position.result is None:
        at = position.travellers[position.actor].square
        ahead = range(at + 1, min(at + min(AHEAD, trail.sides), trail.last) + 1)
        told = [
            f"{number} {trail.squares[number].name}{_waits(trail.squares[number].encounter, trail.last == number)}"
            for number in ahead
        ]
        if told:
            lines.append(f"Ahead of {names[position.actor]}: {'; '.join(told)}.")
    return "\n".join(lines)


def _waits(encounter: Encounter | None, castle: bool) -> str:
    match encounter:
        case Treasure(amount):
            said = f"pays {'up to ' if amount.drawn else ''}{amount.size} gold"
        case Teleporter(jump):
            said = f"takes you {_way(jump)}"
        case Toll(jump, amount):
            said = f"costs {'up to ' if amount.drawn else ''}{amount.size} gold, or takes you {_way(jump)}"
        case Trinkets():
            said = "has trinkets"
        case Trap(event, number, trinket):
            how = f"until you roll {article(number)} {number}" if event else f"for {plural(number, 'turn')}"
            said = f"traps you {how}, unless you have {trinket}"
        case _:
            return ", the castle" if castle else ""
    return f", {said}"


def kind_words(encounter: Encounter | None) -> str:
    """What waits on a square, in a few words: "gold 1-12", "toll 6 or back 4", "trap until an 8"."""
    match encounter:
        case Treasure(amount, once):
            return f"gold {_span(amount)}{', once' * once}"
        case Teleporter(jump, once):
            return f"{short_way(jump)}{', once' * once}"
        case Toll(jump, amount, once):
            return f"toll {_span(amount)} or {short_way(jump)}{', once' * once}"
        case Trinkets(items):
            return f"find {', '.join(item.name for item in items)}"
        case Trap(event, number, trinket):
            how = f"until {article(number)} {number}" if event else plural(number, "turn")
            return f"trap {how}, safe with {trinket}"
    return ""


def _span(amount: Amount) -> str:
    return f"1-{amount.size}" if amount.drawn else str(amount.size)


def short_way(jump: Jump) -> str:
    """Where a jump leads: "back 4", "on 1-6", "to 5"."""
    if jump.way == "A":
        return f"to {jump.size}"
    most = "1-" if jump.way == "M" else ""
    return f"{'on' if jump.size > 0 else 'back'} {most}{abs(jump.size)}"


def _way(jump: Jump) -> str:
    if jump.way == "A":
        return f"to square {jump.size}"
    most = "up to " if jump.way == "M" else ""
    return f"{most}{abs(jump.size)} {'forward' if jump.size > 0 else 'back'}"

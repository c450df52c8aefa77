"""Gary's Great Getaway for those who do not see the board."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core.text import plural
from marbles_tui.games.getaway.board import Encounter, Jump, Teleporter, Toll, Trap, Treasure, Trinkets
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
        things = (
            f", carrying {', '.join(item.name for item in traveller.backpack)}" if traveller.backpack else ""
        )
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
            said = f"carries you {_way(jump)}"
        case Toll(jump, amount):
            said = f"asks {'up to ' if amount.drawn else ''}{amount.size} gold, or carries you {_way(jump)}"
        case Trinkets():
            said = "has trinkets"
        case Trap(event, number, trinket):
            how = f"until you roll {number}" if event else f"for {plural(number, 'turn')}"
            said = f"traps you {how}, without {trinket}"
        case _:
            return ", the castle" if castle else ""
    return f", {said}"


def _way(jump: Jump) -> str:
    if jump.way == "A":
        return f"to square {jump.size}"
    most = "up to " if jump.way == "M" else ""
    return f"{most}{abs(jump.size)} {'forward' if jump.size > 0 else 'back'}"

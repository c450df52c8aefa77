"""Gary's Great Getaway in words: the sentences of the assignment's example run, and a diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from marbles_tui.core import Event
from marbles_tui.core.text import article, plural
from marbles_tui.games.getaway.describe import kind_words
from marbles_tui.games.getaway.journey import Journey

Facts = Mapping[str, Any]

SPENT: Final = {
    "treasure": "This has been emptied, it pays you nothing.",
    "teleporter": "This has carried somebody off before, now it is still.",
    "toll": "This has had its toll before, it asks nothing of you.",
    "trinkets": "There is nothing left to pick up.",
}


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event."""
    facts = event.facts
    match event.kind:
        case "turn":
            return f"{names[facts['seat']]}: You are on {facts['square']}."
        case "winner":
            winners = [names[seat] for seat in facts["seats"]]
            return f"{_listed(winners)} {'Wins' if len(winners) == 1 else 'Win'} with {facts['gold']} Gold"
        case "other":
            return f"{names[facts['seats'][0]]} {facts['gold']} Gold"
    sentence = SENTENCES.get(event.kind)
    return sentence(facts) if sentence else ""


def _transport(facts: Facts) -> str:
    if "to" in facts:
        return f"This takes you to {facts['to']}."
    by = facts["by"]
    if not by:
        return "This turns you round and round."
    return f"This slides you {'forward' if by > 0 else 'back'} {abs(by)}."


def _caught(facts: Facts) -> str:
    if "number" in facts:
        return f"This traps you until you roll {article(facts['number'])} {facts['number']}."
    return f"This traps you for {plural(facts['turns'], 'turn')}."


def _held(facts: Facts) -> str:
    if "number" in facts:
        return f"You are still trapped until you roll {article(facts['number'])} {facts['number']}."
    return f"You are still trapped for {plural(facts['turns'], 'turn')}."


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "roll": lambda facts: f"You roll {article(facts['number'])} {facts['number']}.",
    "too-far": lambda facts: f"That is too far, you stay on {facts['square']}.",
    "land": lambda facts: f"You land on {facts['square']}.",
    "gold": lambda facts: f"This pays you {facts['gains']} gold, you now have {facts['gold']} gold.",
    "spent": lambda facts: SPENT[facts["what"]],
    "transport": _transport,
    "stopped": lambda facts: f"You are dizzy after {facts['hops']} hops, this ends your turn.",
    "toll": lambda facts: f"The toll is {facts['gold']} gold.",
    "short": lambda facts: f"You do not have {facts['gold']} gold.",
    "pay": lambda facts: f"You pay {facts['pays']} gold, you now have {facts['gold']} gold.",
    "go": lambda _: "You do not pay.",
    "pick-up": lambda facts: f"You pick up {facts['trinket']}.",
    "backpack": lambda facts: f"You now have: {', '.join(facts['trinkets'])}.",
    "avoided": lambda facts: f"This would trap you, but {facts['trinket']} saves you.",
    "asleep": lambda _: "You are the last one on the road: traps let you pass.",
    "caught": _caught,
    "held": _held,
    "served": lambda _: "You are free to go on your next turn.",
    "freed": lambda _: "You are free.",
    "released": lambda _: "You are free, nobody else is on the path.",
    "sell": lambda facts: f"You sell {facts['trinket']} for {facts['value']} gold.",
    "arrive": lambda facts: f"You have {facts['gold']} gold.",
    "over": lambda _: "Game Over",
    "others": lambda _: "Other Players:",
}
"""What is said to the player whose turn it is, by the kind of event."""


def diagram(position: Journey) -> str:
    """The squares, one a line, with what waits on them and who stands there; then the players'
    gold and backpacks."""
    return "\n".join(_rows(position))


def _rows(position: Journey) -> Iterator[str]:
    trail = position.course.trail
    width = min(30, max(len(square.name) for square in trail.squares))
    for number, (name, encounter) in enumerate(trail.squares):
        here = [
            str(seat) for seat, traveller in enumerate(position.travellers, 1) if traveller.square == number
        ]
        pawns = f"<{' '.join(here)}>" if here else ""
        yield f"{number:>3} {name[:width]:<{width}}  {kind_words(encounter):<34} {pawns}".rstrip()
    yield ""
    for seat, traveller in enumerate(position.travellers):
        held = ", trapped" if position.trapped(seat) else ""
        things = ", ".join(item.name for item in traveller.backpack)
        yield f"<{seat + 1}> {traveller.gold} gold{held}{': ' if things else ''}{things}"


def most_gold(events: Sequence[Sequence[Event]], seat: int) -> int:
    """The gold that a seat had at the end."""
    last = next((ply[-1] for ply in reversed(events) if ply), None)
    return int(last.board.travellers[seat].gold) if last else 0

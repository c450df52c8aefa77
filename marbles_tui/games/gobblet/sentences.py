"""Gobblet tells what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.core import Event
from marbles_tui.games.gobblet.board import CELLS, LINE_NAMES, NAMES, SIDES, seat_of, size_of

WORDS: Final = ("", "tiny", "small", "big", "huge")
"""How a size is called."""


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event."""
    facts = event.facts
    who = names[facts["seat"]]
    match event.kind:
        case "lift" if event.cells[0] in CELLS:
            return f"{who} lifts the {WORDS[size_of(facts['gobblet'])]} gobblet from {NAMES[event.cells[0]]}."
        case "reveal":
            return f"That uncovers four of {who}'s in {_lines(facts['lines'])}!"
        case "put":
            return f"{who} puts a {WORDS[size_of(facts['gobblet'])]} gobblet on {NAMES[event.cells[1]]}."
        case "cover":
            piece, covered = facts["gobblet"], facts["covered"]
            own = seat_of(covered) == facts["seat"] and who != SIDES[facts["seat"]]
            whose = "their own" if own else f"{names[seat_of(covered)]}'s"
            what = f"{whose} {WORDS[size_of(covered)]} one on {NAMES[event.cells[1]]}"
            return f"{who}'s {WORDS[size_of(piece)]} gobblet gobbles {what}."
        case "line":
            where = _lines(facts["lines"])
            if facts["uncovered"]:
                return f"Four of {who}'s are left uncovered in {where}: {who} wins."
            return f"Four in {where}: {who} wins."
        case "stuck":
            return f"{who} cannot move: {names[1 - facts['seat']]} wins."
    return ""


def _lines(numbers: Sequence[int]) -> str:
    return " and ".join(LINE_NAMES[number] for number in numbers)

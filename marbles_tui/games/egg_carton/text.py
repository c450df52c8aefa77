"""Egg Carton in words: position texts, sentences, a diagram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from marbles_tui.core import BadPosition, Event
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.games.egg_carton.ring import ENDS, LEFT_END, LETTERS, RIGHT_END, name

MOST: Final = 999
"""The most marbles a typed position may hold."""

FORM: Final = "A,B,C,D,E,F/I,J,K,L,M,N/right,left/player"


def write(position: Carton) -> str:
    """The text of a position: `3,3,3,3,3,3/3,3,3,3,3,3/0,0/1` is the classic start."""
    ring = position.ring
    fields = (ring[0:6], ring[7:13], (ring[RIGHT_END], ring[LEFT_END]))
    return "/".join(",".join(map(str, field)) for field in fields) + f"/{position.turn + 1}"


def read(text: str) -> Carton:
    """A position from its text; blanks do not count.

    Raises BadPosition for anything but thirteen numbers in their places and a player, for more than MOST
    marbles, and where both sides are empty.
    """
    fields = "".join(text.split()).split("/")
    if len(fields) != 4:
        raise BadPosition(f"a position has the form {FORM}, not {text!r}")
    bottom = _counts(fields[0], 6, "A to F")
    top = _counts(fields[1], 6, "I to N")
    right, left = _counts(fields[2], 2, "the right and the left end")
    if fields[3] not in ("1", "2"):
        raise BadPosition(f"the player to move is 1 or 2, not {fields[3]!r}")
    if not any(bottom) and not any(top):
        raise BadPosition("both sides are empty: no game ends like that")
    ring = (*bottom, right, *top, left)
    if sum(ring) > MOST:
        raise BadPosition(f"there are {sum(ring)} marbles; a carton holds at most {MOST}")
    return Carton(ring, int(fields[3]) - 1)


def _counts(field: str, count: int, what: str) -> tuple[int, ...]:
    words = field.split(",")
    if len(words) != count:
        raise BadPosition(f"expected {count} numbers for {what}, found {len(words)} in {field!r}")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 3):
            raise BadPosition(f"expected a number from 0 to {MOST} for {what}, not {word!r}")
    return tuple(map(int, words))


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event."""
    facts = event.facts
    who = names[facts["seat"]]
    match event.kind:
        case "take":
            return f"{who} takes {facts['hand']} from {name(event.cells[0])}."
        case "last":
            place, held = event.cells[0], facts["held"]
            if place in ENDS:
                return f"The last marble drops off the board, at {name(place)}."
            return (
                f"The last marble drops into {name(place)}, which {f'held {held}' if held else 'was empty'}."
            )
        case "relay":
            return f"The move goes on from {name(event.cells[0])}."
        case "again":
            return f"Off the board: {who} goes again."
        case "over":
            return f"Turn over: {names[1 - facts['seat']]} to move."
        case "win":
            return f"{who} clears the side and wins."
    return ""


def diagram(position: Carton) -> str:
    """The carton as Talbot's manual draws it: the top row N to I, the bottom row A to F, the ends beside."""
    ring = position.ring

    def row(slots: Sequence[int]) -> str:
        return "| " + " ".join(f"{ring[slot] or '':>3}" for slot in slots) + "  |"

    def letters(slots: Sequence[int]) -> str:
        return "         " + " ".join(f"({LETTERS[slot]})" for slot in slots)

    top, bottom = range(12, 6, -1), range(6)
    line = "       " + "+" + "-" * 26 + "+"
    ends = f"{ring[LEFT_END]:>5}  +{'-' * 26}+  {ring[RIGHT_END]}"
    body = [letters(top), line, "       " + row(top), ends, "       " + row(bottom), line, letters(bottom)]
    return "\n".join(body)


def longest_chain(events: Sequence[Sequence[Event]], seat: int) -> int:
    """The most relays of a seat in one move."""
    own = (sum(event.kind == "relay" and event.facts["seat"] == seat for event in ply) for ply in events)
    return max(own, default=0)

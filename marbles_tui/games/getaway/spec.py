"""What stands behind a square's colon, in the words of the board file; the same in both its forms.

    ("S"|"R") amount                       treasure, single | repeating
    ("T"|"Q") jump                         teleporter, one-time | repeating
    "Y" ("T"|"Q") jump amount              toll, one-time | repeating ("S" and "R" are taken too)
    "X" ("E"|"D") number ":" trinket       trap, event | delay
    amount = ("F"|"M") number              jump = ("F"|"M"|"A") number

Trinket lists and a trap's trinket end differently in the two forms, and are read there.
"""

from __future__ import annotations

from typing import Final

from marbles_tui.games.getaway.board import (
    DRAWN,
    FIXED_AMOUNT,
    GOLD,
    JUMP,
    WAIT,
    Amount,
    Jump,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinket,
)
from marbles_tui.games.getaway.cursor import Cursor, Unreadable

KINDS: Final = "SRTQYXZ"
WANTED: Final = "a kind of square (S, R, T, Q, Y, X or Z)"


def amount(cursor: Cursor) -> Amount:
    """`F 5` or `M 5`."""
    drawn = cursor.one_of("FM", "an amount: F or M and a number") == "M"
    return Amount(cursor.number("an amount of gold", DRAWN if drawn else FIXED_AMOUNT), drawn)


def jump(cursor: Cursor) -> Jump:
    """`F -2`, `M 4` or `A 0`."""
    match cursor.one_of("FMA", "a jump: F, M or A and a number"):
        case "F":
            return Jump("F", cursor.number("a number of squares", JUMP))
        case "A":
            return Jump("A", cursor.number("the number of a square", JUMP))
    at = cursor.blanks()
    size = cursor.number("a number of squares", JUMP)
    if not size:
        raise Unreadable(at, "expected at least 1 square to draw from, found M 0")
    return Jump("M", size)


def simple(cursor: Cursor, letter: str) -> Treasure | Teleporter | Toll:
    """A treasure, teleporter or toll, behind its letter."""
    if letter in "SR":
        return Treasure(amount(cursor), once=letter == "S")
    if letter in "TQ":
        return Teleporter(jump(cursor), once=letter == "T")
    once = cursor.one_of("TQSR", "T (one-time) or Q (repeating)") in "TS"
    way = jump(cursor)
    return Toll(way, amount(cursor), once)


def trap(cursor: Cursor) -> Trap:
    """A trap, behind its letter and up to the colon; its trinket is still to be read."""
    event = cursor.one_of("ED", "E (event) or D (delay)") == "E"
    number = cursor.number("a roll" if event else "a number of turns", WAIT)
    cursor.colon("and the trinket that avoids the trap")
    return Trap(event, number, "")


def trinket(cursor: Cursor, name: str) -> Trinket:
    """A trinket, behind its name and the colon."""
    at = cursor.at
    description = cursor.upto_colon()
    if cursor.text[cursor.at : cursor.at + 1] != ":":
        raise Unreadable(at, f"expected a description, a colon and a value, found {cursor.found(at)}")
    cursor.colon("and a value")
    return Trinket(name, description, cursor.number("a value in gold", GOLD))

"""The flattened form of a board file: several squares on a line, as the assignment has come down to us.

Line ends are blanks here. Names run to the next colon, so a trap's trinket and the name of the square behind
it stand side by side: the longest trinket name of the board that fits is the trinket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway.board import Encounter, Square, Trap, Trinket, Trinkets
from marbles_tui.games.getaway.cursor import SHOWN, Cursor, Unreadable, unescaped
from marbles_tui.games.getaway.partial_board import PartialBoard
from marbles_tui.games.getaway.spec import simple, trap, trinket

SPEC: Final = re.compile(r"(?:[SRTQYX]\s+[A-Z](?=\s)|Z(?=\s|\Z))", re.IGNORECASE)
"""What begins a square's encounter rather than the name of the next square."""

CLOSING: Final = re.compile(r"Z(?=\s|\Z)", re.IGNORECASE)
WORDS: Final = {"S": 3, "R": 3, "T": 3, "Q": 3, "Y": 6}
"""How many words an encounter takes, by its letter."""


def is_flat(text: str) -> bool:
    """Whether some line holds more than one square."""
    listed = False
    for line in text.split("\n"):
        parts = [part.strip() for part in line.split(":")]
        if listed and not (line[:2].upper() == "Z " and not _is_trinket(parts)):
            listed = line.strip().upper() != "Z"
        elif _holds_several(parts) or (listed and len(parts) > 1):
            return True
        else:
            listed = len(parts) == 2 and parts[1].upper() == "Z"
    return False


def _is_trinket(parts: list[str]) -> bool:
    return len(parts) == 3 and parts[2].isdigit()


def _holds_several(parts: list[str]) -> bool:
    """Whether a line, parted at its colons, holds more than one square."""
    words = parts[1].upper().split() if len(parts) > 2 else []
    if not words:
        return False
    if words[0] == "Z":
        return len(words) > 1
    if words[0] == "X":
        return len(parts) > 3
    if words[0] in WORDS:
        return len(words) > WORDS[words[0]]
    return not _is_trinket(parts)


def read_flat(text: str) -> PartialBoard:
    """Read a board up to the first thing that is wrong."""
    draft = PartialBoard(text)
    cursor = Cursor(text.replace("\n", " "))
    draft.header(cursor)
    traps: list[tuple[int, int]] = []
    name = ""
    try:
        while not draft.full and cursor.blanks() < len(text):
            name = ""
            name = _name(cursor, "a square")
            start = cursor.blanks()
            encounter = _encounter(cursor) if SPEC.match(cursor.text, start) else None
            if isinstance(encounter, Trap):
                traps.append((len(draft.squares), cursor.blanks()))
            draft.add(name, encounter, start)
    except Unreadable as error:
        draft.complain(error.at, name, error.text)
    else:
        _part(draft, traps)
        draft.check_ends()
    return draft


def _name(cursor: Cursor, what: str) -> str:
    at = cursor.blanks()
    name = _spaced(cursor.upto_colon())
    if cursor.at == len(cursor.text) or not name or name.startswith("#"):
        raise Unreadable(at, f"expected the name of {what} and a colon, found {cursor.found(at)}")
    cursor.at += 1
    return unescaped(name)


def _spaced(name: str) -> str:
    """A name that may have been broken over lines."""
    return " ".join(name.split())


def _encounter(cursor: Cursor) -> Encounter:
    letter = cursor.word().upper()
    if letter == "Z":
        return Trinkets(tuple(_trinkets(cursor)))
    return trap(cursor) if letter == "X" else simple(cursor, letter)


def _trinkets(cursor: Cursor) -> Iterator[Trinket]:
    while not CLOSING.match(cursor.text, at := cursor.blanks()):
        name = _name(cursor, "a trinket, or a Z that closes the list,")
        if SPEC.match(cursor.text, cursor.blanks()):
            raise Unreadable(at, f"expected a Z that closes the list of trinkets, found {cursor.found(at)}")
        found = trinket(cursor, name)
        yield found._replace(description=_spaced(found.description))
    cursor.word()


def _part(draft: PartialBoard, traps: list[tuple[int, int]]) -> None:
    """Part each trap's trinket from the name of the square behind it; both have been read as one name."""
    squares = draft.squares
    lists = (square.encounter.items for square in squares if isinstance(square.encounter, Trinkets))
    known = {item.name for items in lists for item in items}
    lengths = sorted(map(len, known), reverse=True)
    for number, at in traps:
        name, caught = squares[number]
        both = squares[number + 1].name if number + 1 < len(squares) else ""
        fits = (both[:size] for size in dict.fromkeys(lengths) if both[size : size + 1] == " ")
        avoids = next((start for start in fits if start in known), None)
        if avoids is None or not isinstance(caught, Trap):
            found = repr(sanitize_line(both, SHOWN)) if both else "the end of the file"
            draft.complain(at, name, f"expected one of the board's trinkets, then a square; found {found}")
            continue
        squares[number] = Square(name, caught._replace(trinket=avoids))
        squares[number + 1] = squares[number + 1]._replace(name=unescaped(both[len(avoids) + 1 :]))

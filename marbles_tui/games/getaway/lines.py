"""The line form of a board file: each square, each trinket and the header on a line of its own."""

from __future__ import annotations

import re
from typing import Final

from marbles_tui.games.getaway.board import Encounter, Trinket, Trinkets
from marbles_tui.games.getaway.cursor import Cursor, Unreadable, unescaped
from marbles_tui.games.getaway.partial_board import PartialBoard
from marbles_tui.games.getaway.spec import KINDS, WANTED, simple, trap, trinket

LIST_END: Final = re.compile(r"[^\S\n]*[Zz][^\S\n]*(?:\n|\Z)")
LINE: Final = re.compile(r"[^\n]*\n?")
EMPTY: Final = re.compile(r"\s*")


def read_lines(text: str) -> PartialBoard:
    """Read a board; what is wrong with one line does not keep the next from being read."""
    draft = PartialBoard(text)
    cursor = Cursor(text)
    draft.header(cursor)
    while not draft.full:
        _skip_empty(cursor)
        if cursor.at == len(text):
            break
        _square(draft, cursor)
    draft.check_ends()
    return draft


def _square(draft: PartialBoard, cursor: Cursor) -> None:
    start = cursor.at
    name, encounter = "", None
    try:
        name = _name(cursor, "a square")
        start = cursor.blanks()
        encounter = _encounter(draft, cursor, name)
    except Unreadable as error:
        draft.complain(error.at, name, error.text)
        _next_line(cursor, error.at)
    draft.add(name, encounter, start)


def _name(cursor: Cursor, what: str) -> str:
    at = cursor.blanks()
    name = cursor.upto_colon()
    if cursor.text[cursor.at : cursor.at + 1] != ":":
        raise Unreadable(at, f"expected {what}: a name and a colon, found {cursor.found(at)}")
    if not name:
        raise Unreadable(at, "expected a name before the colon")
    cursor.at += 1
    return unescaped(name)


def _encounter(draft: PartialBoard, cursor: Cursor, name: str) -> Encounter | None:
    if cursor.peek() == "" and cursor.text[cursor.blanks() : cursor.at + 1] != ":":
        cursor.line_end("nothing more")
        return None
    letter = cursor.one_of(KINDS, WANTED)
    if letter == "Z":
        cursor.line_end("the end of the line: each trinket stands on a line of its own")
        return Trinkets(tuple(_trinkets(draft, cursor, name)))
    if letter == "X":
        caught = trap(cursor)
        at = cursor.blanks()
        trinket_name = cursor.upto_colon()
        if not trinket_name:
            raise Unreadable(at, f"expected the name of a trinket, found {cursor.found(at)}")
        cursor.line_end("the end of the line")
        return caught._replace(trinket=unescaped(trinket_name))
    encounter = simple(cursor, letter)
    cursor.line_end("the end of the line")
    return encounter


def _trinkets(draft: PartialBoard, cursor: Cursor, square: str) -> list[Trinket]:
    """The trinkets of a list, up to its Z."""
    items: list[Trinket] = []
    while not draft.full:
        _skip_empty(cursor)
        if found := LIST_END.match(cursor.text, cursor.at):
            cursor.at = found.end()
            break
        start = cursor.at
        name = ""
        try:
            name = _name(cursor, "a trinket")
            items.append(trinket(cursor, name))
            cursor.line_end("the end of the line")
        except Unreadable as error:
            cursor.at = start
            if start == len(cursor.text) or _begins_square(cursor):
                text = f"expected a Z that closes the list of trinkets, found {cursor.found(start)}"
                draft.complain(start, square, text)
                break
            draft.complain(error.at, name or square, error.text)
            _next_line(cursor, start)
    return items


def _begins_square(cursor: Cursor) -> bool:
    """Whether a line that should hold a trinket holds a square, so that a list has not been closed."""
    line = LINE.match(cursor.text, cursor.at)
    assert line
    probe = Cursor(line[0].rstrip("\n"))
    try:
        _name(probe, "a square")
        letter = probe.peek().upper()
        if not letter or letter == "Z":
            return probe.text[probe.blanks() :].upper() in ("", "Z")
        probe.word()
        if letter == "X":
            trap(probe)
            return True
        if letter not in KINDS:
            return False
        simple(probe, letter)
        probe.line_end("the end of the line")
    except Unreadable:
        return False
    return True


def _skip_empty(cursor: Cursor) -> None:
    found = EMPTY.match(cursor.text, cursor.at)
    assert found
    cursor.at = found.end()


def _next_line(cursor: Cursor, at: int) -> None:
    end = cursor.text.find("\n", at)
    cursor.at = len(cursor.text) if end < 0 else end + 1

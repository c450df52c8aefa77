"""Board files → boards: every fault is told with its place."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from marbles_tui.core.text import sanitize_line
from marbles_tui.games.getaway.board import (
    DIE,
    DRAWN,
    FIXED_AMOUNT,
    GOLD,
    JUMP,
    SQUARES,
    USUAL_GOLD,
    USUAL_SIDES,
    WAIT,
    Amount,
    Board,
    Encounter,
    Jump,
    Square,
    Teleporter,
    Toll,
    Trap,
    Treasure,
    Trinket,
    Trinkets,
    warn,
)

BLANKS: Final = re.compile(r"[^\S\n]*")
WORD: Final = re.compile(r"[^\s:]+")
NAME: Final = re.compile(r"[^:\n]*")
NUMBER: Final = re.compile(r"[+-]?[0-9]+")
COMMENT_LIKE: Final = re.compile(r"^(\s*)(\\*#)")
ESCAPED: Final = re.compile(r"\\+#")
SHOWN: Final = 40
"""How much of what was found a complaint repeats."""


def escaped(name: str) -> str:
    """A name, or a line that begins with one, as a board file has it: a backslash before what would be a comment."""
    return COMMENT_LIKE.sub(r"\1\\\2", name)


def unescaped(name: str) -> str:
    """A name as it stands in a board file, as it is."""
    return name[1:] if ESCAPED.match(name) else name


class Complaint(NamedTuple):
    """What is wrong with a board file, and where: line and column from 1 (0: the whole file), the square."""

    line: int
    column: int
    square: str
    text: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        square = f"{sanitize_line(self.square, SHOWN)}: " if self.square else ""
        return place + square + self.text


class Unreadable(Exception):
    """Reading cannot go on at a place of the text; never leaves the reader."""

    def __init__(self, at: int, text: str) -> None:
        super().__init__(text)
        self.at = at
        self.text = text


class Cursor:
    """Reads a text from left to right. A line end is no blank: only `line_end` passes one."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    def blanks(self) -> int:
        """Skip blanks; where the next thing stands."""
        found = BLANKS.match(self.text, self.at)
        assert found
        self.at = found.end()
        return self.at

    def word(self) -> str:
        """The next word, "" at a colon, a line end or the end."""
        found = WORD.match(self.text, self.blanks())
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    def peek(self) -> str:
        """The next word, not yet taken."""
        at = self.at
        word = self.word()
        self.at = at
        return word

    def one_of(self, letters: str, wanted: str) -> str:
        """One of the letters, in either case; as a capital."""
        at = self.blanks()
        word = self.word()
        letter = word.upper()
        if len(letter) != 1 or letter not in letters:
            raise Unreadable(at, f"expected {wanted}, found {self.found(at)}")
        return letter

    def number(self, wanted: str, values: range) -> int:
        """A whole number out of `values`."""
        at = self.blanks()
        word = self.word()
        if not NUMBER.fullmatch(word):
            raise Unreadable(at, f"expected {wanted}, found {self.found(at)}")
        digits = word.lstrip("+-").lstrip("0") or "0"
        value = int(digits) if len(digits) < 10 else values.stop
        if word.startswith("-"):
            value = -value if len(digits) < 10 else values.start - 1
        if value not in values:
            span = f"{values.start:,} to {values.stop - 1:,}"
            raise Unreadable(at, f"expected {wanted} from {span}, found {sanitize_line(word, SHOWN)}")
        return value

    def colon(self, wanted: str) -> None:
        """A colon."""
        at = self.blanks()
        if self.text[at : at + 1] != ":":
            raise Unreadable(at, f"expected a colon {wanted}, found {self.found(at)}")
        self.at = at + 1

    def upto_colon(self) -> str:
        """What stands before the next colon, line end or the end; trimmed."""
        found = NAME.match(self.text, self.at)
        assert found
        self.at = found.end()
        return found[0].strip()

    def line_end(self, wanted: str) -> None:
        """The end of the line."""
        at = self.blanks()
        if self.text[at : at + 1] not in ("\n", ""):
            raise Unreadable(at, f"expected {wanted}, found {self.found(at)}")
        self.at = at + 1

    def found(self, at: int) -> str:
        """What stands at a place, in words."""
        if at >= len(self.text):
            return "the end of the file"
        if self.text[at] == "\n":
            return "the end of the line"
        rest = self.text[at : at + 2 * SHOWN].partition("\n")[0]
        return repr(sanitize_line(rest.rstrip(), SHOWN))


# What stands behind a square's colon, in the words of the board file; the same in both its forms.
#
#     ("S"|"R") amount                       treasure, single | repeating
#     ("T"|"Q") jump                         teleporter, one-time | repeating
#     "Y" ("T"|"Q") jump amount              toll, one-time | repeating ("S" and "R" are taken too)
#     "X" ("E"|"D") number ":" trinket       trap, event | delay
#     amount = ("F"|"M") number              jump = ("F"|"M"|"A") number
#
# Trinket lists and a trap's trinket end differently in the two forms, and are read there.

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


HEADER: Final = re.compile(r"\s*[+-]?[0-9]+[^\S\n]+[+-]?[0-9]+[^\S\n]+[+-]?[0-9]+(?=\s*\n|\s*\Z|\s+[^\s:])")
MOST_COMPLAINTS: Final = 50
"""After these it is no use to go on."""


@dataclass(slots=True)
class PartialBoard:
    """What has been read of a board. `announced` is the count of the header, None without one; `places` tells
    where in the text each square's encounter stands."""

    text: str
    gold: int = USUAL_GOLD
    sides: int = USUAL_SIDES
    announced: int | None = None
    squares: list[Square] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether it is no use to read on."""
        return len(self.complaints) >= MOST_COMPLAINTS or len(self.squares) > SQUARES.stop - 1

    def header(self, cursor: Cursor) -> None:
        """Take the header, if one stands there."""
        if not HEADER.match(cursor.text, cursor.at):
            return
        while cursor.text[cursor.blanks()] == "\n":
            cursor.at += 1
        for name, wanted, values in (
            ("gold", "the starting gold", GOLD),
            ("sides", "the sides of the die", DIE),
            ("announced", "the number of squares", range(1_000_000_000)),
        ):
            try:
                setattr(self, name, cursor.number(wanted, values))
            except Unreadable as error:
                self.complain(error.at, "", error.text)

    def complain(self, at: int, square: str, text: str) -> None:
        """Note what is wrong at a place of the text."""
        if not self._ends:
            self._ends = [found.start() for found in re.finditer("\n", self.text)]
        line = bisect_right(self._ends, at - 1)
        column = at - (self._ends[line - 1] if line else -1)
        self.complaints.append(Complaint(line + 1, column, square, text))

    def add(self, name: str, encounter: Encounter | None, place: int) -> None:
        """Add a square whose encounter stands at `place`."""
        self.squares.append(Square(name, encounter))
        self.places.append(place)

    def check_ends(self) -> None:
        """Complain about anything that stands behind Start and Castle; the last square that could be read is
        the castle only if all could."""
        ends = ((0, "first"),) if self.complaints else ((0, "first"), (len(self.squares) - 1, "last"))
        for number, which in ends:
            if self.squares and self.squares[number].encounter and not self.full:
                text = f"expected nothing after the colon of the {which} square"
                self.complain(self.places[number], self.squares[number].name, text)

    def board(self) -> Board | None:
        """The board, if there is nothing to complain about."""
        count = len(self.squares)
        if not self.complaints and count not in SQUARES:
            most = f"at most {SQUARES.stop - 1}" if count > 2 else "at least two, Start and Castle"
            found = f"more than {SQUARES.stop - 1}" if count > 2 else str(count)
            self.complaints.append(Complaint(0, 0, "", f"expected squares, {most}; found {found}"))
        if self.complaints:
            return None
        return Board(tuple(self.squares), self.gold, self.sides)


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


# The flattened form of a board file: several squares on a line, as the assignment has come down to us.
#
# Line ends are blanks here. Names run to the next colon, so a trap's trinket and the name of the square behind
# it stand side by side: the longest trinket name of the board that fits is the trinket.

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
            name = _flat_name(cursor, "a square")
            start = cursor.blanks()
            encounter = _flat_encounter(cursor) if SPEC.match(cursor.text, start) else None
            if isinstance(encounter, Trap):
                traps.append((len(draft.squares), cursor.blanks()))
            draft.add(name, encounter, start)
    except Unreadable as error:
        draft.complain(error.at, name, error.text)
    else:
        _part(draft, traps)
        draft.check_ends()
    return draft


def _flat_name(cursor: Cursor, what: str) -> str:
    at = cursor.blanks()
    name = _spaced(cursor.upto_colon())
    if cursor.at == len(cursor.text) or not name or name.startswith("#"):
        raise Unreadable(at, f"expected the name of {what} and a colon, found {cursor.found(at)}")
    cursor.at += 1
    return unescaped(name)


def _spaced(name: str) -> str:
    """A name that may have been broken over lines."""
    return " ".join(name.split())


def _flat_encounter(cursor: Cursor) -> Encounter:
    letter = cursor.word().upper()
    if letter == "Z":
        return Trinkets(tuple(_flat_trinkets(cursor)))
    return trap(cursor) if letter == "X" else simple(cursor, letter)


def _flat_trinkets(cursor: Cursor) -> Iterator[Trinket]:
    while not CLOSING.match(cursor.text, at := cursor.blanks()):
        name = _flat_name(cursor, "a trinket, or a Z that closes the list,")
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


MOST_BYTES: Final = 1_000_000
COMMENT: Final = re.compile(r"^[^\S\n]*#[^\n]*", re.MULTILINE)
JOINERS: Final = "\u200c\u200d"
"""Format characters that belong to writing; the others only turn or hide it."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What came of a board file: the board, or the complaints that refuse it; warnings do not."""

    board: Board | None
    complaints: tuple[Complaint, ...] = ()
    warnings: tuple[str, ...] = ()


def read_board(source: str | bytes) -> BoardReading:
    """Read the text of a board file, in the line form or the flattened one.

    Line ends of any kind, a byte order mark, blank lines and lines that begin with # are taken as they come;
    a name that begins with # has a backslash before it.
    Any text at all gives a board or complaints.
    """
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        return _refused(0, f"expected at most {MOST_BYTES:,} bytes, found {size:,}")
    try:
        decoded = source.decode("utf-8") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return _refused(line, f"expected UTF-8 text, found the byte {error.object[error.start]:#04x}")
    text = decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    at = _control(text)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        return _refused(line, f"expected text, found the control character U+{ord(text[at]):04X}", column)
    draft = _draft(COMMENT.sub(lambda found: " " * len(found[0]), text))
    board = draft.board()
    if board is None:
        return BoardReading(None, tuple(draft.complaints))
    return BoardReading(board, (), tuple(warn(board, draft.announced)))


def _draft(text: str) -> PartialBoard:
    draft = read_lines(text)
    return read_flat(text) if draft.complaints and is_flat(text) else draft


def _control(text: str) -> int | None:
    """Where a character stands that would move the cursor or turn the writing; None without one."""
    if text.replace("\n", "").isprintable():
        return None
    return next((at for at, char in enumerate(text) if not char.isprintable() and _is_control(char)), None)


def _is_control(char: str) -> bool:
    kind = unicodedata.category(char)
    return (kind in ("Cc", "Cf", "Cs", "Zl", "Zp")) and char != "\n" and char not in JOINERS


def _refused(line: int, text: str, column: int = 1) -> BoardReading:
    return BoardReading(None, (Complaint(line, column, "", text),))

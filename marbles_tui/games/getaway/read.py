"""Board files → boards: every fault is told with its place; and the story of a board, the comments at the
head of its file."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import wrap
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

LONGEST_TITLE: Final = 60
LONGEST_STORY: Final = 2000
COLUMNS: Final = 100


class BoardStory(NamedTuple):
    """A title and a story, each in one line; "" where the file is silent."""

    title: str = ""
    text: str = ""


SILENT: Final = BoardStory()


def read_story(text: str) -> BoardStory:
    """The story of a board file: the first comment line is the title, those that follow are the story."""
    lines: list[str] = []
    for line in text.removeprefix("\ufeff").splitlines():
        said = line.strip()
        if said and not said.startswith("#"):
            break
        if said:
            lines.append(said.lstrip("#").strip())
    title, *rest = [line for line in lines if line] or [""]
    return BoardStory(sanitize_line(title, LONGEST_TITLE), sanitize_line(" ".join(rest), LONGEST_STORY))


def story_lines(story: BoardStory) -> list[str]:
    """The comment lines that `read_story` reads back; none where there is nothing to tell."""
    title, text = " ".join(story.title.split()).lstrip("# "), " ".join(story.text.split()).lstrip("# ")
    if text and not title:
        title = "A board"
    lines = [title] * bool(title) + wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


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

    def __init__(self, text: str, flat: bool = False) -> None:
        """`flat`: names and descriptions may have been broken over lines."""
        self.text = text
        self.at = 0
        self.flat = flat

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
        return " ".join(found[0].split()) if self.flat else found[0].strip()

    def line_end(self, wanted: str) -> None:
        """The end of the line."""
        at = self.blanks()
        if self.text[at : at + 1] not in ("\n", ""):
            raise Unreadable(at, f"expected {wanted}, found {self.found(at)}")
        self.at = at + 1

    def found(self, at: int) -> str:
        """The text at a place, in words."""
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
    broken: Sequence[int] = ()
    """Where lines have been broken that are whole in the text, in places of what is read."""

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
        at -= bisect_left(self.broken, at)
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
        return None if self.complaints else Board(tuple(self.squares), self.gold, self.sides)


LIST_END: Final = re.compile(r"[^\S\n]*[Zz][^\S\n]*(?:\n|\Z)")
EMPTY: Final = re.compile(r"\s*")

BLANK: Final = r"[^\S\n]"
SIZE: Final = rf"{BLANK}+[+-]?[0-9]+"
AMOUNT, RIDE, CAUGHT = rf"[FM]{SIZE}", rf"[FMA]{SIZE}", rf"X{BLANK}+[ED]{SIZE}{BLANK}*:"
ANY_SIMPLE: Final = (
    rf"(?:[SR]{BLANK}+{AMOUNT}|[TQ]{BLANK}+{RIDE}|Y{BLANK}+[TQSR]{BLANK}+{RIDE}{BLANK}+{AMOUNT})"
)

SIMPLE: Final = re.compile(rf"{BLANK}*{ANY_SIMPLE}(?!\S)", re.IGNORECASE)
TRAP: Final = re.compile(rf"{BLANK}*{CAUGHT}{BLANK}*", re.IGNORECASE)
CLOSING: Final = re.compile(rf"{BLANK}*Z(?!\S)", re.IGNORECASE)
THING: Final = re.compile(rf"{BLANK}*([^:\n]+):[^:\n]*:{BLANK}*[+-]?[0-9]+(?!\S){BLANK}*")
SPEC: Final = re.compile(rf"{BLANK}*[SRTQYX]{BLANK}+[A-Z](?!\S)", re.IGNORECASE)
"""What begins a square's encounter rather than the name of the next square."""

SQUARE: Final = re.compile(
    rf"[^:\n]*[^:\s][^:\n]*:{BLANK}*(?:{ANY_SIMPLE}|{CAUGHT}[^\n]*|Z)?{BLANK}*$", re.IGNORECASE | re.MULTILINE
)
"""A line that holds a square."""


def read_lines(text: str, source: str = "", breaks: Sequence[int] = ()) -> PartialBoard:
    """Read a board; what is wrong with one line does not keep the next from being read. `source`: what it was before
    lines were broken at these places."""
    draft = PartialBoard(source or text, [at + broken for broken, at in enumerate(breaks)])
    cursor = Cursor(text, flat=bool(source))
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
            if start == len(cursor.text) or SQUARE.match(cursor.text, start):
                text = f"expected a Z that closes the list of trinkets, found {cursor.found(start)}"
                draft.complain(start, square, text)
                break
            draft.complain(error.at, name or square, error.text)
            _next_line(cursor, start)
    return items


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
# it stand side by side: the longest trinket name of the board that fits is the trinket. Once each square and each
# trinket stands on a line of its own, it is read as the other form is.


def read_flat(text: str) -> PartialBoard | None:
    """Read a board of which some line holds more than one square; None where none does."""
    line, at, breaks, traps, known = text.replace("\n", " "), 0, [0], list[tuple[str, int]](), set[str]()
    several = False
    unclosed = False
    while at := line.find(":", at) + 1:
        if caught := TRAP.match(line, at):
            traps.append((line[breaks[-1] : at - 1].rpartition(":")[2].strip(), caught.end()))
            at = caught.end()
            continue
        if begun := CLOSING.match(line, at):
            at = begun.end()
            several = several or (not unclosed and _holds_another(text, at))
            while not (closed := CLOSING.match(line, at)) and (thing := THING.match(line, at)):
                known.add(" ".join(thing[1].split()))
                breaks.append(at)
                at = thing.end()
            breaks.append(at)
            unclosed = unclosed or not closed
            at = closed.end() if closed else at
        elif found := SIMPLE.match(line, at):
            at = found.end()
        elif SPEC.match(line, at):  # something is wrong in it
            continue
        breaks.append(at)
        several = several or (not unclosed and _holds_another(text, at))
    faults: list[tuple[int, str, str]] = []
    sizes = sorted({len(one) for one in known}, reverse=True)
    for name, at in traps:
        end = line.find(":", at)
        both = " ".join(line[at:end].split()) if end >= 0 else ""
        fits = (both[:size] for size in sizes if both[size : size + 1] == " ")
        avoids = next((start for start in fits if start in known), "")
        if avoids and (part := re.compile(r"\s+".join(map(re.escape, avoids.split()))).match(line, at)):
            breaks.append(part.end())
            several = several or _holds_another(text, part.end())
        else:
            told = repr(sanitize_line(both, SHOWN)) if both else "the end of the file"
            faults.append((at, name, f"expected one of the board's trinkets, then a square; found {told}"))
    if not several:
        return None
    breaks.sort()
    parts = [line[start:end] for start, end in pairwise((*breaks, len(line)))]
    draft = read_lines("\n".join(parts), text, breaks[1:])
    if faults:
        draft.broken, draft.complaints = (), []
    for fault in faults:
        draft.complain(*fault)
    return draft


def _holds_another(text: str, at: int) -> bool:
    """Whether a line of the text has more than a trinket in it, and another square behind a place."""
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    end = len(text) if end < 0 else end
    return at > begin and text.find(":", at, end) >= 0 and not THING.fullmatch(text, begin, end)


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
    text = COMMENT.sub(lambda found: " " * len(found[0]), text)
    draft = read_lines(text)
    draft = (draft.complaints and read_flat(text)) or draft
    board = draft.board()
    if board is None:
        return BoardReading(None, tuple(draft.complaints))
    return BoardReading(board, (), tuple(warn(board, draft.announced)))


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

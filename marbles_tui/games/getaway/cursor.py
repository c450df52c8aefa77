"""A place in a board file that is being read, and complaints about what stands there."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from marbles_tui.core.text import sanitize_line

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

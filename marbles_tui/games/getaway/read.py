"""Board files → boards."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from marbles_tui.games.getaway.board import Board
from marbles_tui.games.getaway.check import warn
from marbles_tui.games.getaway.cursor import Complaint
from marbles_tui.games.getaway.flat import is_flat, read_flat
from marbles_tui.games.getaway.lines import read_lines
from marbles_tui.games.getaway.partial_board import PartialBoard

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

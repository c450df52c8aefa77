"""Reading TOML with forgiveness, and changing it without harm to what else stands in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

MOST: Final = 20
"""So many faults are looked for in one text; below the last of them nothing is read."""

DEEPEST: Final = 32
"""Brackets within brackets, and parts of a key: more of them cost a parser time and memory without bound."""

LONGEST_NUMBER: Final = 1000
"""Digits of a number; of thousands of them Python itself refuses to write the value."""

PIECE: Final = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<string>"{3}(?:[^\\]|\\.)*?(?:"{3,5}|\Z) | \'{3}.*?(?:\'{3,5}|\Z)
        | "(?:[^"\\\n]|\\[^\n])*"? | \'[^\'\n]*\'?)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<end>\n)
    | (?P<dot>\.)
    | (?P<apart>[=,])
    | (?P<digits>[0-9A-Fa-f_]+)
    | [^\#"\'\[\]{}\n.=,0-9A-Fa-f_]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)
"""What counts when a text is cut into statements."""


UNCLOSED: Final = re.compile(r"'[^'\n]*")
"""A piece that is a literal string without its end: a parser looks for that in all lines below."""


class BadLine(NamedTuple):
    """A line, from 1, that is no TOML, what it would have set, and what is wrong with it."""

    line: int
    key: str
    message: str


class Statement(NamedTuple):
    """An entry or a table's head: its first line and the one after its last, from 1, what bars it from being
    parsed at all, and whether a string is not closed in its line."""

    first: int
    end: int
    bar: str
    unclosed: bool = False


def read(text: str) -> tuple[dict[str, Any], list[BadLine]]:
    """The entries of a text without the statements that are no TOML, and those. Takes time in proportion to the
    text's length."""
    lines = text.split("\n")
    faults: list[BadLine] = []
    while True:
        statements = _statements("\n".join(lines))
        barred = next((statement for statement in statements if statement.bar), None)
        table = ValueError(barred.bar) if barred else _parsed(lines)
        if not isinstance(table, Exception):
            return table, faults
        line = barred.first if barred else _culprit(lines, statements, table)
        key = lines[line - 1].partition("=")[0].strip()
        faults.append(BadLine(line, key, str(table).split(" (at ")[0]))
        lines[line - 1] = ""
        if len(faults) == MOST:
            del lines[line:]


def _parsed(lines: Sequence[str]) -> dict[str, Any] | Exception:
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        return error


def _culprit(lines: Sequence[str], statements: Sequence[Statement], error: Exception) -> int:
    """The line where the statement begins that cannot be read: where an open bracket stands, not where its end is
    missed. Never an empty line: what stands there is taken out, and reading goes on."""
    left = [statement for statement in statements if lines[statement.first - 1]]
    said = re.search(r"at line (\d+)", str(error))
    if said:  # else the parser looked for an end as far as the document goes
        found = next((statement for statement in left if int(said[1]) < statement.end), left[-1])
    else:
        found = next((statement for statement in left if statement.unclosed), left[-1])
    return found.first


def _statements(text: str) -> list[Statement]:
    """The statements of a text, blank lines and comments among them."""
    found: list[Statement] = []
    first, line, depth, dots, bar, unclosed = 1, 1, 0, 0, "", False
    for piece in PIECE.finditer(text):
        kind = piece.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "dot":
            dots += 1
        elif kind == "string":
            unclosed = unclosed or UNCLOSED.fullmatch(piece[0]) is not None
        elif kind == "digits" and len(piece[0]) > LONGEST_NUMBER:
            bar = "a number is too long"
        if depth > DEEPEST or dots > DEEPEST:
            bar = "too many brackets or dots"
        line += piece[0].count("\n")
        if kind in ("end", "apart"):
            dots = 0
        if kind == "end" and not depth:
            found.append(Statement(first, line, bar, unclosed))
            first, bar, unclosed = line, "", False
    found.append(Statement(first, line + 1, bar, unclosed))
    return found


def line_of(text: str, keys: Sequence[str]) -> int:
    """The line, from 1, in which an entry stands, found by its key and those of the tables around it.

    If it is not to be found, the line of the nearest table around it; 0 if that is not to be found either.
    """
    lines = text.split("\n")
    line = 0
    for depth, key in enumerate(keys):
        before = r"""(^|.*[\[.{,\s"'])""" if depth else r"\s*(\[\s*)?[\"']?"
        named = re.compile(rf"""{before}{re.escape(key)}["']?\s*[=.\]]""")
        start = max(line, 1)
        line = next(
            (number for number, content in enumerate(lines[start - 1 :], start) if named.match(content)), line
        )
    return line


def changed(text: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """A text in which the entries say what is new; comments, other entries and their order stay.

    `old` is what was read of it: only what differs from that is touched. Raises ValueError if the text is no
    TOML.
    """
    import tomlkit  # only now: a start without a change needs no writer

    before, faults = read(text)
    if faults:
        raise ValueError("this is not TOML")
    document = tomlkit.parse(text)
    touched = {key: value for key, value in new.items() if value != old.get(key)}
    _merge(document, old, touched)
    merged = tomlkit.dumps(document)
    table, faults = read(merged)
    rest = {key: value for key, value in before.items() if key not in touched}
    if not faults and _within({**rest, **touched}, table):
        return merged
    # Something of another kind stood in the place of an entry: it makes room.
    document = tomlkit.parse(text)
    for key in touched:
        document.pop(key, None)
    single = {key: value for key, value in touched.items() if not isinstance(value, Mapping)}
    tables = {key: value for key, value in touched.items() if isinstance(value, Mapping)}
    return f"{tomlkit.dumps(single)}{tomlkit.dumps(document)}\n{tomlkit.dumps(tables)}"


def _merge(table: Any, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    for key, value in new.items():
        before = old.get(key)
        if not isinstance(value, Mapping) or not isinstance(table.get(key), Mapping):
            if value != before:
                table[key] = value
            continue
        before = before if isinstance(before, Mapping) else {}
        for gone in set(before) - set(value):
            del table[key][gone]
        _merge(table[key], before, value)


def _within(part: Any, whole: Any) -> bool:
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(_within(part[key], whole.get(key)) for key in part)
    return bool(part == whole)

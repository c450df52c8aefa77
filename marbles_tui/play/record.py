"""The grammar of records: tags, then words. What the words mean is read elsewhere."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import Final

from marbles_tui.core.text import plural

TOKEN: Final = re.compile(
    r"""
      (?P<blank>\s+)
    | (?P<comment>;[^\r\n]*)
    | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\r\n]++|\\[^\r\n])*+)"\s*\])
    | (?P<board>(?:(?<=\n)|(?<=\r)|\A)%[^\r\n]*)
    | (?P<open>\{)
    | (?P<branch>\()
    | (?P<back>\))
    | (?P<number>\d+\.+)[ \t]*
    | (?P<mark>\$\d+|[!?]+)
    | (?P<word>[^\s;{\[()$!?]+|\$)[ \t]*
    | (?P<stray>\[[^\r\n]*)
    """,
    re.VERBOSE | re.DOTALL,
)
"""The value of a tag is matched possessively: what could be tried again would be kept for each character. A comment
in braces is found by hand."""

PLAIN: Final = re.compile(r"(?!%)[^;{\[()$!?\r\n]+")
"""Numbers, words and blanks of one line: most lines are nothing else."""

NUMBERS: Final = re.compile(r"(?<!\S)(?:\d+\.+[ \t]*)+")

CLOCK: Final = re.compile(r"\[%clk (\d{1,4}):(\d\d):(\d\d(?:\.\d)?)\]")
"""What a comment says of the clock, as records of chess do."""

LONGEST_CLOCK: Final = 80
"""Characters of a comment in which a clock is looked for."""

ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
LINE_END: Final = re.compile(r"\r\n|\r|\n")
TAG_AHEAD: Final = re.compile(r'\[\s*\w+\s*"')
"""Where reading looks again after a fault."""

STARTS: Final = ("game", "event")
"""A second one of these among tags begins another record."""


Heed = Callable[[], None]
"""Called again and again while a long text is read; may raise to give that up."""


def nothing() -> None:
    """Heeds nothing."""


class Words(Sized):
    """The words of the moves, each with the line it stands in, from 1. Some 60 bytes a word."""

    __slots__ = ("_lines", "_texts")

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._lines = array("I")

    def add(self, text: str, line: int) -> None:
        """Put a word behind the others."""
        self._texts.append(text)
        self._lines.append(line)

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return zip(self._texts, self._lines, strict=True)


@dataclass(slots=True)
class Record:
    """One record as it stands in a text.

    `tags` in their order and case, `board` the lines behind `%` if any, `words` without numbers and comments,
    `clocks` by the place of a word what a comment behind it says of the clock, in seconds. `variations` and
    `marks`: how many variations `( … )` and annotation marks (`$6`, `!?`) were left out of the main line.
    `fault` says what could not be read after the last word, "" if nothing; `tag_fault` the same for the tags.
    """

    line: int = 1
    tags: list[tuple[str, str]] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    words: Words = field(default_factory=Words)
    clocks: dict[int, float] = field(default_factory=dict)
    variations: int = 0
    marks: int = 0
    fault: str = ""
    tag_fault: str = ""

    def tag(self, name: str) -> str | None:
        """The value of the first tag of that name, in any case."""
        wanted = name.lower()
        return next((value for key, value in self.tags if key.lower() == wanted), None)

    @property
    def left_out(self) -> str:
        """What is not in `words`: "2 variations, 1 annotation mark"; "" if nothing."""
        counts = ((self.variations, "variation"), (self.marks, "annotation mark"))
        return ", ".join(plural(count, noun) for count, noun in counts if count)

    @property
    def empty(self) -> bool:
        """Whether nothing at all has been read."""
        return not (self.tags or self.board or self.words or self.fault or self.tag_fault)


def scan(text: str, heed: Heed = nothing, line: int = 1) -> Iterator[Record]:
    """The records of a text that begins in a `line` of the whole, one after another; at least one, if an empty one.

    A new record begins at the first tag that follows a word, and at a second Game or Event tag among tags.
    After a fault the rest up to the next such tag is skipped.
    """
    record = Record(line)
    at, found = 0, False
    open_at: list[int] = []  # the lines of the variations that one is in
    text = text.removeprefix("\ufeff")
    last_close = text.rfind("}")
    while at < len(text):
        heed()
        if text[at] == "{" and at < last_close:
            end = text.index("}", at) + 1
            if not open_at and (clock := CLOCK.search(text, at, min(end, at + LONGEST_CLOCK))):
                hours, minutes, seconds = clock.groups()
                record.clocks[len(record.words) - 1] = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
            line += _lines(text[at:end])
            at = end
            continue
        if not open_at and not record.fault and (plain := PLAIN.match(text, at)):
            for word in NUMBERS.sub("", plain[0]).split():
                heed()
                record.words.add(word, line)
            at = plain.end()
            continue
        token = TOKEN.match(text, at)
        assert token, "every character begins a token"
        kind, at = token.lastgroup, token.end()
        if token["tag"] is not None:
            _close(record, open_at)
            name = token["name"]
            twice = name.lower() in STARTS and record.tag(name) is not None
            if record.words or record.fault or twice:
                yield record
                record, found = Record(line), True
            record.tags.append((name, ESCAPE.sub(r"\1", token["value"])))
        elif kind == "branch" and not record.fault:
            record.variations += 1
            open_at.append(line)
        elif open_at:
            if kind == "back":
                open_at.pop()
            elif kind == "open":
                _take(record, kind, token[0], line)
                open_at.clear()
        elif not record.fault:
            _take(record, kind or "", token[0], line)
        line += _lines(token[0])
        if record.fault:
            ahead = TAG_AHEAD.search(text, at)
            start = ahead.start() if ahead else len(text)
            line += _lines(text[at:start])
            at = start
    _close(record, open_at)
    if not record.empty or not found:
        yield record


def tags_of(text: str) -> dict[str, str]:
    """The tags of the first record of a text, by their names in small letters."""
    return {name.lower(): value for name, value in next(scan(text)).tags}


def points_in(tags: Mapping[str, str]) -> tuple[float, float] | None:
    """What two seats scored by the tags of a record; None while it runs."""
    result = tags.get("result", "*").strip()
    return {"1": (1.0, 0.0), "2": (0.0, 1.0), "draw": (0.5, 0.5), "1,2": (0.5, 0.5)}.get(result)


def _close(record: Record, open_at: list[int]) -> None:
    """Leave the variations that one is in: their ends are missing."""
    if open_at:
        record.fault = f"line {open_at[0]}: the variation opened by ( is never closed"
        open_at.clear()


def _take(record: Record, kind: str, text: str, line: int) -> None:
    if kind == "word":
        record.words.add(text.rstrip(" \t"), line)
    elif kind == "board":
        if record.words:
            record.fault = f"line {line}: board lines (%) stand between the tags and the moves"
        else:
            record.board.append(text[1:])
    elif kind == "mark":
        record.marks += 1
    elif kind == "back":
        record.fault = f"line {line}: ) closes no variation"
    elif kind == "open":
        record.fault = f"line {line}: the comment opened by {{ is never closed"
    elif kind == "stray":
        fault = f'line {line}: {text[:60]!r} is no tag: expected [Name "value"]'
        if record.words:
            record.fault = fault
        else:
            record.tag_fault = record.tag_fault or fault


def _lines(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def tag_line(name: str, value: str) -> str:
    """A tag as records write it; line ends in the value become blanks."""
    clean = LINE_END.sub(" ", value)
    escaped = clean.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def clock_comment(seconds: float) -> str:
    """The comment that says what a player had left of their time."""
    tenths = round(seconds * 10)
    hours, minutes, rest = tenths // 36000, tenths // 600 % 60, tenths % 600
    return f"{{[%clk {hours}:{minutes:02}:{rest // 10:02}.{rest % 10}]}}"


def fill(words: Sequence[str], width: int = 79) -> str:
    """Words in lines of at most `width` columns."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)

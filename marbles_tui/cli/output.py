"""Where output goes: text and objects to stdout, a line about an error to stderr."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

import click

from marbles_tui.cli.streams import STDERR, silence
from marbles_tui.core import BadOption, BadPosition, BadRecord, BadSetup, IllegalMove
from marbles_tui.core.text import UNSHOWABLE, folded, sanitize_line, sanitize_text
from marbles_tui.store import Settings, load
from marbles_tui.store.files import expanded

NO_TERMINAL: Final = (80, 24)
"""The size of what output goes to where it is no terminal."""


def put(text: str) -> None:
    """Write lines for a person, sanitized."""
    sys.stdout.write(sanitize_text(text) + "\n")


def put_now(text: str) -> None:
    """As `put`, and flush."""
    put(text)
    sys.stdout.flush()


def put_folded(text: str) -> None:
    """As `put_now`, with lines that are no longer than the terminal is wide: eighty columns without one."""
    columns = get_terminal_size(NO_TERMINAL).columns
    for line in sanitize_text(text).split("\n"):
        put("\n".join(folded(line, columns)))
    sys.stdout.flush()


def put_json(answer: Mapping[str, object]) -> None:
    """Write an object in one line."""
    sys.stdout.flush()
    sys.stdout.buffer.write(json_line(answer))
    sys.stdout.buffer.flush()


def json_line(answer: Mapping[str, object]) -> bytes:
    """An object in one line; UTF-8, whatever the terminal speaks, and escapes for what it must not get."""
    line = json.dumps(answer, ensure_ascii=False)
    if not line.isprintable():
        line = "".join(_escaped(char) for char in line)
    return line.encode("utf-8") + b"\n"


def _escaped(char: str) -> str:
    """A character as JSON may write it: a control or bidirectional one, or half a pair, as an escape."""
    return json.dumps(char)[1:-1] if unicodedata.category(char) in UNSHOWABLE else char


def complain(line: str) -> None:
    """Write a line to stderr; where that takes nothing, the exit status has to say it all."""
    try:
        sys.stderr.write(f"marbles-tui: {sanitize_text(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr, STDERR)


def own_settings() -> Settings:
    """The user's settings; what cannot be used of them is said."""

    settings, problems = load()
    for problem in problems:
        complain(str(problem))
    return settings


BAD_INPUT: Final = 1
"""A record, a board or a position that cannot be read."""

WRONG_USAGE: Final = 2
"""An unknown game, setup, option or level, and whatever else the command line has wrong."""

INTERRUPTED: Final = 130
"""As shells say it of a program that Ctrl-C ended."""

LONGEST: Final = 1000
"""Characters of a message."""


class Failure(Exception):
    """What a command could not do, in one line, and the exit status that says so.

    `told` is set when the object for `--json` is on stdout already.
    """

    def __init__(self, message: str, status: int = BAD_INPUT, *, told: bool = False) -> None:
        super().__init__(sanitize_line(message, LONGEST))
        self.status = status
        self.told = told


@contextmanager
def naming_errors() -> Iterator[None]:
    """Turns the errors that a user can cause into a Failure."""
    try:
        yield
    except (BadSetup, BadOption, BadPosition, BadRecord, IllegalMove) as error:
        status = WRONG_USAGE if isinstance(error, BadSetup | BadOption) else BAD_INPUT
        raise Failure(str(error), status) from error


@contextmanager
def answering(answer: dict[str, object], as_json: bool) -> Iterator[None]:
    """Around the work of a command that fills in `answer`.

    With `as_json` the answer goes to stdout in the end, whole or with its `error`.
    """
    try:
        with naming_errors():
            yield
    except Failure as failure:
        if as_json and not failure.told:
            put_json({**answer, "error": error_of(str(failure))})
            failure.told = True
        raise
    if as_json:
        put_json(answer)


def error_of(message: str, ply: int = 0, word: str = "") -> dict[str, object]:
    """The `error` of an object: the bad word, its ply from 1 (0: what comes before the moves), the reason."""
    return {"ply": ply, "word": word, "message": message}


class Folder(click.Path):
    """The path of a folder, which may begin with `~`, and need not be there."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path, with the home folder for `~`."""
        try:
            return super().convert(expanded(os.fspath(value)), param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)

"""Where output goes: text and objects to stdout, a line about an error to stderr."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Mapping
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final

from marbles_tui.cli.streams import STDERR, silence
from marbles_tui.core.text import UNSHOWABLE, folded, sanitize_text

if TYPE_CHECKING:
    from marbles_tui.store import Settings

NO_TERMINAL: Final = (80, 24)
"""The size of what output goes to where it is no terminal."""


def put(text: str) -> None:
    """Write lines for a person, sanitized."""
    sys.stdout.write(sanitize_text(text) + "\n")


def put_now(text: str) -> None:
    """As `put`, and let whoever reads a file or a pipe have it at once."""
    put(text)
    sys.stdout.flush()


def put_folded(text: str) -> None:
    """As `put_now`, with lines that are no longer than the terminal is wide: eighty columns without one."""
    columns = get_terminal_size(NO_TERMINAL).columns
    for line in sanitize_text(text).split("\n"):
        put("\n".join(folded(line, columns)))
    sys.stdout.flush()


def put_json(answer: Mapping[str, Any]) -> None:
    """Write an object in one line; UTF-8, whatever the terminal speaks, and escapes for what it must not get."""
    sys.stdout.flush()
    line = json.dumps(answer, ensure_ascii=False)
    if not line.isprintable():
        line = "".join(_escaped(char) for char in line)
    sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


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
    from marbles_tui.store import load  # not needed by most commands

    settings, problems = load()
    for problem in problems:
        complain(str(problem))
    return settings

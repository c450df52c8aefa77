"""How a command fails: a status and one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from marbles_tui.cli.output import put_json
from marbles_tui.core import BadOption, BadPosition, BadRecord, BadSetup, IllegalMove
from marbles_tui.core.text import sanitize_line

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


def as_failure(error: ValueError) -> Failure:
    """An error of the rules or the records, with its exit status."""
    return Failure(str(error), WRONG_USAGE if isinstance(error, BadSetup | BadOption) else BAD_INPUT)


@contextmanager
def naming_errors() -> Iterator[None]:
    """Turns the errors that a user can cause into a Failure."""
    try:
        yield
    except (BadSetup, BadOption, BadPosition, BadRecord, IllegalMove) as error:
        raise as_failure(error) from error


@contextmanager
def answering(answer: dict[str, Any], as_json: bool) -> Iterator[None]:
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


def error_of(message: str, ply: int = 0, word: str = "") -> dict[str, Any]:
    """The `error` of an object: the bad word, its ply from 1 (0: what comes before the moves), the reason."""
    return {"ply": ply, "word": word, "message": message}

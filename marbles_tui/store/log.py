"""What goes wrong unseen, in a small file of the user's: never on the terminal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from time import time
from typing import Final

from marbles_tui.core.text import sanitize_text
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.store.files import state_folder

FILE: Final = "marbles-tui.log"
LARGEST: Final = 200_000
"""Bytes after which another file is begun; the last one stays beside it."""

FACTS: Final = "facts"
"""The attribute of a record that says as an object what its line says in words."""

DAY_SECONDS: Final = 86_400

FORM: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def log_file() -> Path:
    """Where it is kept."""
    return state_folder() / FILE


class LogForm(NamedTuple):
    """How a log is kept."""

    largest: int = LARGEST
    files: int = 1
    """Files of before that stay beside the one that is written."""

    days: int = 0
    """Days after which a file of before is deleted, if there is one more; 0 for never. One is begun each day then."""

    as_json: bool = False


USUAL_FORM: Final = LogForm()


@contextmanager
def logged(file: Path | None = None, form: LogForm = USUAL_FORM) -> Iterator[None]:
    """Write what this program and its libraries log to a file, or the usual one, which is made with the first line
    of it."""
    root, own = logging.getLogger(), logging.getLogger("marbles_tui")
    handler, level = LogFile(file, form), own.level
    root.addHandler(handler)
    own.setLevel(logging.INFO)
    try:
        yield
    finally:
        own.setLevel(level)
        root.removeHandler(handler)
        handler.close()


class LogFile(logging.Handler):
    """The file, opened when there is something to write. A disk that takes nothing is no reason to stop."""

    def __init__(self, place: Path | None = None, form: LogForm = USUAL_FORM) -> None:
        super().__init__()
        self._place, self._form = place, form
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, without what a terminal could take for a command."""
        try:
            self._file = self._file or _opened(self._place or log_file(), self._form)
            self._file.emit(record)
        except OSError:
            pass

    def close(self) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()
        super().close()


class SanitizingFormatter(logging.Formatter):
    """One line for each record; lines that follow it, as of a traceback, are indented."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        return sanitize_text(super().format(record)).replace("\n", "\n    ")


class JsonFormatter(logging.Formatter):
    """An object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        import json  # no log of a player's needs it

        told = {
            "time": datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds"),
            "process": record.process,
            "level": record.levelname,
            "name": record.name,
            **getattr(record, FACTS, {"message": sanitize_text(record.getMessage())}),
        }
        if record.exc_info:
            told["error"] = sanitize_text(self.formatException(record.exc_info))
        return json.dumps(told, default=str)


def _opened(file: Path, form: LogForm) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # a start without a trouble needs none

    begun = date.fromtimestamp(file.stat().st_mtime) if file.exists() else date.today()

    class Quiet(RotatingFileHandler):
        day = begun

        def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
            """Say nothing: the terminal is the arcade's."""

        def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802
            """Whether it is too large, or another day."""
            return bool(super().shouldRollover(record)) or (form.days > 0 and self.day != date.today())

        def doRollover(self) -> None:  # noqa: N802
            """Begin another file, and delete what is too old."""
            self.day = date.today()
            super().doRollover()
            oldest = time() - form.days * DAY_SECONDS
            for before in file.parent.glob(f"{file.name}.*") if form.days else ():
                if before.stat().st_mtime < oldest:
                    before.unlink(missing_ok=True)

    file.parent.mkdir(parents=True, exist_ok=True)
    handler = Quiet(file, maxBytes=form.largest, backupCount=form.files, encoding="utf-8", errors="replace")
    handler.setFormatter(JsonFormatter() if form.as_json else SanitizingFormatter(FORM))
    return handler

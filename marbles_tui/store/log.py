"""What goes wrong unseen, in a small file of the user's: never on the terminal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from marbles_tui.core.text import sanitize_text
from marbles_tui.store.paths import state_folder

FILE: Final = "marbles-tui.log"
LARGEST: Final = 200_000
"""Bytes after which another file is begun; the last one stays beside it."""

FORM: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def log_file() -> Path:
    """Where it is kept."""
    return state_folder() / FILE


@contextmanager
def logged(file: Path | None = None) -> Iterator[None]:
    """Write what this program and its libraries log to a file, or the usual one, which is made with the first line
    of it."""
    root, own = logging.getLogger(), logging.getLogger("marbles_tui")
    handler, level = LogFile(file), own.level
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

    def __init__(self, place: Path | None = None) -> None:
        super().__init__()
        self._place = place
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, without what a terminal could take for a command."""
        try:
            self._file = self._file or _opened(self._place or log_file())
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


def _opened(file: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # a start without a trouble needs none

    class Quiet(RotatingFileHandler):
        def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
            """Say nothing: the terminal is the arcade's."""

    file.parent.mkdir(parents=True, exist_ok=True)
    handler = Quiet(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8", errors="replace")
    handler.setFormatter(SanitizingFormatter(FORM))
    return handler

"""A file that takes the records of games as they are played."""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from marbles_tui.cli.failure import Failure
from marbles_tui.cli.output import complain
from marbles_tui.cli.source import check_target
from marbles_tui.store.files import open_file
from marbles_tui.store.paths import data_folder
from marbles_tui.store.rescue import rescue

APART: Final = "\n\n"


class RecordFile:
    """A file for records, or none. What it does not take is written to another one in the end."""

    def __init__(self, path: str | None, force: bool) -> None:
        """Raises Failure where it cannot be written."""
        self.not_kept = ""
        """What became of records that the file has not taken, in one line."""
        self._path = path
        self._missed: list[str] = []
        if path is not None:
            check_target(path, force)
            try:
                self._file = open_file(path, asked=True)
            except ValueError as error:
                raise Failure(str(error)) from error

    def __enter__(self) -> Self:
        """The file is open."""
        return self

    def write(self, record: str) -> None:
        """Write a record at once. Raises Failure where whoever read a pipe has left."""
        if self._path is None:
            return
        if self._missed:
            self._missed.append(record)
            return
        try:
            self._file.write(f"{record.strip()}{APART}")
            self._file.flush()
        except BrokenPipeError as error:
            raise Failure(f"{self._path} cannot be written: {error.strerror}") from error
        except OSError as error:
            complain(f"{self._path} cannot be written: {error.strerror}; the games go on")
            self._missed.append(record)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._path is None:
            return
        with suppress(OSError):  # of what is written, all has reached it
            self._file.close()
        if self._missed:
            self.not_kept = str(rescue(self._missed, data_folder(), mine=False))
            if error is not None:
                complain(self.not_kept)

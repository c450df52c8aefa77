"""What every start needs: standard streams, be they closed, full or broken."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2


class OutputFailed(OSError):
    """Standard output takes nothing more; `strerror` says why."""


class _Output(io.FileIO):
    """Standard output, whose errors are told from those of other files."""

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            if os.name == "nt" and error.errno == errno.EINVAL:
                raise BrokenPipeError from error  # what Windows says where the reader has gone
            raise OutputFailed(error.errno, error.strerror) from error


class _Closed(io.RawIOBase):
    """Standard output that was closed before the program began. It complains once."""

    told = False

    def writable(self) -> bool:
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        if self.told:
            return len(data)
        self.told = True
        raise OutputFailed(0, "it is closed")


def open_streams() -> None:
    """Make sure that there are standard streams, so that no other file takes the number of a closed one.

    A closed stdin is at its end, a closed stderr takes everything, and a closed or full stdout raises OutputFailed.
    """
    for number in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  (for as long as the program runs)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    elif sys.stdout is sys.__stdout__ and isinstance(sys.stdout, io.TextIOWrapper) and _is_plain(sys.stdout):
        old, raw = sys.stdout, _Output(STDOUT, "w", closefd=False)
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), encoding=old.encoding, line_buffering=old.line_buffering
        )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _is_plain(stream: io.TextIOWrapper) -> bool:
    """Whether a stream writes its bytes as they are: a Windows console has them translated, and stays as it is."""
    return isinstance(getattr(stream.buffer, "raw", stream.buffer), io.FileIO)


def silence(stream: TextIO, number: int) -> None:
    """Let what a broken stream still holds go nowhere: Python would complain when it closes it."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    with suppress(OSError, ValueError):
        stream.flush()

"""Texts from files and from stdin."""

from __future__ import annotations

import sys
from pathlib import Path

from marbles_tui.cli.failure import Failure


def read_text(path: str) -> str:
    """The text of a file, or of stdin for `-`: UTF-8, with or without its mark.

    Raises Failure where there is none to read, or where it is not UTF-8.
    """
    where = "stdin" if path == "-" else path
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Failure(f"{where} cannot be read: {reason}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise Failure(f"{where} is not UTF-8 text: byte 0x{byte:02x} in line {line}") from error

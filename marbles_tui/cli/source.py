"""Texts from files and from stdin, and texts to files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO, Final

import click

from marbles_tui.cli.failure import Failure
from marbles_tui.store.files import objection, write_file

MOST_BYTES: Final = 1 << 30
"""The longest text that is read: a gibibyte is a million matches."""

CHUNK: Final = 1 << 20
"""Bytes that are read at once."""

force_option = click.option("--force", is_flag=True, help="Overwrite a file, or make its folder.")
"""Agrees to what is asked before a file is written."""


def check_target(path: str, force: bool) -> None:
    """Raises Failure where a file may not be written unless `--force` is given."""
    if not force and (why := objection(path)):
        raise Failure(f"{why.what}; --force {'makes' if why.folder else 'overwrites'} it")


def write_text(path: str, text: str, force: bool) -> None:
    """Write a text to a file; what is no regular file is written into. Raises Failure with the reason."""
    check_target(path, force)
    try:
        write_file(path, text, asked=True, wait=True)
    except ValueError as error:
        raise Failure(str(error)) from error


def write_out(path: str, text: str, force: bool) -> None:
    """Write a text to a file, or to stdout for `-`, byte for byte."""
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
    else:
        write_text(path, text, force)


def read_text(path: str) -> str:
    """The text of a file, or of stdin for `-`: UTF-8, with or without its mark, at most MOST_BYTES long.

    Raises Failure where there is none to read, where it is empty or too long, or where it is not UTF-8 text.
    """
    where = "stdin" if path == "-" else path
    try:
        if path == "-":
            if sys.stdin is None:
                raise Failure("stdin cannot be read: it is closed")
            data = _bytes(sys.stdin.buffer, where)
        else:
            with Path(path).open("rb") as file:
                data = _bytes(file, where)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Failure(f"{where} cannot be read: {reason}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise Failure(f"{where} is not UTF-8 text: byte 0x{byte:02x} in line {line}") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise Failure(f"{where} is not UTF-8 text: byte 0x00 in line {line}")
    if not text.strip():
        raise Failure(f"{where} is empty")
    return text


def _bytes(source: BinaryIO, where: str) -> bytes:
    """All that a source gives, as far as it may be text. Raises Failure as soon as it is too much."""
    data = bytearray()
    while chunk := source.read(CHUNK):
        data += chunk
        if b"\0" in chunk:
            break  # no text: its end need not be waited for
        if len(data) > MOST_BYTES:
            raise Failure(f"{where} is too long: at most {MOST_BYTES >> 20:,} MiB are read")
    return bytes(data)

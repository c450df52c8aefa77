"""Board files of the user's own: where they are kept, read and written."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from marbles_tui.store.paths import check_writable, data_folder, page_folder

SUFFIX: Final = ".txt"

MOST_READ: Final = 1_000_001
"""One byte more than a board may have: what is longer is not read to its end to be refused."""


def boards_folder() -> Path:
    """The folder that new boards are saved in, and that is looked through for the list."""
    return page_folder() or data_folder() / "boards"


def own_boards() -> list[Path]:
    """The user's board files, by name; none where there is no folder, or none that can be looked into."""
    try:
        files = [file for file in boards_folder().iterdir() if file.suffix == SUFFIX and file.is_file()]
    except OSError:
        return []
    return sorted(files, key=lambda file: file.name.lower())


def read_file(path: str | Path) -> bytes:
    """What stands in a board file, or more than a board may have of a longer one.

    Raises ValueError with the reason, for what is no ordinary file too: a pipe would never end.
    """
    file = Path(path)
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise ValueError(f"{path} cannot be read: it is not a file")
        with file.open("rb") as opened:
            return opened.read(MOST_READ)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error


def write_file(path: str | Path, text: str) -> None:
    """Write a board file whole, or leave what was there as it was. Makes the folders on the way.

    Raises ValueError with the reason.
    """
    file = Path(path)
    try:
        file = file.resolve()
        check_writable(file)
        if file.is_dir():
            raise ValueError(f"{path} cannot be written: it is a folder")
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{file.name[:40]}.", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
            os.chmod(name, stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o644)
            os.replace(name, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from error

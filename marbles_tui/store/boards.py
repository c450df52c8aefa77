"""Board files of the user's own: where they are kept, and read."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from marbles_tui.store.paths import data_folder, page_folder

SUFFIX: Final = ".txt"

MOST_READ: Final = 1_000_001
"""One byte more than a board may have: what is longer is not read to its end to be refused."""


def boards_folder() -> Path:
    """The folder that new boards are saved in, and that is looked through for the list."""
    return page_folder() or data_folder() / "boards"


def own_boards(folder: Path | None = None) -> list[Path]:
    """The user's board files in a folder, or the usual one, by name; none where there is no folder, or none that can
    be looked into."""
    try:
        files = [
            file for file in (folder or boards_folder()).iterdir() if file.suffix == SUFFIX and file.is_file()
        ]
    except OSError:
        return []
    return sorted(files, key=lambda file: file.name.lower())


def named_board(name: str) -> Path | None:
    """The user's board of a name, in any case: that of its file without the ending. None if there is none."""
    wanted = name.strip().lower().removesuffix(SUFFIX)
    return next((file for file in own_boards() if file.stem.lower() == wanted), None)


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

"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from marbles_tui.store.paths import check_writable


def replace_file(path: str | Path, text: str) -> None:
    """Write a text to a file in one step: a reader finds the old file or the new one, never half of it.

    Makes the folders on the way, writes through a link, keeps the file's permissions. Characters that no
    file can hold become question marks. Raises OSError, and the old file stays as it was.
    """
    import tempfile  # not needed for the first paint

    file = Path(path).resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name[:40]}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        os.chmod(name, stat.S_IMODE(file.stat().st_mode) if file.exists() else 0o644)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def write_file(path: str | Path, text: str) -> None:
    """Write a file that the user named, as `replace_file` does. Raises ValueError with the reason."""
    try:
        check_writable(Path(path).resolve())
        if Path(path).is_dir():
            raise ValueError(f"{path} cannot be written: it is a folder")
        replace_file(path, text)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from error

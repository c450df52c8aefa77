"""All that a host of one process keeps in its folder, copied while it is open, and brought back into an empty one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from marbles_tui.host.folders import ACCOUNTS
from marbles_tui.host.server import KEY_FILE
from marbles_tui.rooms.sqlite import FILE

PRIVATE: Final = 0o700

PASSING: Final = ("-wal", "-shm", "-journal", ".lock")
"""How the names of files end that are of no use in a copy."""


def back_up(data: Path, folder: Path) -> int:
    """Copy all that a house keeps into a folder that is new or empty; how many files that are. Each database is
    copied as it is at one moment, whoever writes to it, and the house's own before those that it gives games to: a
    game may be in both copies then, which is no harm. Raises OSError."""
    if not (data / FILE).is_file():
        raise FileNotFoundError(f"{data} keeps no house")
    return _copied(data, folder)


def bring_back(folder: Path, data: Path) -> int:
    """Bring a copy back into a folder that keeps no house; how many files that are. Raises OSError."""
    if not (folder / FILE).is_file():
        raise FileNotFoundError(f"{folder} holds no copy of a house")
    return _copied(folder, data)


def copy_key(source: Path, target: Path) -> None:
    """Copy the key by which guests know the house, where there is none. Raises OSError."""
    if (source / KEY_FILE).is_file() and not (target / KEY_FILE).exists():
        target.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        _copy(source / KEY_FILE, target / KEY_FILE)


def _copied(source: Path, target: Path) -> int:
    if (target / FILE).exists() or (target / ACCOUNTS).exists():
        raise FileExistsError(f"{target} keeps a house already: name a folder that is new or empty")
    target.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
    unfinished = target / ".unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=PRIVATE)
    count = 0
    for file in _files(source):
        copy = unfinished / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        try:
            _copy(file, copy)
        except FileNotFoundError:
            continue  # an account was deleted meanwhile
        count += 1
    for each in sorted(unfinished.iterdir(), key=lambda each: each.name == FILE):  # by which a copy is known
        each.replace(target / each.name)
    unfinished.rmdir()
    return count


def _files(data: Path) -> Iterator[Path]:
    """What is to be copied, in that order."""
    yield data / FILE
    if (data / KEY_FILE).is_file():
        yield data / KEY_FILE
    for file in sorted((data / ACCOUNTS).rglob("*")):
        if file.is_file() and not file.name.endswith(PASSING):
            yield file


def _copy(file: Path, copy: Path) -> None:
    if file.suffix != ".sqlite3":
        shutil.copyfile(file, copy)
        copy.chmod(0o600)
        return
    if not file.is_file():
        raise FileNotFoundError(file)
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(file, timeout=10)) as from_, closing(sqlite3.connect(copy)) as to:
            from_.backup(to)
            if (sound := to.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise OSError(f"{file} is damaged: {sound}")
    except sqlite3.Error as error:
        raise OSError(f"{file} cannot be copied: {error}") from error

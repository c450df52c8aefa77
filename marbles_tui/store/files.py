"""Where things are kept, and how files are written: a regular one whole or not at all, into anything else what is
written. Naming a place creates nothing."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, TextIO

from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.core.tuples import NamedTuple

NAME: Final = "marbles-tui"

HOME: Final = "MARBLES_TUI_HOME"
"""The environment variable that names one folder for everything, for a portable arcade."""


MATCHES: Final = "matches.sqlite3"
"""The name of the database."""

FOLDER: Final = "MARBLES_TUI_FOLDER"
"""The environment variable that names the only folder in which files may be written by name: a page in a browser has
one."""


def config_folder() -> Path:
    """The folder of the settings: the user's own, or the one that MARBLES_TUI_HOME names."""
    return _folder("config")


def data_folder() -> Path:
    """The folder of the matches: the user's own, or the one that MARBLES_TUI_HOME names."""
    return _folder("data")


def state_folder() -> Path:
    """The folder of the log: the user's own, or the one that MARBLES_TUI_HOME names."""
    return _folder("state")


def page_folder() -> Path | None:
    """The only folder in which files may be written by name; None where any may."""
    folder = os.environ.get(FOLDER)
    return Path(folder).resolve() if folder else None


def check_writable(file: Path) -> None:
    """Raises ValueError for a file, its path resolved, that lies outside the folder of a page."""
    folder = page_folder()
    if folder and not file.is_relative_to(folder):
        raise ValueError(f"{file} cannot be written: browsers may write only below {folder}")


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME)
    if home:
        return Path(home)
    import platformdirs

    places = {
        "config": platformdirs.user_config_path,
        "data": platformdirs.user_data_path,
        "state": platformdirs.user_state_path,
    }
    return places[kind](NAME, appauthor=False)


def expanded(path: str) -> str:
    """A path as it was typed, with the home folder for `~`. Raises ValueError where nobody is called so."""
    try:
        whole = os.path.expanduser(path)
    except ValueError:  # of characters that no name has
        whole = path
    if whole.startswith("~"):
        raise ValueError(f"there is no folder {path.partition(os.sep)[0]}: no user is called so")
    return whole


def shown(file: Path) -> str:
    """A path as it is said on screens: `~` for the home folder, and nothing in it that a terminal obeys."""
    home = Path(os.path.expanduser("~"))  # `~` itself where nobody has one
    short = Path("~", file.relative_to(home)) if file.is_relative_to(home) and home.name else file
    return sanitize_line(str(short), 300)


def unused(file: Path, word: str, endings: Sequence[str] = ("",)) -> Path:
    """A name beside a file's own, `matches.damaged-1.sqlite3`, that nothing has yet with any of the endings."""
    names = (file.with_suffix(f".{word}-{number}{file.suffix}") for number in count(1))
    return next(name for name in names if not any(os.path.lexists(f"{name}{ending}") for ending in endings))


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
    """The bytes of a board file; of a longer one more than a board may have.

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


COPIED: Final = "copied.txt"
"""Holds the record that was copied last, for terminals that have no clipboard."""

OWN_STREAM: Final = r"/(?:dev|proc/self)/fd/(\d+)"
"""The path of what this process has open."""


class Objection(NamedTuple):
    """What is the matter with a path where a file is to be written."""

    what: str
    folder: str = ""
    """The folder that is missing; "" where there is a file already."""


def objection(path: str | Path) -> Objection | None:
    """What is to be asked before a file that the user named is written: a file is there already, or its folder is
    not. None where nothing is: also for devices and pipes, and for the folders of the arcade's own."""
    if os.path.isfile(path) and _stream_of(path) is None:
        return Objection(f"{path} is there already")
    with suppress(ValueError):  # a name that no file can have is said when it is written
        file = Path(os.path.realpath(path))
        own = {data_folder().resolve(), boards_folder().resolve()}
        if not os.path.exists(file.parent) and file.parent not in own:
            folder = file.parent if os.path.islink(path) else Path(path).parent
            return Objection(f"there is no folder {folder}", str(folder))
    return None


def write_file(path: str | Path, text: str, *, asked: bool = False, wait: bool = False) -> None:
    """Write a file that the user named, as `replace_file` does. Raises ValueError with the reason.

    `asked`: whoever named it has agreed to whatever `objection` says; else that is a reason. `wait`: for the one who
    reads a pipe.
    """
    try:
        _check(path, asked)
        replace_file(path, text, wait=wait)
    except OSError as error:
        reason = "nobody reads the pipe" if error.errno == errno.ENXIO else error.strerror or error
        raise ValueError(f"{path} cannot be written: {reason}") from error


def open_file(path: str | Path, *, asked: bool = False) -> TextIO:
    """Open a file that the user named, to be written bit by bit; else as `write_file`. Raises ValueError with the
    reason."""
    try:
        _check(path, asked)
        stream = _open_stream(path, wait=True)
        if stream is not None:
            return stream
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return open(path, "w", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from error


def _check(path: str | Path, asked: bool) -> None:
    """Raises ValueError for what may not be written."""
    check_writable(Path(path).resolve())
    if os.path.isdir(path) or str(path).endswith(os.sep):
        raise ValueError(f"{path} cannot be written: it is a folder")
    if not asked and (why := objection(path)):
        raise ValueError(f"{why.what}: {'make it first' if why.folder else 'name another file'}")


def replace_file(path: str | Path, text: str, *, wait: bool = False, private: bool = False) -> None:
    """Write a text to a file in one step: a reader finds the old file or the new one, never half of it.

    Makes the folders on the way, writes through a link, keeps the file's permissions; a new one has those that the
    umask leaves, or (`private`) is its owner's alone. What is not a regular file, such as a device or a pipe, is
    written into, and never replaced; `wait`: for the one who reads it. Characters that no file can hold become
    question marks. Raises OSError, and the old file stays as it was.
    """
    stream = _open_stream(path, wait)
    if stream is not None:
        with stream:
            stream.write(sanitize_text(text) if stream.isatty() else text)
        return
    file = Path(path).resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else None
    name = file.parent / f".{file.name[:40]}.{os.urandom(6).hex()}"
    usual = 0o600 if private else 0o666
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, usual if mode is None else mode & 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        if mode is not None:
            os.chmod(name, mode)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def save_copy(text: str, name: str = COPIED) -> Path | None:
    """Write a text out for the user, in the place of the last one of that name; where, or None if it could not be."""
    file = data_folder() / name
    try:
        replace_file(file, text)
    except OSError:
        return None
    return file


def _open_stream(path: str | Path, wait: bool) -> TextIO | None:
    """What is no regular file, opened to be written into; None where one is, or nothing. Raises OSError."""
    number = _stream_of(path)
    if number is not None:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()  # what was said before stands before
        handle = os.dup(number)
    elif os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        patience = 0 if wait else getattr(os, "O_NONBLOCK", 0)
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | patience)
        if patience:
            os.set_blocking(handle, True)
    else:
        return None
    return os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n")


def _stream_of(path: str | Path) -> int | None:
    """The number of what this process has open, if a path leads to it: to replace it would cut it off, and to open it
    once more would write at its beginning."""
    with suppress(OSError, ValueError):
        looks = os.stat(path)
        if named := re.fullmatch(OWN_STREAM, os.path.abspath(path)):
            os.fstat(int(named[1]))
            return int(named[1])
        for number in (1, 2):
            opened = os.fstat(number)
            if (opened.st_dev, opened.st_ino) == (looks.st_dev, looks.st_ino):
                return number
    return None


UNSAVED: Final = "unsaved.txt"
"""The file beside the database for records that could not be saved."""


class Unsaved(NamedTuple):
    """What could not be saved in the end."""

    matches: int
    file: Path | None
    """Where their records are, for an import; None if they could not be written either."""

    mine: bool = True
    """Whether the user has played them."""

    def __str__(self) -> str:
        """One line for the user."""
        what = f"{plural(self.matches, 'game')} could not be saved"
        if self.file is None:
            return f"{what}: the last moves are lost"
        them = "it as it stands" if self.matches == 1 else "them as they stand"
        mine = "--mine " if self.mine else ""
        return f"{what}; import {them} later: marbles-tui library import {mine}{self.file}"


def rescue(records: Sequence[str], folder: Path, *, mine: bool = True) -> Unsaved:
    """Write records to a file in a folder, or where that takes none, in a new one among the temporary files."""
    text = "\n".join(f"{record.strip()}\n" for record in records)
    for place in _places(folder):
        file = unused(place, "matches")
        try:
            replace_file(file, text)
        except OSError:
            continue
        return Unsaved(len(records), file, mine)
    return Unsaved(len(records), None, mine)


def _places(folder: Path) -> Iterator[Path]:
    yield folder / UNSAVED
    try:
        private = tempfile.mkdtemp(prefix="marbles-tui-")
    except OSError:
        return
    yield Path(private) / UNSAVED

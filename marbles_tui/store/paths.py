"""Where things are kept. Naming a place creates nothing."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

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


def unused(file: Path, word: str, endings: Sequence[str] = ("",)) -> Path:
    """A name beside a file's own, `matches.damaged-1.sqlite3`, that nothing has yet with any of the endings."""
    number = 1
    while True:
        name = file.with_suffix(f".{word}-{number}{file.suffix}")
        if not any(os.path.lexists(f"{name}{ending}") for ending in endings):
            return name
        number += 1

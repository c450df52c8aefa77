"""Where things are kept. Naming a place creates nothing."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

NAME: Final = "marbles-tui"

HOME: Final = "MARBLES_TUI_HOME"
"""The environment variable that names one folder for everything, for a portable arcade."""


def config_folder() -> Path:
    """The folder of the settings: the user's own, or the one that MARBLES_TUI_HOME names."""
    return _folder("config")


def data_folder() -> Path:
    """The folder of the matches: the user's own, or the one that MARBLES_TUI_HOME names."""
    return _folder("data")


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME)
    if home:
        return Path(home)
    import platformdirs

    where = platformdirs.user_config_path if kind == "config" else platformdirs.user_data_path
    return where(NAME, appauthor=False)


def expanded(path: str) -> str:
    """A path as it was typed, with the home folder for `~`; as it stands where nobody can be called so."""
    try:
        return os.path.expanduser(path)
    except ValueError:
        return path


def unused(file: Path, word: str, endings: Sequence[str] = ("",)) -> Path:
    """A name beside a file's own, `matches.damaged-1.sqlite3`, that nothing has yet with any of the endings."""
    number = 1
    while True:
        name = file.with_suffix(f".{word}-{number}{file.suffix}")
        if not any(os.path.lexists(f"{name}{ending}") for ending in endings):
            return name
        number += 1

"""Where things are kept. Nothing is created before something is written."""

from __future__ import annotations

import os
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

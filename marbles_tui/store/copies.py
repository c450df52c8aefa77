"""Texts written out as files: the record that was copied last, for terminals that have no clipboard; stories."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marbles_tui.store.files import replace_file
from marbles_tui.store.paths import data_folder

FILE: Final = "copied.txt"


def save_copy(text: str, name: str = FILE) -> Path | None:
    """Write a text in the place of the last one of that name; where, or None if it could not be written."""
    file = data_folder() / name
    try:
        replace_file(file, text)
    except OSError:
        return None
    return file

"""The record that was copied last, as a file: for terminals that have no clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marbles_tui.store.places import data_folder

FILE: Final = "copied.txt"


def save_copy(record: str) -> Path | None:
    """Write a record in the place of the last one that was copied; where, or None if it could not be written."""
    file = data_folder() / FILE
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(record, encoding="utf-8")
    except OSError:
        return None
    return file

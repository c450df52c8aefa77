"""Records that could not be kept where they belong, written where they can be: a file that can be imported."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from marbles_tui.core.text import plural
from marbles_tui.store.files import replace_file
from marbles_tui.store.paths import unused

UNSAVED: Final = "unsaved.txt"
"""The file beside the database for records that could not be saved."""


@dataclass(frozen=True, slots=True)
class Unsaved:
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

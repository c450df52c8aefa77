"""What is wrong with the saved matches, in the one line that every face shows, and what helps."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marbles_tui.core.text import sanitize_line
from marbles_tui.store.schema import NewerSchema

LONGEST: Final = 300
"""Characters of the line."""


def explain(what: str, error: Exception, place: Path, *, damaged: bool = False, busy: bool = False) -> str:
    """What could not be done, why, the file, and the way out."""
    reason, way_out = str(error), ""
    if damaged:
        reason, way_out = f"the file is damaged, {error}", "marbles-tui offers to set it aside when it starts"
    elif isinstance(error, NewerSchema):
        reason, way_out = f"the file is from a newer marbles-tui ({error})", "update marbles-tui"
    elif busy:
        reason, way_out = f"another program is using the file ({error})", "close that program, or wait"
    elif place.is_dir():
        reason, way_out = "a folder has the name of the file", "move the folder away"
    elif isinstance(error, OSError):
        reason = error.strerror or reason
    line = f"{what}: {reason} ({place})"
    if way_out and len(line) + len(way_out) + 2 <= LONGEST:
        line = f"{line}; {way_out}"
    return sanitize_line(line, LONGEST)

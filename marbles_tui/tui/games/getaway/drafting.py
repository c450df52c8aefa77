"""Boards on their way into the editor, and out of it as files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple

from marbles_tui.core.boards import board_text
from marbles_tui.games.getaway.game import KEY, SETUPS
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.sketch import Sketch
from marbles_tui.games.getaway.write import read_story
from marbles_tui.store.files import boards_folder, named_board, own_boards, read_file
from marbles_tui.store.paths import expanded, unused

MOST_BOARDS: Final = 50
"""Boards of their own that guests may keep."""


class Draft(NamedTuple):
    """A board to edit, and the file it is kept in: None for one that has none yet."""

    sketch: Sketch
    file: str | None = None


def draft_of(source: str) -> Draft:
    """The draft of a board that ships (a copy without a file), of a file or the name of an own board, or for "" an
    empty one. A file that
    does not exist yet is an empty board to be kept there.

    Raises ValueError for a file that cannot be read, or is no board.
    """
    name = source.strip().lower()
    if not name:
        return Draft(Sketch())
    if name in SETUPS:
        return Draft(sketch_of(board_text(KEY, name), name))
    file = expanded(source)
    if not os.path.exists(file) and (own := named_board(source)):
        file = str(own)
    if not os.path.exists(file):
        return Draft(Sketch(), file)
    try:
        text = read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{source} is not UTF-8 text") from error
    return Draft(sketch_of(text, source), file)


def unused_file(sketch: Sketch, folder: Path) -> str:
    """Where a new board is kept beside others in a folder. Raises ValueError where there are MOST_BOARDS."""
    if len(own_boards(folder)) >= MOST_BOARDS:
        raise ValueError(f"You have {MOST_BOARDS} boards already: delete one first.")
    file = Path(file_for(sketch, folder))
    return str(unused(file, "copy") if file.exists() else file)


def sketch_of(text: str, name: str) -> Sketch:
    """The sketch of a board file's text. Raises ValueError with the first complaint."""
    reading = read_board(text)
    if reading.board is None:
        raise ValueError(f"{name} cannot be edited: {reading.complaints[0]}")
    return Sketch.of(reading.board, read_story(text))


def file_for(sketch: Sketch, folder: Path | None = None) -> str:
    """Where a new board may be kept: a name after its title, in a folder, or that of the user's boards."""
    word = re.sub(r"[^a-z0-9]+", "-", sketch.story.title.lower()).strip("-")[:40] or "board"
    return str((folder or boards_folder()) / f"{word}.txt")

"""The puzzles that the user has made, in one file beside the matches: a file of puzzles as any other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from marbles_tui.core import Game
from marbles_tui.play.puzzles.puzzle import MOST_CHARACTERS, Puzzle, read_puzzles, write_puzzle
from marbles_tui.store.files import data_folder, replace_file

FILE: Final = "puzzles.txt"


def own_file() -> Path:
    """Where they are."""
    return data_folder() / FILE


def own_puzzles(games: Sequence[Game]) -> list[Puzzle]:
    """The user's puzzles; those that cannot be read are left out, and so is a file that cannot."""
    return [reading.puzzle for reading in read_puzzles(_text(), games) if reading.puzzle]


def add_puzzle(puzzle: Puzzle, games: Sequence[Game]) -> bool:
    """Write a puzzle behind the others, unless it is there; whether it is there now."""
    if any(puzzle.id == own.id for own in own_puzzles(games)):
        return True
    before = _text()
    text = f"{before.rstrip()}\n\n" if before.strip() else ""
    try:
        replace_file(own_file(), text + write_puzzle(puzzle))
    except OSError:
        return False
    return True


def _text() -> str:
    try:
        with own_file().open(encoding="utf-8", errors="replace") as file:
            return file.read(MOST_CHARACTERS)
    except OSError:
        return ""

"""The puzzles that come with the program: plain text, a folder for each game."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Game
from marbles_tui.play.puzzles.names import name_of
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import read_puzzles

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIX: Final = ".txt"

EDITION: Final = 2
"""The version of the set of the days: to be raised whenever a puzzle of it comes or goes, since every day's puzzle
follows from it."""

RECORD: Final = re.compile(r"^(?=\[Game )", re.MULTILINE)
ID: Final = re.compile(r'^\[Id "([^"]+)"\]', re.MULTILINE)

EASY: Final = "easy.txt"
"""The file of puzzles that are too easy for a day."""


def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easiest first; none of a game that has none."""
    return _read(game, frozenset())


def second_lessons(game: Game) -> tuple[Puzzle, ...]:
    """Those of them that teach what comes after the first lesson, each one idea, the easiest first."""
    return tuple(puzzle for puzzle in shipped(game) if puzzle.idea)


def for_days(game: Game) -> tuple[Puzzle, ...]:
    """Those of them that can be a day's."""
    return _read(game, frozenset([EASY]))


@cache
def _read(game: Game, but: Set[str]) -> tuple[Puzzle, ...]:
    """The puzzles of all files but some."""
    found = [
        reading.puzzle
        for file in _files(game.key)
        if file.name not in but
        for reading in read_puzzles(file.read_text(encoding="utf-8"), (game,))
        if reading.puzzle
    ]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.difficulty, puzzle.id)))


def with_puzzles(games: Sequence[Game]) -> tuple[Game, ...]:
    """The games that puzzles come with."""
    return tuple(game for game in games if _files(game.key))


def find_puzzle(games: Sequence[Game], name: str) -> Puzzle | None:
    """The puzzle of that id or name, in any case; None if there is none, or several games have one of that name.
    Reads no other: to read all of them takes a page seconds."""
    wanted = " ".join(name.lower().split())
    named = " " in wanted
    found = [
        record
        for game in games
        if named or wanted.startswith(f"{game.key}-")
        for file in _files(game.key)
        for record in RECORD.split(file.read_text(encoding="utf-8"))
        if (id := ID.search(record)) and wanted == (name_of(id[1]) if named else id[1])
    ]
    return next(read_puzzles(found[0], games)).puzzle if len(found) == 1 else None


@cache
def _files(game_key: str) -> tuple[Traversable, ...]:
    """The files of a game: inside the package where it is installed, beside it in a checkout."""
    from importlib.resources import files  # not needed for the first paint

    package = files("marbles_tui")
    for root in (package.joinpath("assets"), package.joinpath("..", "assets")):
        folder = root.joinpath("puzzles", game_key)
        if folder.is_dir():
            found = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
            return tuple(sorted(found, key=lambda file: file.name))
    return ()

"""Short matches for the tests of the store, and what a store holds of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.store import MatchStore

EGG_CARTON = GAMES[0]


def match_of(moves: str) -> Match:
    """A match of Egg Carton after some moves."""
    return read_match(moves, GAMES, EGG_CARTON).whole()


def moves_of(store: MatchStore, number: int | None) -> list[str]:
    """The moves of a match as they are kept."""
    assert number is not None
    saved = store.load(number)
    assert saved
    match = read_match(saved.record, GAMES).match
    assert match
    return [str(move) for move in match.moves]


def place(home: Path) -> Path:
    """The database."""
    return home / "matches.sqlite3"


VERSION_FILES = Path(__file__).with_name("versions")


def write_version(file: Path, version: int) -> None:
    """The database that a program of that version left."""
    with closing(sqlite3.connect(file)) as old:
        old.executescript((VERSION_FILES / f"{version}.sql").read_text(encoding="utf-8"))

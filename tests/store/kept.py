"""Short matches for the tests of the store, and what a store holds of them."""

from __future__ import annotations

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

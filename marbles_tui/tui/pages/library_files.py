"""Files that go into the library and come out of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from marbles_tui.core import Game
from marbles_tui.play import game_of
from marbles_tui.store import MatchStore
from marbles_tui.store.files import write_file
from marbles_tui.store.library import Filter

MOST_IMPORTED: Final = 500_000_000
"""Bytes of a file that may be imported."""

EXPORT: Final = "matches.txt"
"""The file that is proposed for an export."""


def text_of(path: str) -> str:
    """The text of a file that is to be imported. Raises OSError or ValueError."""
    file = Path(path)
    if file.stat().st_size > MOST_IMPORTED:
        raise ValueError(f"it is larger than {MOST_IMPORTED:,} bytes")
    if not file.is_file():
        raise ValueError("it is not a file")
    return file.read_bytes().decode("utf-8-sig")


def only_game(text: str, chosen: str, games: Sequence[Game]) -> Game | None:
    """The game that a file without tags is read by: the one chosen in the filter, or the one that fits."""
    if "[" in text:
        return None
    named = next((game for game in games if game.key == chosen), None)
    return named or game_of(text, games)


def exported(place: Path, which: Filter, number: int | None) -> tuple[int, str]:
    """The record of the match of that id, or those of all that a filter lists, as one text; and how many they are.
    Opens the database at `place` anew: long work must not hold up what is being saved."""
    store = MatchStore.open(place)
    records = list(store.library.records(which)) if number is None else [store.library.record(number)]
    store.close()
    return len(records), "\n".join(f"{record.strip()}\n" for record in records)


def export(place: Path, path: str, which: Filter, number: int | None) -> str:
    """Write the match of that id, or all that a filter lists, to a file, whatever is there; what came of it in a
    sentence."""
    count, text = exported(place, which, number)
    try:
        write_file(path, text, asked=True)
    except ValueError as error:
        return str(error)
    return f"{count:,} exported to {path}."

"""The puzzle of a day: the same for everybody, from the date in UTC and the edition of the puzzles alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import EDITION, shipped, with_puzzles

FIRST: Final = date(2026, 1, 1)
"""The day whose number is 0."""


class Daily(NamedTuple):
    """A day's puzzle, and its number: the days since the first."""

    day: date
    number: int
    puzzle: Puzzle

    @property
    def date(self) -> str:
        """The day as records and JSON write it: `2026-11-22`."""
        return self.day.isoformat()

    def as_json(self) -> dict[str, Any]:
        """The puzzle as the command line prints it, with its date and number."""
        return {**self.puzzle.as_json(), "date": self.date, "number": self.number}


def number_of(day: date) -> int:
    """The days since the first. Raises ValueError for a day before it."""
    number = (day - FIRST).days
    if number < 0:
        raise ValueError(f"the first daily puzzle was on {FIRST.isoformat()}, not {day.isoformat()}")
    return number


def daily(games: Sequence[Game], day: date, game: Game | None = None) -> Daily:
    """The day's puzzle of a game, or of the game whose turn it is that day.

    Raises ValueError for a day before the first, and for a game without puzzles.
    """
    number = number_of(day)
    chosen = game or game_of_the_day(games, day)
    puzzles = in_order(shipped(chosen))
    if not puzzles:
        raise ValueError(f"there are no puzzles of {chosen.key}")
    return Daily(day, number, puzzles[number % len(puzzles)])


def game_of_the_day(games: Sequence[Game], day: date) -> Game:
    """The game whose puzzle is the day's: one after another. Raises ValueError for a day before the first."""
    played = with_puzzles(games)
    if not played:
        raise ValueError("no puzzles are installed")
    return played[number_of(day) % len(played)]


def in_order(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """A game's puzzles in the order of the days: shuffled by a hash of their names, the same on every machine."""
    return sorted(puzzles, key=lambda puzzle: _digest(f"{EDITION} {puzzle.id}"))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

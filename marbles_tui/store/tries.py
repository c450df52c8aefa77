"""The tries at puzzles, kept in the database beside the matches. Like the matches' store it never raises."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store.database import Database

COLUMNS: Final = "puzzle, game, difficulty, solved, tried, day, hints, seconds, score"
INSERT: Final = f"INSERT INTO puzzle_try ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Tries:
    """All scored tries at puzzles, oldest first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Try] = []

    def add(self, each: Try) -> bool:
        """Keep a try; whether it is kept. If not, that is tried again with the next one and by `keep_waiting`."""
        self._waiting.append(each)
        return self.keep_waiting()

    def keep_waiting(self) -> bool:
        """Keep the tries that are not kept yet, in order; whether all are."""
        while self._waiting and self._insert(self._waiting[0]):
            del self._waiting[0]
        return not self._waiting

    def _insert(self, each: Try) -> bool:
        values = (
            each.puzzle,
            each.game,
            each.difficulty,
            int(each.solved),
            each.tried.isoformat(),
            each.day,
            each.hints,
            each.seconds,
            each.score,
        )
        return self._database.write("the puzzle is not saved", INSERT, values) is not None

    def all(self) -> list[Try]:
        """Every try, oldest first; those that cannot be read are left out."""
        return list(self._read())

    def _read(self) -> Iterator[Try]:
        for row in self._database.each(f"SELECT {COLUMNS} FROM puzzle_try ORDER BY id"):
            puzzle, game, difficulty, solved, tried, day, hints, seconds, score = row
            try:
                made = date.fromisoformat(tried)
                if day:
                    date.fromisoformat(day)
            except (ValueError, TypeError):
                continue
            if not all(
                isinstance(number, int | float) for number in (difficulty, hints, seconds, score or 0)
            ):
                continue
            yield Try(puzzle, game, difficulty, bool(solved), made, day, hints, seconds, score)
